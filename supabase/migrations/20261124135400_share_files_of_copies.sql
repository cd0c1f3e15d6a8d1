-- A copied course keeps its files and corrects titles and addresses from before the stricter rules; the bucket of course
-- files lists its types.

update storage.buckets set allowed_mime_types = array[
    'application/json', 'application/msword', 'application/octet-stream', 'application/pdf',
    'application/vnd.ms-excel', 'application/vnd.ms-powerpoint',
    'application/vnd.oasis.opendocument.presentation', 'application/vnd.oasis.opendocument.spreadsheet',
    'application/vnd.oasis.opendocument.text',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'application/zip', 'audio/mpeg',
    'image/gif', 'image/jpeg', 'image/png', 'image/webp', 'model/3mf', 'model/gltf+json', 'model/gltf-binary',
    'model/iges', 'model/obj', 'model/step', 'model/stl', 'text/csv', 'text/plain', 'text/vtt', 'video/mp4',
    'video/webm']
  where id = 'resources';

create function sync.copied_title(p_title text, p_otherwise text) returns text
language sql immutable set search_path = '' as $$
  select coalesce(nullif(sync.trim_text(p_title), ''), p_otherwise)
$$;
comment on function sync.copied_title is
  'The title of a copy: a row from before the rule that titles are visible may have only blanks.';

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

revoke all on function sync.copied_title(text, text), sync.copied_address(text), sync.copied_picture(text) from public;

create or replace function public.duplicate_course(p_course uuid, p_id uuid) returns jsonb
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
        values (v_id, p_id, v_file.title, v_file.address, v_file.file_name, v_file.file_size, v_file.file_type,
          v_file.is_visible);
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
        select v_id, r.title, sync.copied_address(r.file_url), r.file_name, r.file_size, r.file_type,
          (v_copies ->> r.course_resource_id::text)::uuid
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

create or replace function public.save_course(p_id uuid, p_version int, p_course jsonb) returns jsonb
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
