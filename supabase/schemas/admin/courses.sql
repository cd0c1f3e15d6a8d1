-- Courses in the console: save, publish by a checklist, order the lessons, templates, copies, and the preview.

create function sync.test_faults(p_body jsonb) returns jsonb language sql immutable set search_path = '' as $$
  select coalesce((
    select jsonb_agg(jsonb_build_object('question_id', f.id, 'rule', f.rule) order by f.place) from (
      select q ->> 'id' as id, place, case
          when sync.is_blank(coalesce(q ->> 'text', '')) then 'no_text'
          when jsonb_array_length(q -> 'options') < 2 or r.blank > 0 then 'few_options'
          when r.number = 0 then 'no_right_option'
          when r.number > 1 and q ->> 'type' <> 'multiple_choice' then 'several_right_options' end as rule
      from jsonb_array_elements(p_body -> 'questions') with ordinality as e (q, place),
        lateral (select count(*) filter (where (o ->> 'isCorrect')::boolean) as number,
            count(*) filter (where sync.is_blank(o ->> 'text')) as blank
          from jsonb_array_elements(q -> 'options') o) r) f where f.rule is not null), '[]')
    || case when jsonb_array_length(p_body -> 'questions') = 0
      then '[{"question_id": null, "rule": "no_questions"}]'::jsonb else '[]' end
$$;
comment on function sync.test_faults is
  'Returns the faults that make a quiz unanswerable; an empty list if there are none.';

create function sync.checklist_of(p_course uuid, p_with_drafts boolean) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_lessons int; v_drafts int; v_items jsonb;
begin
  select count(*) filter (where status = 'published' or p_with_drafts), count(*) filter (where status = 'draft')
    into v_lessons, v_drafts from public.videos where course_id = p_course and deleted_at is null;
  select coalesce(jsonb_agg(jsonb_build_object('rule', f.rule, 'id', f.id, 'title', f.title) order by f.place, f.rule),
      '[]') into v_items
    from (
      select 0 as place, 'no_lesson' as rule, p_course as id, null as title where v_lessons = 0
      union all
      select v.order_position, r.rule, v.id, v.title from public.videos v,
        lateral (values ('no_file', coalesce(btrim(v.video_url), '') = ''), ('no_duration', v.duration_seconds <= 0))
          as r (rule, fault)
        where v.course_id = p_course and v.deleted_at is null and (v.status = 'published' or p_with_drafts) and r.fault
      union all
      select 1000000, 'quiz_not_answerable', t.id, t.title from public.tests t
        where t.course_id = p_course and t.deleted_at is null and sync.test_faults(case t.status
          when 'published' then sync.test_body(t.id) else sync.live_test(t.id) end) <> '[]') f;
  return jsonb_build_object('ok', v_items = '[]', 'lessons', v_lessons, 'drafts', v_drafts, 'items', v_items);
end
$$;
comment on function sync.checklist_of is
  'Returns the unmet conditions for publishing a course. Draft quizzes count too: an administrator publishes them next.';

create function public.course_checklist(p_course uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform sync.require_admin();
  if not exists (select from public.courses where id = p_course) then perform sync.refuse('not_found'); end if;
  return sync.checklist_of(p_course, false);
end
$$;
comment on function public.course_checklist is
  'Returns the unmet conditions for publishing a course. For administrators.';

-- Rule: direct writes of status must pass the checklist too.
create function sync.require_checklist() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_checklist jsonb;
begin
  v_checklist := sync.checklist_of(new.id, false);
  if not (v_checklist ->> 'ok')::boolean then perform sync.refuse('checklist', v_checklist::text); end if;
  return new;
end
$$;
comment on function sync.require_checklist is 'Rejects publishing a course whose checklist is not complete.';
create trigger checklist before update of status on public.courses for each row
  when (old.status = 'draft' and new.status <> 'draft' and current_user = 'authenticated')
  execute function sync.require_checklist();
create trigger checklist_new before insert on public.courses for each row
  when (new.status <> 'draft' and current_user = 'authenticated') execute function sync.require_checklist();

create function sync.require_lesson_file() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(btrim(new.video_url), '') = '' or new.duration_seconds <= 0 then
    perform sync.refuse('checklist', jsonb_build_object('ok', false, 'items', jsonb_build_array(jsonb_build_object(
      'rule', case when coalesce(btrim(new.video_url), '') = '' then 'no_file' else 'no_duration' end, 'id', new.id,
      'title', new.title)))::text);
  end if;
  return new;
end
$$;
comment on function sync.require_lesson_file is 'Rejects publishing a lesson without a video file and its duration.';
create trigger checklist before update of status on public.videos for each row
  when (old.status = 'draft' and new.status = 'published' and current_user = 'authenticated')
  execute function sync.require_lesson_file();

create function sync.copied_title(p_title text, p_otherwise text) returns text
language sql immutable set search_path = '' as $$
  select case when not sync.is_blank(p_title) then sync.trim_text(p_title) else p_otherwise end
$$;
comment on function sync.copied_title is
  'The title of a copy: a row from before the rule that titles are visible may have only blanks.';

create function public.save_course(p_id uuid, p_version int, p_course jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_field text; v_row public.courses; v_checklist jsonb;
begin
  perform sync.require_admin();
  if p_id is null then perform sync.refuse('bad_argument', 'p_id'); end if;
  if jsonb_typeof(p_course) is distinct from 'object' then perform sync.refuse('bad_argument', 'p_course'); end if;
  for v_field in select jsonb_object_keys(p_course) loop
    if v_field <> all ('{title,description,status,plan_type,category,instructor,thumbnail_url,shape,hue,template_id}')
      then perform sync.refuse('bad_argument', v_field); end if;
  end loop;
  if p_course ? 'title' and btrim(coalesce(p_course ->> 'title', '')) = '' or p_version is null and not p_course ? 'title'
    then perform sync.refuse('bad_argument', 'title'); end if;
  if p_version is null then
    -- The client chooses the id, so that pressing the button twice creates one course.
    insert into public.courses (id, title, creator_id, row_version)
      values (p_id, btrim(p_course ->> 'title'), (select auth.uid()), 0)
      on conflict (id) do nothing;
    if not found then return (select to_jsonb(c) from public.courses c where c.id = p_id); end if;
    insert into public.videos (course_id, title, order_position, status)
      select p_id, left(sync.copied_title(coalesce(m.value ->> 'title', m.value #>> '{}'), 'Урок ' || m.place), 300),
        m.place, 'draft'
      from public.course_templates t, jsonb_array_elements(t.modules) with ordinality as m (value, place)
      where t.id = sync.uuid_or_null(p_course ->> 'template_id') order by m.place;
  end if;
  select * into v_row from public.courses where id = p_id for update;
  if not found then perform sync.refuse('not_found'); end if;
  if v_row.status = 'draft' and coalesce(p_course ->> 'status', 'draft') <> 'draft' then
    v_checklist := sync.checklist_of(p_id, false);
    if not (v_checklist ->> 'ok')::boolean then perform sync.refuse('checklist', v_checklist::text); end if;
  end if;
  v_row := jsonb_populate_record(v_row, p_course - 'template_id');
  update public.courses set title = btrim(v_row.title), description = v_row.description, status = v_row.status,
      plan_type = v_row.plan_type, category = v_row.category, instructor = v_row.instructor,
      thumbnail_url = v_row.thumbnail_url, shape = v_row.shape, hue = v_row.hue,
      row_version = coalesce(p_version, row_version)
    where id = p_id returning * into v_row;
  return to_jsonb(v_row);
end
$$;
comment on function public.save_course is
  'Creates a course under the client''s id, also from a template, or changes the given fields of one.';

create function public.publish_course(p_course uuid, p_version int, p_status text, p_with_lessons boolean default false)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_row public.courses; v_checklist jsonb;
begin
  perform sync.require_admin(), sync.require_option('p_status', p_status, '{draft,published,public}');
  select * into v_row from public.courses where id = p_course and deleted_at is null for update;
  if not found then perform sync.refuse('not_found'); end if;
  if p_status <> 'draft' then
    if v_row.status = 'draft' or p_with_lessons then
      v_checklist := sync.checklist_of(p_course, p_with_lessons);
      if not (v_checklist ->> 'ok')::boolean then perform sync.refuse('checklist', v_checklist::text); end if;
    end if;
    if p_with_lessons then
      update public.videos set status = 'published', row_version = row_version
        where course_id = p_course and status = 'draft' and deleted_at is null;
    end if;
  end if;
  update public.courses set status = p_status, row_version = coalesce(p_version, row_version) where id = p_course
    returning * into v_row;
  return to_jsonb(v_row);
end
$$;
comment on function public.publish_course is
  'Publishes a course whose checklist is complete, with its draft lessons if wanted, or makes it a draft again.';

create function public.reorder_videos(p_course uuid, p_ids uuid[]) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_stored uuid[];
begin
  perform sync.require_admin();
  if not exists (select from public.courses where id = p_course) then perform sync.refuse('not_found'); end if;
  perform pg_advisory_xact_lock(hashtextextended('lessons:' || p_course, 0));
  v_stored := array(select id from public.videos where course_id = p_course and deleted_at is null
    order by order_position);
  if p_ids is null or array(select unnest(p_ids) order by 1) <> array(select unnest(v_stored) order by 1) then
    raise sqlstate 'PT409' using message = 'lessons_changed', detail = to_jsonb(v_stored)::text;
  end if;
  -- Lessons in the trash come last: positions stay unique.
  update public.videos v set order_position = n.place, row_version = row_version
    from (
      select id, place from unnest(p_ids) with ordinality as p (id, place)
      union all
      select id, cardinality(p_ids) + row_number() over (order by order_position) from public.videos
        where course_id = p_course and deleted_at is not null) n
    where v.id = n.id and v.order_position <> n.place;
  return (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'order_position', order_position,
      'row_version', row_version) order by order_position), '[]')
    from public.videos where course_id = p_course and deleted_at is null);
end
$$;
comment on function public.reorder_videos is 'Sets the order of all lessons of a course in one transaction.';

create function public.save_template(p_course uuid, p_id uuid, p_name text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform sync.require_admin();
  if btrim(coalesce(p_name, '')) = '' then perform sync.refuse('bad_argument', 'p_name'); end if;
  insert into public.course_templates (id, name, description, modules)
    select p_id, left(btrim(p_name), 300), c.description, coalesce((
        select jsonb_agg(v.title order by v.order_position) from public.videos v
        where v.course_id = c.id and v.deleted_at is null), '[]')
    from public.courses c where c.id = p_course
    on conflict (id) do nothing;
  if not exists (select from public.course_templates where id = p_id) then perform sync.refuse('not_found'); end if;
  return (select to_jsonb(t) from public.course_templates t where t.id = p_id);
end
$$;
comment on function public.save_template is 'Creates a template from a course, with one module per lesson.';

create function sync.copied_address(p_address text) returns text
language sql immutable set search_path = '' as $$
  select case when a !~ '[\u0001-\u001f\u007f]' and a !~ '^[/\\]{2}' and (a !~ '^[^/?#]*:' or a ~* '^https://')
    then a end from sync.trim_text(p_address) a
$$;
comment on function sync.copied_address is
  'The address of a copied file; null if a row from before the rules of addresses breaks them.';

create function sync.copied_picture(p_address text) returns text
language sql immutable set search_path = '' as $$
  select case when p_address !~ '^[^/?#]*:' or p_address ~* '^https?://' then p_address end
$$;
comment on function sync.copied_picture is
  'The address of a copied picture; null if a row from before the rule of picture addresses breaks it.';

create function public.duplicate_course(p_course uuid, p_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_lesson record; v_test record; v_file record; v_id uuid;
  -- Ids of the copied lessons and course files by the ids of the originals.
  v_copies jsonb := '{}';
begin
  perform sync.require_admin();
  insert into public.courses (id, title, description, plan_type, category, instructor, thumbnail_url, shape, hue,
      creator_id)
    select p_id, left(sync.copied_title(title, 'Без заглавие'), 290) || ' (копие)', description, plan_type, category,
      instructor, sync.copied_picture(thumbnail_url), shape, hue, (select auth.uid())
    from public.courses where id = p_course and deleted_at is null
    on conflict (id) do nothing;
  if found then
    -- A file without a valid address is not copied: nobody can open it.
    for v_file in select *, sync.copied_address(file_url) as address from public.course_resources
      where course_id = p_course and deleted_at is null and sync.copied_address(file_url) is not null loop
      v_id := gen_random_uuid();
      v_copies := v_copies || jsonb_build_object(v_file.id, v_id);
      insert into public.course_resources (id, course_id, title, file_url, file_name, file_size, file_type, is_visible)
        values (v_id, p_id, sync.copied_title(v_file.title, v_file.file_name), v_file.address, v_file.file_name,
          v_file.file_size, v_file.file_type, v_file.is_visible);
    end loop;
    for v_lesson in select * from public.videos where course_id = p_course and deleted_at is null
      order by order_position loop
      v_id := gen_random_uuid();
      v_copies := v_copies || jsonb_build_object(v_lesson.id, v_id);
      insert into public.videos (id, course_id, title, description, video_url, media_bytes, captions, duration_seconds,
          order_position, thumbnail_url, is_free_preview, chapters, status)
        values (v_id, p_id, sync.copied_title(v_lesson.title, 'Урок ' || v_lesson.order_position),
          v_lesson.description, sync.copied_address(v_lesson.video_url), v_lesson.media_bytes, v_lesson.captions,
          v_lesson.duration_seconds, v_lesson.order_position, sync.copied_picture(v_lesson.thumbnail_url),
          v_lesson.is_free_preview, v_lesson.chapters, 'draft');
      insert into public.video_resources (video_id, title, file_url, file_name, file_size, file_type,
          course_resource_id)
        select v_id, sync.copied_title(r.title, r.file_name), sync.copied_address(r.file_url), r.file_name, r.file_size,
          r.file_type, (v_copies ->> r.course_resource_id::text)::uuid
        from public.video_resources r where r.video_id = v_lesson.id and r.deleted_at is null
          and sync.copied_address(r.file_url) is not null
          and (r.course_resource_id is null or v_copies ? r.course_resource_id::text);
    end loop;
    for v_test in select * from public.tests where course_id = p_course and deleted_at is null loop
      v_id := gen_random_uuid();
      insert into public.tests (id, video_id, course_id, title, emoji, description, passing_score, time_limit, shuffle,
          max_attempts, status, graded)
        values (v_id, (v_copies ->> v_test.video_id::text)::uuid, p_id, sync.copied_title(v_test.title, 'Тест'),
          v_test.emoji, v_test.description, v_test.passing_score, v_test.time_limit, v_test.shuffle,
          v_test.max_attempts, 'draft', v_test.graded);
      insert into public.test_questions (test_id, text, type, options, points, order_position, explanation, image_url)
        select v_id, text, type, options, points, order_position, explanation, image_url
        from public.test_questions where test_id = v_test.id;
    end loop;
  end if;
  if not exists (select from public.courses where id = p_id) then perform sync.refuse('not_found'); end if;
  return (select to_jsonb(c) from public.courses c where c.id = p_id);
end
$$;
comment on function public.duplicate_course is
  'Copies a course under the client''s id as a draft, with its lessons and quizzes as drafts; stored files are shared.';

-- Rule: every lesson that names a stored file opens it to the readers of its course (sync.may_read_video_object), so an
-- archive, which may come from a stranger, must not name a file that only a stricter plan opens. No row names it: refused too.
create function public.may_share_file(p_bucket text, p_name text, p_plan text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_plans constant text[] := '{free,basic,premium}';
begin
  perform sync.require_admin(), sync.require_option('p_bucket', p_bucket, '{videos,resources}'),
    sync.require_option('p_plan', p_plan, v_plans);
  return (
    select coalesce(max(array_position(v_plans, used.plan)) <= array_position(v_plans, p_plan), false) from (
      select case when v.is_free_preview then 'free' else c.plan_type end as plan
        from public.videos v join public.courses c on c.id = v.course_id
        where p_bucket = 'videos' and v.video_url = p_name
      union all select c.plan_type from public.course_resources r join public.courses c on c.id = r.course_id
        where p_bucket = 'resources' and r.file_url = p_name
      union all select c.plan_type from public.video_resources r join public.videos v on v.id = r.video_id
          join public.courses c on c.id = v.course_id
        where p_bucket = 'resources' and r.file_url = p_name) used);
end
$$;
comment on function public.may_share_file is
  'Returns whether a course of a plan may name a stored film or file: each course that names it needs that plan or a '
  'lesser one, and at least one names it. For administrators who import a course.';

-- Rule: the preview reads with the projections of the feed and writes nothing. DANGER: reset sync.preview_course before
-- the transaction ends, otherwise the flush publishes drafts.
create function public.preview_course(p_course uuid, p_plan text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_scopes constant text[] := case p_plan when 'premium' then '{public,plan:basic,plan:premium}'
    when 'pro' then '{public,plan:basic}' else '{public}' end;
  v_plan text; v_answer jsonb;
begin
  perform sync.require_admin(), sync.require_option('p_plan', p_plan, '{free,pro,premium}');
  select plan_type into v_plan from public.courses where id = p_course and deleted_at is null;
  if not found then perform sync.refuse('not_found'); end if;
  perform set_config('sync.preview_course', p_course::text, true);
  select jsonb_agg(jsonb_build_object('scope', r.scope, 'kind', k.kind, 'id', r.row_id, 'body', r.body)) into v_answer
    from (
      select 'courses' as kind, array[p_course::text] as ids
      union all select k, array(select id::text from public.videos where course_id = p_course and deleted_at is null)
        from unnest('{videos,lessons}'::text[]) k
      union all select 'tests', array(select id::text from public.tests where course_id = p_course
        and deleted_at is null)) k,
      lateral sync.project_shared(k.kind, k.ids) r
    where r.scope = any (v_scopes);
  perform set_config('sync.preview_course', '', true);
  return coalesce(v_answer, '[]');
end
$$;
comment on function public.preview_course is
  'Returns what an account with a plan would receive of a course, drafts included. For administrators.';

create function public.event_join_link(p_event uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select e.join_url from public.events e where e.id = p_event and e.deleted_at is null
    and e.status = 'active' and (public.is_admin() or public.has_plan('basic') and exists (
      select from public.event_registrations r
      where r.event_id = e.id and r.user_id = (select auth.uid()) and r.status <> 'cancelled')));
end
$$;
comment on function public.event_join_link is
  'Returns the join link of an event to those who are registered and have a plan now, otherwise null.';

grant execute on function public.course_checklist(uuid), public.save_course(uuid, int, jsonb),
  public.publish_course(uuid, int, text, boolean), public.reorder_videos(uuid, uuid[]),
  public.save_template(uuid, uuid, text), public.duplicate_course(uuid, uuid), public.may_share_file(text, text, text), public.preview_course(uuid, text),
  public.event_join_link(uuid) to authenticated;
