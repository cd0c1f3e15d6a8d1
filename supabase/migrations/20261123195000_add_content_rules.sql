-- Rules of the console for content: versions, the trash, drafts of lessons, published versions of quizzes, and sends.

alter table public.courses add column row_version int not null default 1, add column deleted_at timestamptz;
alter table public.course_templates add column row_version int not null default 1, add column deleted_at timestamptz;
alter table public.course_resources add column row_version int not null default 1, add column deleted_at timestamptz;
alter table public.video_resources add column row_version int not null default 1, add column deleted_at timestamptz;
alter table public.videos add column row_version int not null default 1, add column deleted_at timestamptz;
alter table public.tests add column row_version int not null default 1, add column deleted_at timestamptz;
alter table public.certificates add column row_version int not null default 1, add column deleted_at timestamptz;
alter table public.news add column row_version int not null default 1, add column deleted_at timestamptz;
alter table public.events add column row_version int not null default 1, add column deleted_at timestamptz;

alter table public.videos add column status text not null default 'published' check (status in ('draft', 'published'));
update public.videos v set order_position = n.place
  from (select id, row_number() over (partition by course_id order by order_position, created_at, id) as place
    from public.videos) n
  where n.id = v.id and exists (select from public.videos a join public.videos b on b.course_id = a.course_id
    and b.order_position = a.order_position and b.id <> a.id where a.course_id = v.course_id);
alter table public.videos
  add constraint videos_one_per_position unique (course_id, order_position) deferrable initially deferred;
alter table public.tests add column published_version int;
alter table public.test_questions
  add column image_url text check (image_url !~* '^[a-z]+:' or image_url ~* '^https://');
alter table public.test_results add column version int;
alter table public.events
  add column join_url text check (join_url ~* '^https://' and char_length(join_url) <= 1000);
alter table public.event_registrations add column deleted_at timestamptz, add column trashed_status text;
alter table public.video_comments add column deleted_at timestamptz;
create index notifications_by_source on public.notifications (source) where source like 'send:%';
create index notifications_by_date on public.notifications (created_at);

drop policy "accounts read published courses" on public.courses;
create policy "accounts read published courses" on public.courses for select to authenticated
  using (status in ('published', 'public') and deleted_at is null);
comment on policy "accounts read published courses" on public.courses is
  'Every account sees the card of each course that is not a draft.';

drop policy "subscribers read visible files of their courses" on public.course_resources;
create policy "subscribers read visible files of their courses" on public.course_resources for select to authenticated
  using (is_visible and deleted_at is null and (select sync.may_read_course(course_id)));
comment on policy "subscribers read visible files of their courses" on public.course_resources is
  'Course files need a paid plan that covers the course, and must not be hidden.';

drop policy "subscribers read files of their lessons" on public.video_resources;
create policy "subscribers read files of their lessons" on public.video_resources for select to authenticated
  using (deleted_at is null and (select sync.may_read_lesson_file(video_id, course_resource_id)));
comment on policy "subscribers read files of their lessons" on public.video_resources is
  'Lesson files need a paid plan that covers the course, and must not link to a hidden course file.';

drop policy "subscribers read published tests of their courses" on public.tests;
create policy "subscribers read published tests of their courses" on public.tests for select to authenticated
  using (status = 'published' and deleted_at is null and (select sync.may_read_course(course_id)));
comment on policy "subscribers read published tests of their courses" on public.tests is
  'Quizzes need a paid plan that covers the course.';

drop policy "accounts read active certificates" on public.certificates;
create policy "accounts read active certificates" on public.certificates for select to authenticated
  using (is_active and deleted_at is null);
comment on policy "accounts read active certificates" on public.certificates is
  'Every account sees each active certificate.';

drop policy "accounts read what certificates require" on public.certificate_requirements;
create policy "accounts read what certificates require" on public.certificate_requirements for select to authenticated
  using (exists (select from public.certificates c where c.id = certificate_id and c.is_active and c.deleted_at is null));
comment on policy "accounts read what certificates require" on public.certificate_requirements is
  'Requirements are readable as long as their certificate is active.';

drop policy "accounts read events that are not drafts" on public.events;
create policy "accounts read events that are not drafts" on public.events for select to authenticated
  using (status <> 'draft' and deleted_at is null);
comment on policy "accounts read events that are not drafts" on public.events is
  'Every account sees each event that is announced.';

drop policy "premium accounts read published articles" on public.news;
create policy "premium accounts read published articles" on public.news for select to authenticated
  using (status = 'published' and deleted_at is null and (select public.has_plan('premium')));
comment on policy "premium accounts read published articles" on public.news is
  'Full articles are for premium accounts; other accounts receive the summary through the feed.';

drop policy "subscribers read comments of lessons they may see" on public.video_comments;
create policy "subscribers read comments of lessons they may see" on public.video_comments for select to authenticated
  using (deleted_at is null and (select sync.may_discuss(video_id)));
comment on policy "subscribers read comments of lessons they may see" on public.video_comments is
  'The discussion of a lesson is readable with a paid plan that covers the lesson.';

drop policy "administrators manage tests" on public.tests;
create policy "administrators read tests" on public.tests for select to authenticated
  using ((select public.is_admin()));
comment on policy "administrators read tests" on public.tests is
  'Administrators may read every row; public.save_test writes.';

drop policy "administrators manage questions and keys" on public.test_questions;
create policy "administrators read questions and keys" on public.test_questions for select to authenticated
  using ((select public.is_admin()));
comment on policy "administrators read questions and keys" on public.test_questions is
  'Only administrators and the server read questions, because the options contain the key; public.save_test writes.';

drop policy "administrators manage requirements" on public.certificate_requirements;
create policy "administrators read requirements" on public.certificate_requirements for select to authenticated
  using ((select public.is_admin()));
comment on policy "administrators read requirements" on public.certificate_requirements is
  'Administrators may read every row; public.save_certificate writes.';

revoke insert, update, delete on public.tests, public.test_questions, public.certificate_requirements from authenticated;
drop policy "administrators delete comments" on public.video_comments;
drop policy "super administrators delete registrations" on public.event_registrations;
drop policy "administrators send notifications" on public.notifications;
drop policy "administrators delete notifications" on public.notifications;
revoke insert on public.notifications from authenticated;

create policy "rows leave through the trash" on public.courses as restrictive for delete to authenticated
  using (false);
comment on policy "rows leave through the trash" on public.courses is
  'Nobody deletes directly; public.move_to_trash keeps what learners made.';
revoke delete on public.courses from authenticated;
comment on policy "administrators manage courses" on public.courses is
  'Administrators may read, add and change every row.';
create policy "rows leave through the trash" on public.course_templates as restrictive for delete to authenticated
  using (false);
comment on policy "rows leave through the trash" on public.course_templates is
  'Nobody deletes directly; public.move_to_trash keeps what learners made.';
revoke delete on public.course_templates from authenticated;
comment on policy "administrators manage course templates" on public.course_templates is
  'Administrators may read, add and change every row.';
create policy "rows leave through the trash" on public.videos as restrictive for delete to authenticated
  using (false);
comment on policy "rows leave through the trash" on public.videos is
  'Nobody deletes directly; public.move_to_trash keeps what learners made.';
revoke delete on public.videos from authenticated;
comment on policy "administrators manage lessons" on public.videos is
  'Administrators may read, add and change every row.';
create policy "rows leave through the trash" on public.course_resources as restrictive for delete to authenticated
  using (false);
comment on policy "rows leave through the trash" on public.course_resources is
  'Nobody deletes directly; public.move_to_trash keeps what learners made.';
revoke delete on public.course_resources from authenticated;
comment on policy "administrators manage course files" on public.course_resources is
  'Administrators may read, add and change every row.';
create policy "rows leave through the trash" on public.video_resources as restrictive for delete to authenticated
  using (false);
comment on policy "rows leave through the trash" on public.video_resources is
  'Nobody deletes directly; public.move_to_trash keeps what learners made.';
revoke delete on public.video_resources from authenticated;
comment on policy "administrators manage lesson files" on public.video_resources is
  'Administrators may read, add and change every row.';
create policy "rows leave through the trash" on public.certificates as restrictive for delete to authenticated
  using (false);
comment on policy "rows leave through the trash" on public.certificates is
  'Nobody deletes directly; public.move_to_trash keeps what learners made.';
revoke delete on public.certificates from authenticated;
comment on policy "administrators manage certificates" on public.certificates is
  'Administrators may read, add and change every row.';
create policy "rows leave through the trash" on public.events as restrictive for delete to authenticated
  using (false);
comment on policy "rows leave through the trash" on public.events is
  'Nobody deletes directly; public.move_to_trash keeps what learners made.';
revoke delete on public.events from authenticated;
comment on policy "administrators manage events" on public.events is
  'Administrators may read, add and change every row.';
create policy "rows leave through the trash" on public.news as restrictive for delete to authenticated
  using (false);
comment on policy "rows leave through the trash" on public.news is
  'Nobody deletes directly; public.move_to_trash keeps what learners made.';
revoke delete on public.news from authenticated;
comment on policy "administrators manage news" on public.news is
  'Administrators may read, add and change every row.';

drop trigger keep on public.event_registrations;
create trigger keep before update on public.event_registrations for each row
  execute function sync.protect_columns('id', 'event_id', 'user_id', 'registered_at', 'deleted_at', 'trashed_status');

-- ── Versions ──
-- Rule: learners have the published version; what an administrator saves is a working copy until it is published. An
-- attempt is shown and scored by the version with which it began (decision 41).

create table public.test_versions (
  test_id uuid not null references public.tests (id) on delete cascade,
  version int not null check (version > 0),
  -- `{title, emoji, description, passing_score, time_limit, shuffle, max_attempts, questions: [{id, text, type, points,
  -- order_position, options (with the key), explanation, image_url}]}`.
  body jsonb not null,
  published_at timestamptz not null default now(),
  published_by uuid,
  primary key (test_id, version)
);
comment on table public.test_versions is 'What learners were given of a quiz, with the key; a version never changes.';
alter table public.test_versions enable row level security;
create policy "administrators read versions of tests" on public.test_versions for select to authenticated
  using ((select public.is_admin()));
comment on policy "administrators read versions of tests" on public.test_versions is
  'Only administrators and the server read versions, because they contain the key.';
grant select on public.test_versions to authenticated;
grant all on public.test_versions to service_role;

create function sync.keep_version() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Versions leave only with their quiz.
  if tg_op = 'DELETE' and not exists (select from public.tests where id = old.test_id) then return old; end if;
  raise insufficient_privilege using message = 'a published version never changes';
end
$$;
comment on function sync.keep_version is 'Refuses every change of a published version.';
create trigger keep before update or delete on public.test_versions for each row execute function sync.keep_version();

create function sync.live_test(p_test uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select jsonb_build_object('title', t.title, 'emoji', t.emoji, 'description', t.description,
      'passing_score', t.passing_score, 'time_limit', t.time_limit, 'shuffle', t.shuffle,
      'max_attempts', t.max_attempts, 'questions', coalesce((
        select jsonb_agg(jsonb_build_object('id', q.id, 'text', q.text, 'type', q.type, 'points', q.points,
          'order_position', q.order_position, 'options', q.options, 'explanation', q.explanation,
          'image_url', q.image_url) order by q.order_position, q.id)
        from public.test_questions q where q.test_id = t.id), '[]'))
    from public.tests t where t.id = p_test);
end
$$;
comment on function sync.live_test is 'The working copy of a quiz in the form of a version.';

create function sync.test_body(p_test uuid, p_version int default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  -- 0 is what learners had before the first version; publishing makes that version 1.
  return coalesce(
    (select v.body from public.test_versions v where v.test_id = p_test
      and p_version is not null and v.version = greatest(p_version, 1)),
    (select v.body from public.test_versions v join public.tests t on t.id = v.test_id
      where v.test_id = p_test and v.version = t.published_version),
    sync.live_test(p_test));
end
$$;
comment on function sync.test_body is
  'A version of a quiz; without a number the published one, or the working copy of a quiz that has no version.';

-- Rule: only the id and text of an option are published. Devices get a digest instead of the key, and for a graded quiz
-- not even that.
create function sync.public_test(p_body jsonb, p_graded boolean) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return p_body || jsonb_build_object('questions', (
    select coalesce(jsonb_agg(jsonb_build_object('id', q -> 'id', 'text', q -> 'text', 'type', q -> 'type',
        'points', q -> 'points', 'order_position', q -> 'order_position',
        'options', (select coalesce(jsonb_agg(jsonb_build_object('id', o -> 'id', 'text', o -> 'text') order by n), '[]')
          from jsonb_array_elements(q -> 'options') with ordinality as e (o, n)))
      || case when q ->> 'image_url' is null then '{}' else jsonb_build_object('image_url', q -> 'image_url') end
      || case when p_graded then '{}'
        else jsonb_build_object('answer_digest', sync.answer_digest((q ->> 'id')::uuid, q -> 'options')) end
      order by place), '[]')
    from jsonb_array_elements(p_body -> 'questions') with ordinality as l (q, place)));
end
$$;
comment on function sync.public_test is 'A version of a quiz as devices get it: without the key.';


-- Rule: a slug that was published leads to its item for ever.
create table public.slug_history (
  slug text primary key,
  news_id uuid not null references public.news (id) on delete cascade,
  created_at timestamptz not null default now()
);
comment on table public.slug_history is 'The slugs that a published news item had before; they still lead to it.';
create index slug_history_by_news on public.slug_history (news_id);
alter table public.slug_history enable row level security;
create policy "administrators read old slugs" on public.slug_history for select to authenticated
  using ((select public.is_admin()));
comment on policy "administrators read old slugs" on public.slug_history is
  'Administrators may read every row; learners get the old slugs with the item.';
grant select on public.slug_history to authenticated;
grant all on public.slug_history to service_role;

-- Cyrillic stays. The capitals are spelled out, because `lower` leaves them alone in a database with the C locale.
create function sync.slug_of(p_title text, p_id uuid) returns text language sql immutable set search_path = '' as $$
  select coalesce(nullif(left(btrim(regexp_replace(regexp_replace(
    lower(translate(p_title, 'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЬЮЯЍЫЭЁ', 'абвгдежзийклмнопрстуфхцчшщъьюяѝыэё')),
    '[^a-z0-9\u00df-\u024f\u0430-\u045f\s-]', '', 'g'), '[\s-]+', '-', 'g'), '-'), 180), ''), p_id::text)
$$;
comment on function sync.slug_of is
  'The slug of a title: lower case, without punctuation, with hyphens for spaces; the id if nothing is left.';

create function sync.set_slug() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_base text;
  v_number int := 1;
begin
  new.slug := nullif(btrim(new.slug), '');
  if tg_op = 'UPDATE' and new.slug is null then new.slug := old.slug; end if;
  -- A draft follows its title; a published item keeps its slug, unless another one is given.
  if new.slug is null or (tg_op = 'UPDATE' and old.published_at is null and new.slug = old.slug
    and new.title <> old.title) then
    v_base := sync.slug_of(new.title, new.id);
    new.slug := v_base;
    -- One at a time, so that two items with one title do not take the same slug.
    perform pg_advisory_xact_lock(hashtextextended('slug:' || v_base, 0));
    while exists (select from public.news n where n.slug = new.slug and n.id <> new.id)
      or exists (select from public.slug_history h where h.slug = new.slug and h.news_id <> new.id) loop
      v_number := v_number + 1;
      new.slug := v_base || '-' || v_number;
    end loop;
  end if;
  if tg_op = 'UPDATE' and old.published_at is not null and new.slug <> old.slug then
    insert into public.slug_history (slug, news_id) values (old.slug, new.id) on conflict do nothing;
    delete from public.slug_history where slug = new.slug and news_id = new.id;
  end if;
  return new;
end
$$;
comment on function sync.set_slug is 'Makes the slug of a news item from its title and remembers the published ones.';
create trigger slug before insert or update of title, slug on public.news for each row
  execute function sync.set_slug();


create or replace function sync.user_may_read_lesson(p_user uuid, p_video uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.videos v join public.courses c on c.id = v.course_id
    where v.id = p_video and v.status = 'published' and v.deleted_at is null
      and c.status in ('published', 'public') and c.deleted_at is null
      and sync.user_has_plan(p_user, case when v.is_free_preview then 'free' else c.plan_type end));
end
$$;

create or replace function sync.user_may_read_course(p_user uuid, p_course uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.courses c where c.id = p_course and c.status in ('published', 'public') and c.deleted_at is null
      and sync.user_has_plan(p_user, case when c.plan_type = 'premium' then 'premium' else 'basic' end));
end
$$;

create or replace function sync.may_read_lesson_file(p_video uuid, p_course_resource uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return sync.user_may_read_course((select auth.uid()), (select course_id from public.videos where id = p_video))
    and not exists (select from public.course_resources where id = p_course_resource
      and (not is_visible or deleted_at is not null));
end
$$;

create or replace function sync.on_courses() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform sync.touch('courses', coalesce(new.id, old.id)::text);
  -- Lessons and quizzes move with their course. The flush looks them up, because it sees rows that others committed
  -- meanwhile.
  if tg_op = 'UPDATE' and (old.status, old.plan_type, old.deleted_at) is distinct
    from (new.status, new.plan_type, new.deleted_at) then
    perform sync.request('republish_course', new.id::text);
  end if;
  return null;
end
$$;

create or replace function sync.may_read_video_object(p_key text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.videos v join public.courses c on c.id = v.course_id
    where v.video_url = p_key and v.status = 'published' and v.deleted_at is null
      and c.status in ('published', 'public') and c.deleted_at is null
      and sync.user_has_plan((select auth.uid()), case when v.is_free_preview then 'free' else c.plan_type end));
end
$$;

create or replace function sync.may_read_resource_object(p_key text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.video_resources r join public.videos v on v.id = r.video_id
      left join public.course_resources k on k.id = r.course_resource_id
    where r.file_url = p_key and r.deleted_at is null and v.deleted_at is null and v.status = 'published'
      and k.is_visible is not false and k.deleted_at is null
      and sync.user_may_read_course((select auth.uid()), v.course_id)
    union all
    select from public.course_resources k where k.file_url = p_key and k.is_visible and k.deleted_at is null
      and sync.user_may_read_course((select auth.uid()), k.course_id));
end
$$;

create function sync.is_previewed(p_course uuid) returns boolean language sql stable set search_path = '' as $$
  select coalesce(current_setting('sync.preview_course', true), '') = p_course::text
$$;
comment on function sync.is_previewed is 'Whether the projections show a course as it would be when all of it is published.';

create or replace function sync.project_shared(p_kind text, p_ids text[]) returns table (scope text, row_id text, body json)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_ids uuid[];
begin
  if p_kind = 'achievements' then
    return query select 'public', a.id, json_build_object('id', a.id, 'name', a.name, 'description', a.description,
      'icon', a.icon,
        'points', a.points, 'target_value', a.target_value, 'type', a.type)
      from public.achievements a where a.id = any (p_ids);
    return;
  end if;
  v_ids := p_ids::uuid[];
  case p_kind
    when 'courses' then
      return query select 'public', c.id::text, json_build_object('id', c.id, 'title', c.title, 'description',
        c.description, 'status', c.status,
          'plan_type', c.plan_type, 'category', c.category, 'instructor', c.instructor, 'thumbnail_url',
            c.thumbnail_url, 'shape', c.shape, 'hue', c.hue,
          'lesson_count', l.number, 'duration_seconds', l.duration, 'creator_id', c.creator_id,
          'created_at', sync.iso(c.created_at), 'updated_at', sync.iso(c.updated_at))
        from public.courses c, lateral (
          select count(*)::int as number, coalesce(sum(v.duration_seconds), 0)::int as duration from public.videos v
            where v.course_id = c.id and v.deleted_at is null and (v.status = 'published' or sync.is_previewed(c.id))) l
        where c.id = any (v_ids) and (c.status in ('published', 'public') or sync.is_previewed(c.id))
          and c.deleted_at is null;
    when 'videos' then
      return query select 'public', v.id::text, json_build_object('id', v.id, 'course_id', v.course_id, 'title',
        v.title,
          'duration_seconds', v.duration_seconds, 'order_position', v.order_position, 'is_free_preview',
            v.is_free_preview,
          'thumbnail_url', v.thumbnail_url,
          'test_count', (select count(*) from public.tests t where t.video_id = v.id and t.deleted_at is null
            and (t.status = 'published' or sync.is_previewed(c.id))),
          'created_at', sync.iso(v.created_at), 'updated_at', sync.iso(v.updated_at))
        from public.videos v join public.courses c on c.id = v.course_id
        where v.id = any (v_ids) and c.deleted_at is null and v.deleted_at is null
          and (c.status in ('published', 'public') and v.status = 'published' or sync.is_previewed(c.id));
    when 'lessons' then
      return query select sync.lesson_scope(case when sync.is_previewed(c.id) then 'public' else c.status end, c.plan_type,
        v.is_free_preview), v.id::text,
        json_build_object('id', v.id,
          'course_id', v.course_id, 'description', v.description, 'video_url', v.video_url, 'media_bytes',
            v.media_bytes, 'captions', v.captions, 'chapters', v.chapters,
          'resources', coalesce((
            select json_agg(json_build_object('id', r.id, 'title', r.title, 'file_url', r.file_url, 'file_name',
              r.file_name,
              'file_size', r.file_size, 'file_type', r.file_type, 'created_at', sync.iso(r.created_at))
                order by r.created_at, r.id)
            from public.video_resources r left join public.course_resources k on k.id = r.course_resource_id
            where r.video_id = v.id and r.deleted_at is null and k.is_visible is not false
              and k.deleted_at is null), '[]'))
        from public.videos v join public.courses c on c.id = v.course_id
        where v.id = any (v_ids) and c.deleted_at is null and v.deleted_at is null
          and (c.status in ('published', 'public') and v.status = 'published' or sync.is_previewed(c.id));
    when 'tests' then
      return query select case when c.plan_type = 'premium' then 'plan:premium' else 'plan:basic' end, t.id::text,
        (jsonb_build_object('id', t.id, 'video_id', t.video_id, 'course_id', t.course_id, 'graded', g.graded,
          'version', coalesce(t.published_version, 0)) || sync.public_test(w.body, g.graded)
          -- What a learner began with the version before goes on with it, also on a device that has the newer one.
          || coalesce((select jsonb_build_object('previous', jsonb_agg(jsonb_build_object('version', p.version)
              || sync.public_test(p.body, g.graded) order by p.version desc))
            from (select v.version, v.body from public.test_versions v where v.test_id = t.id
                and v.version < t.published_version and exists (select from public.test_versions n
                  where n.test_id = t.id and n.version = v.version + 1 and n.published_at > now() - interval '30 days')
              order by v.version desc limit 3) p having count(*) > 0), '{}'))::json
        from public.tests t join public.courses c on c.id = t.course_id,
          lateral (select sync.is_graded(t.id) as graded) g,
          lateral (select case when sync.is_previewed(c.id) then sync.live_test(t.id) else sync.test_body(t.id) end
            as body) w
        where t.id = any (v_ids) and t.deleted_at is null and c.deleted_at is null
          and (t.status = 'published' and c.status in ('published', 'public') or sync.is_previewed(c.id));
    when 'news' then
      return query select 'public', n.id::text, json_build_object('id', n.id, 'title', n.title, 'summary', n.summary,
        'slug', n.slug,
          'category', n.category, 'image_url', n.image_url, 'reading_minutes', sync.reading_minutes(n.content),
          'published_at', sync.iso(n.published_at), 'created_at', sync.iso(n.created_at),
          'old_slugs', (select coalesce(json_agg(h.slug order by h.slug), '[]') from public.slug_history h
            where h.news_id = n.id))
        from public.news n where n.id = any (v_ids) and n.status = 'published' and n.deleted_at is null;
    when 'news_bodies' then
      return query select 'plan:premium', n.id::text, json_build_object('id', n.id, 'content', n.content)
        from public.news n where n.id = any (v_ids) and n.status = 'published' and n.deleted_at is null;
    when 'events' then
      return query select 'public', e.id::text, json_build_object('id', e.id, 'title', e.title, 'description',
        e.description, 'image_url', e.image_url,
          'location', e.location, 'start_date', sync.iso(e.start_date), 'end_date', sync.iso(e.end_date),
            'duration_minutes', e.duration_minutes,
          'type', e.type, 'is_free', e.is_free, 'max_participants', e.max_participants, 'current_participants',
            e.current_participants,
          'status', e.status, 'sequence', e.sequence, 'created_at', sync.iso(e.created_at), 'updated_at',
            sync.iso(e.updated_at))
        from public.events e where e.id = any (v_ids) and e.status <> 'draft' and e.deleted_at is null;
    when 'certificates' then
      return query select 'public', c.id::text, json_build_object('id', c.id, 'title', c.title, 'description',
        c.description,
          'template_url', c.template_url, 'name_position', c.name_position, 'name_font_size', c.name_font_size,
            'name_font_color', c.name_font_color,
          'requirements', coalesce((
            select json_agg(json_build_object('test_id', r.test_id, 'test_title', t.title, 'minimum_score',
              r.minimum_score) order by r.created_at, r.id)
            from public.certificate_requirements r join public.tests t on t.id = r.test_id
              where r.certificate_id = c.id), '[]'))
        from public.certificates c where c.id = any (v_ids) and c.is_active and c.deleted_at is null;
    else
      raise exception 'no projection for %', p_kind;
  end case;
end
$$;

create or replace function sync.project_scoped(p_kind text, p_scopes text[], p_ids text[])
  returns table (scope text, row_id text, body json)
language plpgsql stable security definer set search_path = '' as $$
begin
  case p_kind
    when 'notifications' then
      return query select q.scope, n.id::text, json_build_object('id', n.id, 'title', n.title, 'message', n.message,
        'type', n.type, 'topic', n.topic, 'link', n.link,
          'is_read', n.is_read, 'created_at', sync.iso(n.created_at))
        from unnest(p_scopes, p_ids) as q (scope, id),
          lateral (select * from public.notifications k where k.id = q.id::uuid limit 1) n
        where 'account:' || n.user_id = q.scope;
    when 'subscriptions' then
      return query select 'account:' || s.user_id, s.user_id::text,
        json_build_object('id', s.user_id, 'has_pro_plan', s.has_pro_plan,
          'has_premium_plan', s.has_premium_plan, 'subscription_id', s.subscription_id, 'status', s.status,
            'billing_period', s.billing_period,
          'current_period_end', sync.iso(s.current_period_end), 'trial_ends_at', sync.iso(s.trial_ends_at),
          'cancel_at_period_end', s.cancel_at_period_end, 'paid_plan', s.paid_plan,
          'granted_plan', case when s.granted_until is null or s.granted_until > now() then s.granted_plan end,
          'granted_until', sync.iso(s.granted_until),
          'trial_used', exists (
            select from billing.trials t where t.address_digest = billing.address_digest(s.email)),
          'created_at', sync.iso(s.created_at), 'updated_at', sync.iso(s.updated_at))
        from public.user_subscriptions s where s.user_id = any (p_ids::uuid[]);
    when 'profiles' then
      return query select 'account:' || p.id, p.id::text,
        json_build_object('id', p.id, 'full_name', p.full_name, 'avatar_url', p.avatar_url,
          'bio', p.bio, 'job_title', p.job_title, 'location', p.location, 'website', p.website,
          'is_admin', a.email is not null, 'is_super_admin', coalesce(a.is_super_admin, false), 'deleted_at',
            sync.iso(p.deleted_at), 'muted', to_json(p.muted))
        from public.profiles p left join public.admin_users a on a.user_id = p.id where p.id = any (p_ids::uuid[]);
    when 'streaks' then
      return query select 'account:' || s.user_id, s.user_id::text,
        json_build_object('id', s.user_id, 'current_streak', s.current_streak,
          'longest_streak', s.longest_streak, 'last_active', s.last_active)
        from public.user_streaks s where s.user_id = any (p_ids::uuid[]);
    when 'achievement_progress' then
      return query select q.scope, a.achievement_id,
        json_build_object('id', a.achievement_id, 'current_value', a.current_value,
          'completed', a.completed, 'completed_at', sync.iso(a.completed_at))
        from unnest(p_scopes, p_ids) as q (scope, id), lateral (
          select * from public.user_achievements k where k.user_id = substr(q.scope, 9)::uuid
            and k.achievement_id = q.id limit 1) a;
    when 'certificate_progress' then
      return query select q.scope, c.certificate_id::text,
        json_build_object('id', c.certificate_id, 'completed_requirements', c.completed_requirements,
          'progress_percentage', c.progress_percentage, 'completed', c.completed, 'completed_at',
            sync.iso(c.completed_at), 'serial', i.serial, 'issued_name', i.name, 'seal', i.seal, 'credential',
            i.credential, 'revoked_at', sync.iso(i.revoked_at))
        from unnest(p_scopes, p_ids) as q (scope, id)
        cross join lateral (
          select * from public.user_certificates k where k.user_id = substr(q.scope, 9)::uuid
            and k.certificate_id = q.id::uuid limit 1) c
        left join lateral (
          select * from public.issued_certificates k where k.user_id = c.user_id
            and k.certificate_id = c.certificate_id order by k.status_index desc limit 1) i on true;
    when 'results' then
      return query select q.scope, r.id::text, json_build_object('id', r.id, 'test_id', r.test_id, 'score', r.score,
        'passed', r.passed,
          'time_spent', r.time_spent, 'completed_at', sync.iso(r.completed_at), 'review', r.review,
          'counts', sync.counts_for_certificate(r.id))
        from unnest(p_scopes, p_ids) as q (scope, id),
          lateral (select * from public.test_results k where k.id = q.id::uuid limit 1) r
        where 'account:' || r.user_id = q.scope;
    when 'comments' then
      return query select q.scope, c.id::text, json_build_object('id', c.id, 'video_id', c.video_id, 'user_id',
        c.user_id,
          'user_name', case when p.deleted_at is null then coalesce(nullif(btrim(p.full_name), ''), 'Потребител')
            else 'Потребител' end,
          'user_avatar', case when p.deleted_at is null then p.avatar_url end, 'content', c.content, 'created_at',
            sync.iso(c.created_at), 'position', c.position, 'parent_id', (
            select a.id from public.video_comments a where a.id = c.parent_id and a.deleted_at is null),
          'is_teacher', exists (select from public.admin_users a where a.user_id = c.user_id))
        from unnest(p_scopes, p_ids) as q (scope, id),
          lateral (select * from public.video_comments k where k.id = q.id::uuid limit 1) c,
          lateral (select * from public.profiles k where k.id = c.user_id limit 1) p
        where 'video:' || c.video_id = q.scope and c.deleted_at is null;
    when 'video_stats' then
      return query select 'video:' || s.video_id, s.video_id::text,
        json_build_object('id', s.video_id, 'likes_count', s.likes_count,
          'comments_count', s.comments_count)
        from public.video_stats s where s.video_id = any (p_ids::uuid[]);
    when 'journal' then
      return query select q.scope, j.id, json_build_object('id', j.id, 'kind', j.kind, 'at', j.at, 'active_on',
        j.active_on, 'rev', j.rev, 'data', j.data)
        from unnest(p_scopes, p_ids) as q (scope, id), lateral (
          select * from sync.journal k where k.user_id = substr(q.scope, 9)::uuid and k.id = q.id
            and not k.deleted limit 1) j;
    else
      raise exception 'no projection for %', p_kind;
  end case;
end
$$;

create or replace function sync.count_discussion(p_video uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into public.video_stats as s (video_id, likes_count, comments_count)
    select v.id, (select count(*) from public.video_likes l where l.video_id = v.id),
      (select count(*) from public.video_comments c where c.video_id = v.id and c.deleted_at is null)
    from public.videos v where v.id = p_video
    on conflict (video_id) do update set likes_count = excluded.likes_count, comments_count = excluded.comments_count,
      updated_at = now()
    where (s.likes_count, s.comments_count) is distinct from (excluded.likes_count, excluded.comments_count);
end
$$;

create or replace function sync.on_video_comments() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_video text := coalesce(new.video_id, old.video_id)::text;
  v_user text := coalesce(new.user_id, old.user_id)::text;
begin
  perform sync.touch('comments', coalesce(new.id, old.id)::text, 'video:' || v_video),
    sync.touch('video_stats', v_video, 'video:' || v_video),
    sync.request('recount_comment', v_user, 'account:' || v_user);
  -- Answers to a comment in the trash stand by themselves.
  if tg_op = 'UPDATE' and (old.deleted_at is null) <> (new.deleted_at is null) then
    perform sync.touch('comments', c.id::text, 'video:' || v_video) from public.video_comments c
      where c.parent_id = new.id;
  end if;
  return null;
end
$$;

create or replace function sync.notify_lesson() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_course text;
begin
  if new.status = 'draft' then return null; end if;
  select title into v_course from public.courses where id = new.course_id and status in ('published', 'public')
    and deleted_at is null;
  if not found then return null; end if;
  -- Ten lessons that are added together are one message: the source has the course and the day.
  perform sync.notify(j.user_id, 'lesson', 'lesson:' || new.course_id || ':' || current_date, 'info',
      'Нов урок в „' || v_course || '“', new.title, '/course/' || new.course_id)
    from (select distinct user_id from sync.journal
      where kind = 'progress' and not deleted and data ->> 'course_id' = new.course_id::text) j;
  return null;
end
$$;

create or replace function sync.apply_registration(p_user uuid, p_event uuid, p_registered boolean, p_at timestamptz default null)
  returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not p_registered then
    delete from public.event_registrations where event_id = p_event and user_id = p_user and status <> 'attended';
    return;
  end if;
  if not sync.may_act(p_user, 'basic', p_at) then perform sync.reject('forbidden'); end if;
  insert into public.event_registrations as r (event_id, user_id) values (p_event, p_user)
    on conflict (event_id, user_id) do update set status = 'registered', registered_at = now(), deleted_at = null
      where r.status = 'cancelled';
end
$$;

create or replace function sync.take_seat() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_event public.events; v_taken int;
begin
  if new.status = 'cancelled' then return new; end if;
  if tg_op = 'UPDATE' and old.status <> 'cancelled' and old.event_id = new.event_id then return new; end if;
  select * into v_event from public.events where id = new.event_id for update;
  if not found or v_event.status = 'draft' then raise exception 'not_found' using errcode = 'P0001'; end if;
  -- The learner is already registered: the unique index reports it.
  if tg_op = 'INSERT' and exists (select from public.event_registrations r where r.event_id = new.event_id
    and r.user_id = new.user_id and r.status <> 'cancelled')
    then return new; end if;
  -- A registration from the trash comes back also after the event.
  if (v_event.status <> 'active' or v_event.end_date < now())
    and not (tg_op = 'UPDATE' and old.trashed_status is not null and new.trashed_status is null) then raise exception 'event_closed'
    using errcode = 'P0001'; end if;
  select count(*) into v_taken from public.event_registrations r where r.event_id = new.event_id
    and r.status <> 'cancelled';
  if v_event.max_participants is not null and v_taken >= v_event.max_participants then raise exception 'event_full'
    using errcode = 'P0001'; end if;
  return new;
end
$$;

create or replace function sync.count_facts(p_user uuid, p_type text) returns int
language plpgsql stable security definer set search_path = '' as $$
declare
  v_count bigint := 0;
begin
  case p_type
    when 'video_watched' then
      select count(*) into v_count from sync.journal where user_id = p_user and kind = 'progress' and not deleted;
    when 'course_completed' then
      select count(*) into v_count from (
        select v.course_id, count(*) as lessons
        from sync.journal j join public.videos v on v.id = sync.uuid_or_null(j.data ->> 'video_id')
          and v.status = 'published' and v.deleted_at is null
        where j.user_id = p_user and j.kind = 'progress' and not j.deleted and j.data -> 'completed' = 'true'
        group by v.course_id) done
      join public.courses c on c.id = done.course_id and c.status in ('published', 'public')
      where done.lessons = (select count(*) from public.videos v where v.course_id = done.course_id
        and v.status = 'published' and v.deleted_at is null);
    when 'test_passed' then
      select count(distinct test_id) into v_count from public.test_results where user_id = p_user and passed;
    when 'test_perfect' then
      select count(distinct test_id) into v_count from public.test_results where user_id = p_user and score = 100;
    when 'streak' then
      select longest_streak into v_count from public.user_streaks where user_id = p_user;
    when 'active_days' then
      select count(*) into v_count from public.user_activity where user_id = p_user;
    when 'event' then
      select count(*) into v_count from public.event_registrations where user_id = p_user and status <> 'cancelled';
    when 'news' then
      select count(*) into v_count from sync.journal where user_id = p_user and kind = 'view' and not deleted;
    when 'comment' then
      select count(*) into v_count from public.video_comments where user_id = p_user;
    when 'like' then
      select count(*) into v_count from public.video_likes where user_id = p_user;
    when 'certificate' then
      select count(*) into v_count from public.user_certificates where user_id = p_user and completed;
    when 'note' then
      -- The newest version decides whether the note is deleted.
      select count(*) into v_count from sync.journal
        where user_id = p_user and kind = 'note' and not deleted and data #> '{versions,0,deleted}' is distinct
          from 'true';
    else
      v_count := 0;
  end case;
  return coalesce(v_count, 0);
end
$$;

create or replace function sync.recount_certificates(p_users uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  with met as (
    select u.id as user_id, r.certificate_id, r.test_id, b.passed_at
    from unnest(p_users) as u (id)
    cross join public.certificate_requirements r
    join public.certificates c on c.id = r.certificate_id and c.is_active and c.deleted_at is null
    left join lateral (
      select min(t.completed_at) as passed_at from public.test_results t
      where t.user_id = u.id and t.test_id = r.test_id and t.score >= r.minimum_score
        and sync.counts_for_certificate(t.id)) b on true
  ), progress as (
    select user_id, certificate_id, coalesce(array_agg(test_id order by test_id) filter (where passed_at is not null),
      '{}') as done,
      (100 * count(passed_at) / count(*))::int as percent, count(passed_at) = count(*) as complete,
        max(passed_at) as complete_at
    from met group by user_id, certificate_id
  )
  insert into public.user_certificates as s (user_id, certificate_id, completed_requirements, progress_percentage,
    completed, completed_at)
    select p.user_id, p.certificate_id, p.done, p.percent, p.complete, case when p.complete then p.complete_at end
    from progress p
    where p.done <> '{}' or exists (select from public.user_certificates e where e.user_id = p.user_id
      and e.certificate_id = p.certificate_id)
    order by p.user_id, p.certificate_id
    on conflict (user_id, certificate_id) do update set completed_requirements = excluded.completed_requirements,
      progress_percentage = case when s.completed then 100 else excluded.progress_percentage end,
      completed = s.completed or excluded.completed, completed_at = coalesce(s.completed_at, excluded.completed_at)
    where (s.completed_requirements, s.progress_percentage, s.completed) is distinct
      from (excluded.completed_requirements,
      case when s.completed then 100 else excluded.progress_percentage end, s.completed or excluded.completed);
end
$$;

drop function sync.score_attempt(uuid, jsonb);
create function sync.score_attempt(p_test uuid, p_answers jsonb, p_version int default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  with content as materialized (
    select sync.test_body(p_test, p_version) as body
  ), marked as (
    select q.value ->> 'id' as id, q.place, q.value -> 'explanation' as explanation, k.correct_options,
      coalesce((select array_agg(distinct c.option order by c.option) from (
          select value collate "C" as option from jsonb_array_elements_text(case
            when jsonb_typeof(p_answers -> (q.value ->> 'id')) = 'array' then p_answers -> (q.value ->> 'id')
            when jsonb_typeof(p_answers -> (q.value ->> 'id') -> 'options') = 'array'
              then p_answers -> (q.value ->> 'id') -> 'options'
            else '[]' end)) c), '{}') = k.correct_options as correct
    from content, jsonb_array_elements(content.body -> 'questions') with ordinality as q (value, place), lateral (
      select coalesce(array_agg(o ->> 'id' collate "C" order by o ->> 'id' collate "C"), '{}') as correct_options
      from jsonb_array_elements(q.value -> 'options') o where (o ->> 'isCorrect')::boolean) k
  ), counted as (
    select count(*) as questions, count(*) filter (where correct) as right_ones,
      coalesce(round(100.0 * count(*) filter (where correct) / nullif(count(*), 0))::int, 0) as score,
      coalesce(jsonb_agg(jsonb_build_object('question_id', id, 'correct', correct, 'correct_options',
        to_jsonb(correct_options), 'explanation', explanation) order by place), '[]') as review
    from marked
  )
  select jsonb_build_object('score', c.score,
    'passed', c.questions > 0 and c.score >= (content.body ->> 'passing_score')::int,
    'correct', c.right_ones, 'total', c.questions, 'review', c.review)
  from counted c, content
$$;
comment on function sync.score_attempt is
  'Scores answers `{question id: {options: […]}}` (or `{question id: […]}`) against the key of a version of the quiz.';

drop function sync.apply_result(uuid, uuid, uuid, jsonb, int, timestamptz, timestamptz);
create function sync.apply_result(p_user uuid, p_attempt uuid, p_test uuid, p_answers jsonb, p_time_spent int,
  p_finished_at timestamptz, p_started_at timestamptz default null, p_version int default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_version int; v_body jsonb;
  v_test record; v_old public.test_results; v_score jsonb; v_spent int := greatest(0, p_time_spent);
  v_earlier int; v_passed_before boolean; v_account timestamptz; v_started timestamptz; v_limit interval;
  v_last_answer timestamptz; v_review jsonb;
begin
  perform sync.lock_user(p_user);
  -- Rule: an attempt is scored by the version with which it began. An older app does not name it: then by the newest one
  -- that was there at the time.
  v_version := coalesce(
    (select version from public.test_versions where test_id = p_test and p_version is not null
      and version = greatest(p_version, 1)),
    (select max(version) from public.test_versions where test_id = p_test
      and published_at <= coalesce(p_started_at, p_finished_at)),
    (select min(version) from public.test_versions where test_id = p_test));
  v_body := sync.test_body(p_test, v_version);
  select (v_body ->> 'max_attempts')::int as max_attempts, (v_body ->> 'time_limit')::int as time_limit, c.plan_type
    into v_test from public.tests t join public.courses c on c.id = t.course_id where t.id = p_test;
  if not found then perform sync.reject('not_found'); end if;
  if not sync.may_act(p_user, case when v_test.plan_type = 'premium' then 'premium' else 'basic' end, p_started_at) then
    perform sync.reject('forbidden');
  end if;
  select * into v_old from public.test_results where id = p_attempt;
  if found and v_old.user_id <> p_user then perform sync.reject('duplicate'); end if;
  -- Rule: score once. The review reveals the key, so a later version of the attempt cannot count; a key corrected later
  -- does not either.
  if v_old.id is not null then return; end if;
  select count(*), coalesce(bool_or(passed), false) into v_earlier, v_passed_before
    from public.test_results where user_id = p_user and test_id = p_test;
  if v_test.max_attempts > 0 and v_earlier >= v_test.max_attempts then
    perform sync.reject('attempts_exhausted');
  end if;
  select created_at into v_account from public.profiles where id = p_user;
  v_started := least(coalesce(p_started_at, p_finished_at), now());
  -- A minute on top, for clocks that are read one after the other.
  v_limit := case when v_test.time_limit > 0 then make_interval(mins => v_test.time_limit + 1) end;
  select max(sync.time_of_ms((a.value ->> 'at')::bigint)) into v_last_answer
    from jsonb_each(case when jsonb_typeof(p_answers) = 'object' then p_answers else '{}' end) a
    where jsonb_typeof(a.value) = 'object' and jsonb_typeof(a.value -> 'at') = 'number';
  v_score := sync.score_attempt(p_test, p_answers, v_version);
  v_review := v_score -> 'review';
  -- Rule: the review of a graded quiz names the right options only after passing or after the last attempt.
  if sync.is_graded(p_test) and not (v_score ->> 'passed')::boolean and not v_passed_before
    and (v_test.max_attempts = 0 or v_earlier + 1 < v_test.max_attempts) then
    v_review := sync.hide_key(v_review);
  end if;
  insert into public.test_results (id, user_id, test_id, score, passed, time_spent, answers, review, completed_at,
      started_at, over_time, version)
    values (p_attempt, p_user, p_test, (v_score ->> 'score')::int, (v_score ->> 'passed')::boolean,
      case when v_test.time_limit > 0 then least(v_spent, v_test.time_limit * 60) else v_spent end, p_answers, v_review,
      greatest(least(greatest(p_finished_at, v_started), now()), v_account), greatest(v_started, v_account),
      coalesce(greatest(make_interval(secs => v_spent), p_finished_at - v_started, v_last_answer - v_started) > v_limit,
        false), v_version);
end
$$;
comment on function sync.apply_result is
  'Scores a finished attempt once and stores the result, with times between the creation of the account and now.';

create or replace function sync.apply(p_user uuid, p_doc jsonb) returns void language plpgsql volatile as $$
declare
  v_key text := split_part(p_doc ->> 'id', '/', 2);
  v_data jsonb := p_doc -> 'data';
begin
  case p_doc ->> 'kind'
    when 'progress' then perform sync.apply_progress(p_user, v_key::uuid);
    when 'attempt' then
      if v_data ->> 'finished_at' is not null then
        perform sync.apply_result(p_user, v_key::uuid, (v_data ->> 'test_id')::uuid, v_data -> 'answers',
          ((v_data ->> 'time_spent')::bigint / 1000)::int,
          sync.time_of_ms((v_data ->> 'finished_at')::bigint), sync.time_of_ms((v_data ->> 'started_at')::bigint),
          (v_data ->> 'version')::int);
      end if;
    when 'day' then perform sync.apply_day(p_user, v_key::date);
    when 'registration' then
      perform sync.apply_registration(p_user, v_key::uuid, (v_data ->> 'registered')::boolean,
        sync.time_of_ms((p_doc ->> 'at')::bigint));
    when 'like' then perform sync.apply_like(p_user, v_key::uuid, (v_data ->> 'liked')::boolean,
      sync.time_of_ms((p_doc ->> 'at')::bigint));
    when 'comment' then
      perform sync.apply_comment(p_user, v_key::uuid, (v_data ->> 'video_id')::uuid, v_data ->> 'content',
        sync.time_of_ms((v_data ->> 'created_at')::bigint), (v_data ->> 'deleted')::boolean,
        (v_data ->> 'position')::int, (v_data ->> 'parent_id')::uuid);
    when 'note' then null;
    when 'read' then perform sync.apply_read(p_user, v_key::uuid, (v_data ->> 'deleted')::boolean);
    when 'profile' then perform sync.apply_profile(p_user, v_data -> 'fields');
    when 'cart' then perform sync.apply_cart(p_user, v_key::uuid, (v_data ->> 'quantity')::int);
    when 'view' then perform sync.apply_view(p_user, (v_data ->> 'news_id')::uuid);
    when 'form' then perform sync.apply_form(p_user, v_key::uuid, v_data ->> 'form', v_data -> 'payload');
    -- Rule: without this branch PostgreSQL raises case_not_found, and the device would retry for ever.
    else perform sync.reject('unknown_kind');
  end case;
end
$$;

create or replace function sync.check_wire_version(p_version int) returns void
language plpgsql immutable as $$
begin
  if coalesce(p_version, 1) < 1 then
    raise sqlstate 'PT503' using message = 'client_too_old';
  end if;
  if p_version > 5 then
    raise sqlstate 'PT503' using message = 'server_too_old';
  end if;
end
$$;

create or replace function sync.is_attempt(p_data jsonb) returns boolean language plpgsql immutable parallel safe as $$
declare
  v_question text;
  v_answer jsonb;
  v_answered int := 0;
begin
  if jsonb_typeof(p_data) is distinct from 'object' then return false; end if;
  if not (sync.has_members(p_data - 'version', '{test_id,started_at,finished_at,time_spent,answers}')
      and (not p_data ? 'version' or sync.is_whole(p_data -> 'version', 1000000)) -- QUIZ_VERSIONS
      and sync.is_uuid(p_data -> 'test_id') and sync.is_time(p_data -> 'started_at')
      and (p_data -> 'finished_at' = 'null' or sync.is_time(p_data -> 'finished_at'))
      and sync.is_whole(p_data -> 'time_spent', 2592000000) -- ATTEMPT_MS
      and jsonb_typeof(p_data -> 'answers') = 'object') then
    return false;
  end if;
  for v_question, v_answer in select e.key, e.value from jsonb_each(p_data -> 'answers') e loop
    v_answered := v_answered + 1;
    -- ATTEMPT_QUESTIONS
    if v_answered > 200 or not sync.is_uuid(v_question) or not sync.is_answer(v_answer) then return false; end if;
  end loop;
  return true;
end
$$;

create or replace function sync.merge_attempt(p_a jsonb, p_b jsonb) returns jsonb language plpgsql immutable parallel safe as $$
declare
  v_a_end bigint := (p_a ->> 'finished_at')::bigint;
  v_b_end bigint := (p_b ->> 'finished_at')::bigint;
begin
  if v_a_end is not null and v_b_end is not null then
    return case
      when v_a_end < v_b_end then p_a
      when v_b_end < v_a_end then p_b
      when sync.canonical(p_a) collate "C" >= sync.canonical(p_b) then p_a
      else p_b
    end;
  end if;
  if v_a_end is not null then return p_a; end if;
  if v_b_end is not null then return p_b; end if;
  return jsonb_build_object(
    'test_id', greatest((p_a ->> 'test_id') collate "C", p_b ->> 'test_id'),
    'started_at', least((p_a ->> 'started_at')::bigint, (p_b ->> 'started_at')::bigint),
    'finished_at', null,
    'time_spent', greatest((p_a ->> 'time_spent')::bigint, (p_b ->> 'time_spent')::bigint),
    'answers', sync.merge_timed(p_a -> 'answers', p_b -> 'answers', 200) -- ATTEMPT_QUESTIONS
  ) || case when p_a ? 'version' or p_b ? 'version'
    then jsonb_build_object('version', greatest((p_a ->> 'version')::int, (p_b ->> 'version')::int)) else '{}' end;
end
$$;

create or replace function sync.admin_attention() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('kind', f.kind, 'count', f.count, 'since', sync.iso(f.since),
      'names', coalesce(f.names, '[]')) order by f.place), '[]')
    from (
      select 1 as place, 'failed_jobs' as kind, count(*) as count, min(last_finished_at) as since,
          jsonb_agg(name order by name) as names
        from public.background_jobs where error is not null
      union all
      select 2, 'unpaid_invoices', count(*), min(created_at), null from public.payments
        where status in ('pending', 'failed') and coalesce(amount_due, 0) > amount
      union all
      select 3, 'unsigned_certificates', count(*), min(created_at), null from public.issued_certificates
        where signed_at is null and revoked_at is null and created_at < now() - interval '10 minutes'
      union all
      select 4, 'failed_sends', count(*), min(created_at), null from public.notification_sends
        where state in ('queued', 'sending', 'withdrawing') and created_at < now() - interval '15 minutes'
      union all
      select 5, 'open_reports', count(distinct comment_id), min(created_at), null from public.comment_reports
        where resolved_at is null
    ) f where f.count > 0);
end
$$;

create or replace function public.admin_registrations(p_event uuid default null, p_status text default 'all',
  p_search text default '', p_page int default 1, p_size int default 10) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_search constant text := lower(btrim(coalesce(p_search, '')));
  v_total bigint; v_rows jsonb; v_counts jsonb;
begin
  perform sync.require_admin(), sync.require_page(p_page, p_size),
    sync.require_option('p_status', p_status, '{all,registered,cancelled,attended}');
  -- The counts are those of the tabs, so the status does not narrow them.
  with found_rows as materialized (
    select r.id, r.registered_at, r.status from public.event_registrations r
    where r.deleted_at is null and (p_event is null or r.event_id = p_event)
      and (v_search = '' or exists (select from auth.users u left join public.profiles p on p.id = u.id
        where u.id = r.user_id and (strpos(lower(coalesce(u.email, '')), v_search) > 0
          or strpos(lower(coalesce(p.full_name, '')), v_search) > 0)))
  ), page as (
    select id, registered_at from found_rows where p_status = 'all' or status = p_status
      order by registered_at desc, id limit p_size offset (p_page - 1) * p_size
  )
  select count(*) filter (where p_status = 'all' or f.status = p_status),
      jsonb_build_object('registered', count(*) filter (where f.status = 'registered'),
        'cancelled', count(*) filter (where f.status = 'cancelled'),
        'attended', count(*) filter (where f.status = 'attended')),
      (select jsonb_agg(jsonb_build_object('id', r.id, 'event_id', r.event_id, 'event_title', e.title,
          'user_id', r.user_id, 'email', u.email, 'full_name', p.full_name, 'status', r.status,
          'registered_at', sync.iso(r.registered_at)) order by r.registered_at desc, r.id)
        from page join public.event_registrations r on r.id = page.id join public.events e on e.id = r.event_id
          left join auth.users u on u.id = r.user_id left join public.profiles p on p.id = r.user_id)
    into v_total, v_counts, v_rows from found_rows f;
  return sync.list_page(v_rows, v_total, p_page, p_size) || jsonb_build_object('counts', v_counts);
end
$$;

create or replace function sync.queue_push() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into sync.push_outbox (device_id, notification_id)
    select d.id, n.id from fresh n
      join public.push_devices d on d.user_id = n.user_id
      join public.profiles p on p.id = n.user_id and p.deleted_at is null
    where n.topic <> all (p.push_off)
      -- The administrator decides whether a send is pushed.
      and (n.source is null or n.source not like 'send:%' or exists (select from public.notification_sends s
        where s.id = sync.uuid_or_null(substr(n.source, 6)) and s.push));
  -- Wakes the sender of this server at commit; other servers look into the table every few seconds.
  if found then perform pg_notify('push', ''); end if;
  return null;
end
$$;

create trigger notify_published after update of status on public.videos for each row
  when (old.status = 'draft' and new.status = 'published') execute function sync.notify_lesson();


-- What holds for every content row of the console: versions, positions of lessons, the trash, and who has a row open.

-- ── Versions: no lost update ──
-- A patch names the version that it started from. `before update of row_version` tells whether it did: a trigger alone
-- cannot know which columns a statement sets.

create function sync.name_version() returns trigger language plpgsql set search_path = '' as $$
begin
  perform set_config('sync.version_named', 'yes', true);
  return new;
end
$$;
comment on function sync.name_version is 'Remembers that the running update names a version.';

create function sync.check_version() returns trigger language plpgsql set search_path = '' as $$
declare
  v_named constant boolean := coalesce(current_setting('sync.version_named', true), '') = 'yes';
begin
  perform set_config('sync.version_named', '', true);
  if not v_named then
    if current_user = 'authenticated' then
      raise sqlstate 'PT428' using message = 'version_needed';
    end if;
    -- The server's own writes (seats, feeds) are no edit.
    new.row_version := old.row_version;
    return new;
  end if;
  if new.row_version is distinct from old.row_version then
    raise sqlstate 'PT409' using message = 'version_conflict', detail = to_jsonb(old)::text;
  end if;
  new.row_version := old.row_version + 1;
  return new;
end
$$;
comment on function sync.check_version is
  'Raises the version of a row, or refuses an edit that started from another one and returns the stored row.';

create trigger version_a_named before update of row_version on public.courses for each row
  execute function sync.name_version();
create trigger version_b_checked before update on public.courses for each row execute function sync.check_version();
create trigger version_a_named before update of row_version on public.course_templates for each row
  execute function sync.name_version();
create trigger version_b_checked before update on public.course_templates for each row
  execute function sync.check_version();
create trigger version_a_named before update of row_version on public.videos for each row
  execute function sync.name_version();
create trigger version_b_checked before update on public.videos for each row execute function sync.check_version();
create trigger version_a_named before update of row_version on public.course_resources for each row
  execute function sync.name_version();
create trigger version_b_checked before update on public.course_resources for each row
  execute function sync.check_version();
create trigger version_a_named before update of row_version on public.video_resources for each row
  execute function sync.name_version();
create trigger version_b_checked before update on public.video_resources for each row
  execute function sync.check_version();
create trigger version_a_named before update of row_version on public.tests for each row
  execute function sync.name_version();
create trigger version_b_checked before update on public.tests for each row execute function sync.check_version();
create trigger version_a_named before update of row_version on public.certificates for each row
  execute function sync.name_version();
create trigger version_b_checked before update on public.certificates for each row
  execute function sync.check_version();
create trigger version_a_named before update of row_version on public.events for each row
  execute function sync.name_version();
create trigger version_b_checked before update on public.events for each row execute function sync.check_version();
create trigger version_a_named before update of row_version on public.news for each row
  execute function sync.name_version();
create trigger version_b_checked before update on public.news for each row execute function sync.check_version();

create function sync.start_version() returns trigger language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' then
    new.row_version := 1;
    if new.deleted_at is not null then
      raise insufficient_privilege using message = format('deleted_at of %s is set by the server', tg_table_name);
    end if;
  end if;
  return new;
end
$$;
comment on function sync.start_version is 'Starts each new row at version 1, outside the trash.';
create trigger version_start before insert on public.courses for each row execute function sync.start_version();
create trigger version_start before insert on public.course_templates for each row
  execute function sync.start_version();
create trigger version_start before insert on public.videos for each row execute function sync.start_version();
create trigger version_start before insert on public.course_resources for each row
  execute function sync.start_version();
create trigger version_start before insert on public.video_resources for each row
  execute function sync.start_version();
create trigger version_start before insert on public.certificates for each row execute function sync.start_version();
create trigger version_start before insert on public.events for each row execute function sync.start_version();
create trigger version_start before insert on public.news for each row execute function sync.start_version();

create trigger keep_trash before update on public.courses for each row execute function sync.protect_columns('deleted_at');
create trigger keep_trash before update on public.course_templates for each row
  execute function sync.protect_columns('deleted_at');
create trigger keep_trash before update on public.videos for each row execute function sync.protect_columns('deleted_at');
create trigger keep_trash before update on public.course_resources for each row
  execute function sync.protect_columns('deleted_at');
create trigger keep_trash before update on public.video_resources for each row
  execute function sync.protect_columns('deleted_at');
create trigger keep_trash before update on public.certificates for each row
  execute function sync.protect_columns('deleted_at');
create trigger keep_trash before update on public.events for each row execute function sync.protect_columns('deleted_at');
create trigger keep_trash before update on public.news for each row execute function sync.protect_columns('deleted_at');

-- ── Positions of lessons: the server assigns them ──

create function sync.place_lesson() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'INSERT' and current_user = 'authenticated' then new.status := 'draft'; end if;
  -- Two lessons that are added at the same time get two positions.
  perform pg_advisory_xact_lock(hashtextextended('lessons:' || new.course_id, 0));
  if current_user = 'authenticated' or tg_op = 'UPDATE' or exists (select from public.videos v
    where v.course_id = new.course_id and v.order_position = new.order_position) then
    new.order_position := (select coalesce(max(v.order_position), 0) + 1 from public.videos v
      where v.course_id = new.course_id);
  end if;
  return new;
end
$$;
comment on function sync.place_lesson is 'Puts a new lesson at the end of its course; a lesson that a client adds is a draft.';
create trigger place before insert on public.videos for each row execute function sync.place_lesson();
create trigger place_moved before update of course_id on public.videos for each row
  when (old.course_id <> new.course_id) execute function sync.place_lesson();
create trigger keep_place before update on public.videos for each row
  when (old.course_id = new.course_id) execute function sync.protect_columns('order_position');

-- ── The trash ──

create function sync.trash_tables() returns text[] language sql immutable set search_path = '' as $$
  select array['courses', 'course_templates', 'videos', 'course_resources', 'video_resources', 'tests', 'certificates',
    'events', 'news']
$$;
comment on function sync.trash_tables is 'The content tables whose rows have a version and a place in the trash.';

create function sync.require_trash_right(p_table text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform sync.require_admin(),
    sync.require_option('p_table', p_table, sync.trash_tables() || array['video_comments', 'event_registrations']);
  if p_table = 'event_registrations' then perform sync.require_super_admin(); end if;
end
$$;
comment on function sync.require_trash_right is
  'Checks the table of a trash call; registrations are for super administrators.';

create function public.move_to_trash(p_table text, p_id uuid, p_version int default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_at timestamptz;
begin
  perform sync.require_trash_right(p_table);
  if p_table = 'event_registrations' then
    update public.event_registrations set deleted_at = now(), trashed_status = status, status = 'cancelled'
      where id = p_id and deleted_at is null;
  elsif p_table = 'video_comments' then
    update public.video_comments set deleted_at = now() where id = p_id and deleted_at is null;
  else
    execute format('update public.%I set deleted_at = now(), row_version = coalesce($2, row_version)
      where id = $1 and deleted_at is null', p_table) using p_id, p_version;
  end if;
  execute format('select deleted_at from public.%I where id = $1', p_table) into v_at using p_id;
  if v_at is null then perform sync.refuse('not_found'); end if;
  return jsonb_build_object('deleted_at', sync.iso(v_at));
end
$$;
comment on function public.move_to_trash is
  'Moves a row to the trash; moving it twice is the same. Registrations: super administrators only.';

create function public.restore(p_table text, p_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_row jsonb;
begin
  perform sync.require_trash_right(p_table);
  if p_table = 'event_registrations' then
    update public.event_registrations set deleted_at = null, status = coalesce(trashed_status, status),
        trashed_status = null
      where id = p_id and deleted_at > now() - interval '30 days';
  elsif p_table = 'video_comments' then
    update public.video_comments set deleted_at = null where id = p_id and deleted_at > now() - interval '30 days';
  else
    execute format('update public.%I set deleted_at = null, row_version = row_version
      where id = $1 and deleted_at > now() - interval ''30 days''', p_table) using p_id;
  end if;
  execute format('select to_jsonb(t) from public.%I t where id = $1 and deleted_at is null', p_table)
    into v_row using p_id;
  if v_row is null then perform sync.refuse('not_found'); end if;
  return v_row;
end
$$;
comment on function public.restore is 'Takes a row out of the trash, with everything that hangs on it.';

create function public.admin_trash(p_page int default 1, p_size int default 10) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_total bigint; v_rows jsonb;
begin
  perform sync.require_super_admin(), sync.require_page(p_page, p_size);
  with trashed as materialized (
    select * from (
      select 'courses' as table_name, id, title, deleted_at from public.courses
      union all select 'course_templates', id, name, deleted_at from public.course_templates
      union all select 'videos', id, title, deleted_at from public.videos
      union all select 'course_resources', id, title, deleted_at from public.course_resources
      union all select 'video_resources', id, title, deleted_at from public.video_resources
      union all select 'tests', id, title, deleted_at from public.tests
      union all select 'certificates', id, title, deleted_at from public.certificates
      union all select 'events', id, title, deleted_at from public.events
      union all select 'news', id, title, deleted_at from public.news
      union all select 'video_comments', id, left(content, 200), deleted_at from public.video_comments
      union all select 'event_registrations', r.id, e.title, r.deleted_at from public.event_registrations r
        join public.events e on e.id = r.event_id) t
    where t.deleted_at > now() - interval '30 days'
  ), page as (
    select * from trashed order by deleted_at desc, id limit p_size offset (p_page - 1) * p_size
  )
  select (select count(*) from trashed), (select jsonb_agg(jsonb_build_object('table_name', p.table_name,
      'row_id', p.id, 'title', p.title, 'deleted_at', sync.iso(p.deleted_at),
      'deleted_by', (select u.email from public.admin_audit a join auth.users u on u.id = a.user_id
        where a.table_name = p.table_name and a.row_id = p.id::text and a.action = 'trash' order by a.id desc limit 1),
      'purge_at', sync.iso(p.deleted_at + interval '30 days')) order by p.deleted_at desc, p.id) from page p)
    into v_total, v_rows;
  return sync.list_page(v_rows, v_total, p_page, p_size);
end
$$;
comment on function public.admin_trash is 'Returns a page of the trash, newest first. For super administrators.';

create function sync.is_purgeable(p_video uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return not exists (select from public.video_comments where video_id = p_video)
    and not exists (select from public.video_likes where video_id = p_video)
    and not exists (select from public.user_bookmarks where video_id = p_video)
    and not exists (select from sync.journal where kind in ('progress', 'note') and not deleted
      and data ->> 'video_id' = p_video::text);
end
$$;
comment on function sync.is_purgeable is 'Whether no learner made anything with a lesson.';

create function sync.is_purgeable_test(p_test uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return not exists (select from public.test_results where test_id = p_test)
    and not exists (select from public.certificate_requirements where test_id = p_test)
    and not exists (select from sync.journal where kind = 'attempt' and not deleted
      and data ->> 'test_id' = p_test::text);
end
$$;
comment on function sync.is_purgeable_test is 'Whether no learner took a quiz and no certificate requires it.';

-- Rule: what learners made keeps its row. It stays hidden, and is no longer in the trash.
create function public.purge_trash() returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_before constant timestamptz := now() - interval '30 days';
  v_count int; v_purged int := 0;
begin
  delete from public.video_resources where deleted_at < v_before;
  get diagnostics v_count = row_count; v_purged := v_purged + v_count;
  delete from public.course_resources where deleted_at < v_before;
  get diagnostics v_count = row_count; v_purged := v_purged + v_count;
  delete from public.course_templates where deleted_at < v_before;
  get diagnostics v_count = row_count; v_purged := v_purged + v_count;
  delete from public.news n where n.deleted_at < v_before and not exists (select from sync.journal j
    where j.kind = 'view' and not j.deleted and j.data ->> 'news_id' = n.id::text);
  get diagnostics v_count = row_count; v_purged := v_purged + v_count;
  delete from public.certificates c where c.deleted_at < v_before
    and not exists (select from public.user_certificates u where u.certificate_id = c.id)
    and not exists (select from public.issued_certificates i where i.certificate_id = c.id);
  get diagnostics v_count = row_count; v_purged := v_purged + v_count;
  delete from public.tests t where (t.deleted_at < v_before
      or exists (select from public.courses c where c.id = t.course_id and c.deleted_at < v_before))
    and sync.is_purgeable_test(t.id);
  get diagnostics v_count = row_count; v_purged := v_purged + v_count;
  delete from public.videos v where (v.deleted_at < v_before
      or exists (select from public.courses c where c.id = v.course_id and c.deleted_at < v_before))
    and sync.is_purgeable(v.id);
  get diagnostics v_count = row_count; v_purged := v_purged + v_count;
  delete from public.events e where e.deleted_at < v_before
    and not exists (select from public.event_registrations r where r.event_id = e.id);
  get diagnostics v_count = row_count; v_purged := v_purged + v_count;
  delete from public.courses c where c.deleted_at < v_before
    and not exists (select from public.videos v where v.course_id = c.id)
    and not exists (select from public.tests t where t.course_id = c.id);
  get diagnostics v_count = row_count; v_purged := v_purged + v_count;
  return v_purged;
end
$$;
comment on function public.purge_trash is
  'Removes what is in the trash for 30 days, except what learners hang on; returns the number. A background job calls it.';

-- ── Who has a row open ──

create table sync.admin_editing (
  table_name text not null,
  row_id uuid not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  since timestamptz not null default now(),
  at timestamptz not null default now(),
  primary key (table_name, row_id, user_id)
);
comment on table sync.admin_editing is 'Which administrator has which row open; an entry counts for 60 seconds after its ping.';
create index admin_editing_by_user on sync.admin_editing (user_id);
alter table sync.admin_editing enable row level security;
create trigger poke_admin after insert or delete on sync.admin_editing for each statement
  execute function sync.poke_admin();

create function public.note_editing(p_table text, p_id uuid, p_editing boolean default true) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_user constant uuid := (select auth.uid());
begin
  perform sync.require_admin(), sync.require_option('p_table', p_table, sync.trash_tables());
  if exists (select from sync.admin_editing where at < now() - interval '60 seconds') then
    delete from sync.admin_editing where at < now() - interval '60 seconds';
  end if;
  if p_editing then
    -- A ping is no news; only a new entry pokes the other consoles.
    update sync.admin_editing set at = now() where table_name = p_table and row_id = p_id and user_id = v_user;
    if not found then
      insert into sync.admin_editing (table_name, row_id, user_id) values (p_table, p_id, v_user)
        on conflict do nothing;
    end if;
  else
    delete from sync.admin_editing where table_name = p_table and row_id = p_id and user_id = v_user;
  end if;
  return (select coalesce(jsonb_agg(jsonb_build_object('user_id', e.user_id,
      'name', coalesce(nullif(btrim(p.full_name), ''), u.email::text), 'since', sync.iso(e.since)) order by e.since), '[]')
    from sync.admin_editing e join auth.users u on u.id = e.user_id left join public.profiles p on p.id = e.user_id
    where e.table_name = p_table and e.row_id = p_id and e.user_id <> v_user);
end
$$;
comment on function public.note_editing is
  'Notes that the caller has a row open, or has left it; returns the other administrators who have it open.';

revoke all on all functions in schema sync from public;
revoke all on function public.move_to_trash(text, uuid, int), public.restore(text, uuid), public.admin_trash(int, int),
  public.note_editing(text, uuid, boolean) from public, anon;
grant execute on function public.move_to_trash(text, uuid, int), public.restore(text, uuid),
  public.admin_trash(int, int), public.note_editing(text, uuid, boolean) to authenticated;
revoke all on function public.purge_trash() from public, anon, authenticated;
grant execute on function public.purge_trash() to service_role;

-- Courses in the console: save, publish by a checklist, order the lessons, templates, copies, and the preview.

create function sync.test_faults(p_body jsonb) returns jsonb language sql immutable set search_path = '' as $$
  select coalesce((
    select jsonb_agg(jsonb_build_object('question_id', f.id, 'rule', f.rule) order by f.place) from (
      select q ->> 'id' as id, place, case
          when btrim(coalesce(q ->> 'text', '')) = '' then 'no_text'
          when jsonb_array_length(q -> 'options') < 2 then 'few_options'
          when r.number = 0 then 'no_right_option'
          when r.number > 1 and q ->> 'type' <> 'multiple_choice' then 'several_right_options' end as rule
      from jsonb_array_elements(p_body -> 'questions') with ordinality as e (q, place),
        lateral (select count(*) as number from jsonb_array_elements(q -> 'options') o
          where (o ->> 'isCorrect')::boolean) r) f where f.rule is not null), '[]')
    || case when jsonb_array_length(p_body -> 'questions') = 0
      then '[{"question_id": null, "rule": "no_questions"}]'::jsonb else '[]' end
$$;
comment on function sync.test_faults is 'Why a quiz cannot be answered; an empty list if it can.';

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
        where t.course_id = p_course and t.deleted_at is null and t.status = 'published'
          and sync.test_faults(sync.test_body(t.id)) <> '[]') f;
  return jsonb_build_object('ok', v_items = '[]', 'lessons', v_lessons, 'drafts', v_drafts, 'items', v_items);
end
$$;
comment on function sync.checklist_of is 'What is missing before a course can be published.';

create function public.course_checklist(p_course uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform sync.require_admin();
  if not exists (select from public.courses where id = p_course) then perform sync.refuse('not_found'); end if;
  return sync.checklist_of(p_course, false);
end
$$;
comment on function public.course_checklist is 'Returns what is missing before a course can be published.';

-- Rule: the checklist also holds for direct writes.
create function sync.require_checklist() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_checklist jsonb;
begin
  v_checklist := sync.checklist_of(new.id, false);
  if not (v_checklist ->> 'ok')::boolean then perform sync.refuse('checklist', v_checklist::text); end if;
  return new;
end
$$;
comment on function sync.require_checklist is 'Refuses to publish a course whose checklist is not complete.';
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
comment on function sync.require_lesson_file is 'Refuses to publish a lesson without a video file and its duration.';
create trigger checklist before update of status on public.videos for each row
  when (old.status = 'draft' and new.status = 'published' and current_user = 'authenticated')
  execute function sync.require_lesson_file();

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
    -- The id is the client's, so that a button that is pressed twice makes one course.
    insert into public.courses (id, title, creator_id, row_version)
      values (p_id, btrim(p_course ->> 'title'), (select auth.uid()), 0)
      on conflict (id) do nothing;
    if not found then return (select to_jsonb(c) from public.courses c where c.id = p_id); end if;
    insert into public.videos (course_id, title, order_position, status)
      select p_id, left(coalesce(m.value ->> 'title', m.value #>> '{}'), 300), m.place, 'draft'
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
    v_checklist := sync.checklist_of(p_course, p_with_lessons);
    if not (v_checklist ->> 'ok')::boolean then perform sync.refuse('checklist', v_checklist::text); end if;
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
  -- Lessons in the trash come last, so that each keeps a position of its own.
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
comment on function public.reorder_videos is 'Puts all lessons of a course into an order, in one transaction.';

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
comment on function public.save_template is 'Makes a template of a course, with a module for each lesson.';

create function public.duplicate_course(p_course uuid, p_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_lesson record; v_test record; v_id uuid;
  -- The new id of each lesson by its old one.
  v_copies jsonb := '{}';
begin
  perform sync.require_admin();
  insert into public.courses (id, title, description, plan_type, category, instructor, thumbnail_url, shape, hue,
      creator_id)
    select p_id, left(title, 290) || ' (копие)', description, plan_type, category, instructor, thumbnail_url, shape, hue,
      (select auth.uid()) from public.courses where id = p_course and deleted_at is null
    on conflict (id) do nothing;
  if found then
    for v_lesson in select * from public.videos where course_id = p_course and deleted_at is null
      order by order_position loop
      v_id := gen_random_uuid();
      v_copies := v_copies || jsonb_build_object(v_lesson.id, v_id);
      insert into public.videos (id, course_id, title, description, video_url, media_bytes, captions, duration_seconds,
          order_position, thumbnail_url, is_free_preview, chapters, status)
        values (v_id, p_id, v_lesson.title, v_lesson.description, v_lesson.video_url, v_lesson.media_bytes,
          v_lesson.captions, v_lesson.duration_seconds, v_lesson.order_position, v_lesson.thumbnail_url,
          v_lesson.is_free_preview, v_lesson.chapters, 'draft');
      insert into public.video_resources (video_id, title, file_url, file_name, file_size, file_type)
        select v_id, r.title, r.file_url, r.file_name, r.file_size, r.file_type
        from public.video_resources r where r.video_id = v_lesson.id and r.deleted_at is null;
    end loop;
    for v_test in select * from public.tests where course_id = p_course and deleted_at is null loop
      v_id := gen_random_uuid();
      insert into public.tests (id, video_id, course_id, title, emoji, description, passing_score, time_limit, shuffle,
          max_attempts, status, graded)
        values (v_id, (v_copies ->> v_test.video_id::text)::uuid, p_id, v_test.title, v_test.emoji, v_test.description,
          v_test.passing_score, v_test.time_limit, v_test.shuffle, v_test.max_attempts, 'draft', v_test.graded);
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
  'Copies a course under the client''s id as a draft, with its lessons and quizzes as drafts; files are shared.';

-- Rule: the preview reads with the projections of the feed and writes nothing. DANGER: the setting must be off again
-- before the transaction ends, or the flush would publish drafts.
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
    and e.status = 'active' and (public.is_admin() or exists (select from public.event_registrations r
      where r.event_id = e.id and r.user_id = (select auth.uid()) and r.status <> 'cancelled')));
end
$$;
comment on function public.event_join_link is 'Returns the join link of an event to those who are registered, otherwise null.';

revoke all on all functions in schema sync from public;
revoke all on function public.course_checklist(uuid), public.save_course(uuid, int, jsonb),
  public.publish_course(uuid, int, text, boolean), public.reorder_videos(uuid, uuid[]),
  public.save_template(uuid, uuid, text), public.duplicate_course(uuid, uuid), public.preview_course(uuid, text),
  public.event_join_link(uuid) from public, anon;
grant execute on function public.course_checklist(uuid), public.save_course(uuid, int, jsonb),
  public.publish_course(uuid, int, text, boolean), public.reorder_videos(uuid, uuid[]),
  public.save_template(uuid, uuid, text), public.duplicate_course(uuid, uuid), public.preview_course(uuid, text),
  public.event_join_link(uuid) to authenticated;

-- Quizzes in the console: the working copy is saved whole, and published as an immutable version.

create function sync.admin_test(p_test uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select to_jsonb(t) || jsonb_build_object('questions', sync.live_test(t.id) -> 'questions',
      'changed', sync.live_test(t.id) is distinct from (select v.body from public.test_versions v
        where v.test_id = t.id and v.version = t.published_version))
    from public.tests t where t.id = p_test);
end
$$;
comment on function sync.admin_test is 'A quiz with the questions of its working copy; changed: it differs from what learners have.';

create function sync.add_test_version(p_test uuid) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_version int;
begin
  insert into public.test_versions (test_id, version, body, published_by)
    select p_test, coalesce((select max(version) from public.test_versions where test_id = p_test), 0) + 1,
      sync.live_test(p_test), (select auth.uid())
    returning version into v_version;
  return v_version;
end
$$;
comment on function sync.add_test_version is 'Makes the working copy of a quiz its newest version.';

create function sync.save_questions(p_test uuid, p_questions jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_question record; v_faults text;
begin
  if jsonb_typeof(p_questions) <> 'array' or jsonb_array_length(p_questions) > 200
    then perform sync.refuse('bad_argument', 'p_questions'); end if;
  select string_agg(q ->> 'id', ',') into v_faults from jsonb_array_elements(p_questions) q
    where jsonb_typeof(q) <> 'object' or sync.uuid_or_null(q ->> 'id') is null or char_length(q ->> 'text') > 5000
      or not sync.valid_options(q -> 'options')
      or exists (select from public.test_questions o where o.id = sync.uuid_or_null(q ->> 'id') and o.test_id <> p_test);
  if v_faults is not null or (select count(distinct q ->> 'id') < count(*) from jsonb_array_elements(p_questions) q)
    or exists (select from jsonb_array_elements(p_questions) q where q ->> 'id' is null)
    then perform sync.refuse('bad_argument', 'p_questions'); end if;
  delete from public.test_questions where test_id = p_test
    and id not in (select (q ->> 'id')::uuid from jsonb_array_elements(p_questions) q);
  for v_question in
    select q, place, (q ->> 'id')::uuid as id from jsonb_array_elements(p_questions) with ordinality as e (q, place)
  loop
    insert into public.test_questions as s (id, test_id, text, type, points, order_position, explanation, image_url,
        options)
      values (v_question.id, p_test, coalesce(v_question.q ->> 'text', ''),
        coalesce(v_question.q ->> 'type', 'multiple_choice'), coalesce((v_question.q ->> 'points')::int, 1),
        v_question.place, nullif(btrim(v_question.q ->> 'explanation'), ''),
        nullif(btrim(v_question.q ->> 'image_url'), ''), v_question.q -> 'options')
      on conflict (id) do update set text = excluded.text, type = excluded.type, points = excluded.points,
        order_position = excluded.order_position, explanation = excluded.explanation, image_url = excluded.image_url,
        options = excluded.options
      where (s.text, s.type, s.points, s.order_position, s.explanation, s.image_url, s.options) is distinct from
        (excluded.text, excluded.type, excluded.points, excluded.order_position, excluded.explanation,
          excluded.image_url, excluded.options);
  end loop;
end
$$;
comment on function sync.save_questions is 'Makes the questions of a working copy equal to a list; unchanged ones are left alone.';

create function public.save_test(p_id uuid, p_version int, p_test jsonb, p_questions jsonb default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_field text; v_row public.tests;
begin
  perform sync.require_admin();
  if p_id is null then perform sync.refuse('bad_argument', 'p_id'); end if;
  if jsonb_typeof(p_test) is distinct from 'object' then perform sync.refuse('bad_argument', 'p_test'); end if;
  for v_field in select jsonb_object_keys(p_test) loop
    if v_field <> all ('{course_id,video_id,title,emoji,description,passing_score,time_limit,shuffle,max_attempts,graded}')
      then perform sync.refuse('bad_argument', v_field); end if;
  end loop;
  if p_test ? 'title' and btrim(coalesce(p_test ->> 'title', '')) = '' or p_version is null and not p_test ? 'title'
    then perform sync.refuse('bad_argument', 'title'); end if;
  if p_version is null then
    if not exists (select from public.courses where id = sync.uuid_or_null(p_test ->> 'course_id'))
      then perform sync.refuse('bad_argument', 'course_id'); end if;
    insert into public.tests (id, course_id, title, status, row_version)
      values (p_id, (p_test ->> 'course_id')::uuid, btrim(p_test ->> 'title'), 'draft', 0) on conflict (id) do nothing;
    if not found then return sync.admin_test(p_id); end if;
  end if;
  select * into v_row from public.tests where id = p_id for update;
  if not found then perform sync.refuse('not_found'); end if;
  if p_version is not null and p_version <> v_row.row_version then
    raise sqlstate 'PT409' using message = 'version_conflict', detail = sync.admin_test(p_id)::text;
  end if;
  -- What learners have of a quiz from before versions becomes version 1 before it changes.
  if v_row.status = 'published' and v_row.published_version is null then
    update public.tests set published_version = sync.add_test_version(p_id) where id = p_id;
  end if;
  v_row := jsonb_populate_record(v_row, p_test - 'course_id');
  if v_row.video_id is not null and not exists (select from public.videos
    where id = v_row.video_id and course_id = v_row.course_id)
    then perform sync.refuse('bad_argument', 'video_id'); end if;
  update public.tests set video_id = v_row.video_id, title = btrim(v_row.title), emoji = v_row.emoji,
      description = v_row.description, passing_score = v_row.passing_score, time_limit = v_row.time_limit,
      shuffle = v_row.shuffle, max_attempts = v_row.max_attempts, graded = v_row.graded, row_version = row_version
    where id = p_id;
  if jsonb_typeof(p_questions) is not null and p_questions <> 'null' then
    perform sync.save_questions(p_id, p_questions);
  end if;
  return sync.admin_test(p_id);
end
$$;
comment on function public.save_test is
  'Saves the working copy of a quiz with all its questions in one transaction; learners keep the published version.';

create function public.publish_test(p_test uuid, p_version int) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_faults jsonb;
begin
  perform sync.require_admin();
  perform 1 from public.tests where id = p_test and deleted_at is null for update;
  if not found then perform sync.refuse('not_found'); end if;
  v_faults := sync.test_faults(sync.live_test(p_test));
  if v_faults <> '[]' then perform sync.refuse('not_answerable', v_faults::text); end if;
  -- Publishing what is published already makes no version.
  update public.tests t set status = 'published', row_version = coalesce(p_version, row_version),
      published_version = case when sync.live_test(p_test) is distinct from (select v.body from public.test_versions v
          where v.test_id = p_test and v.version = t.published_version)
        then sync.add_test_version(p_test) else t.published_version end
    where id = p_test;
  return sync.admin_test(p_test) || jsonb_build_object('version', (select published_version from public.tests
    where id = p_test));
end
$$;
comment on function public.publish_test is
  'Gives learners the working copy of a quiz as a new version, which never changes.';

create function public.unpublish_test(p_test uuid, p_version int) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform sync.require_admin();
  update public.tests set status = 'draft', row_version = coalesce(p_version, row_version),
      -- The questions that learners had stay for the attempts that are open.
      published_version = coalesce(published_version, sync.add_test_version(p_test))
    where id = p_test and deleted_at is null;
  if not found then perform sync.refuse('not_found'); end if;
  return sync.admin_test(p_test);
end
$$;
comment on function public.unpublish_test is 'Hides a quiz from learners; results and open attempts stay.';

-- ── Certificates ──

create function public.save_certificate(p_id uuid, p_version int, p_certificate jsonb, p_requirements jsonb default null)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_field text; v_row public.certificates;
begin
  perform sync.require_admin();
  if p_id is null then perform sync.refuse('bad_argument', 'p_id'); end if;
  if jsonb_typeof(p_certificate) is distinct from 'object' then perform sync.refuse('bad_argument', 'p_certificate'); end if;
  for v_field in select jsonb_object_keys(p_certificate) loop
    if v_field <> all ('{title,description,template_url,template_filename,name_position,name_font_size,name_font_color,is_active}')
      then perform sync.refuse('bad_argument', v_field); end if;
  end loop;
  if p_certificate ? 'title' and btrim(coalesce(p_certificate ->> 'title', '')) = ''
    or p_version is null and not p_certificate ? 'title' then perform sync.refuse('bad_argument', 'title'); end if;
  if p_version is null then
    insert into public.certificates (id, title, row_version) values (p_id, btrim(p_certificate ->> 'title'), 0)
      on conflict (id) do nothing;
    if not found then return sync.admin_certificate(p_id); end if;
  end if;
  select * into v_row from public.certificates where id = p_id for update;
  if not found then perform sync.refuse('not_found'); end if;
  if p_version is not null and p_version <> v_row.row_version then
    raise sqlstate 'PT409' using message = 'version_conflict', detail = sync.admin_certificate(p_id)::text;
  end if;
  v_row := jsonb_populate_record(v_row, p_certificate);
  update public.certificates set title = btrim(v_row.title), description = v_row.description,
      template_url = v_row.template_url, template_filename = v_row.template_filename,
      name_position = v_row.name_position, name_font_size = v_row.name_font_size,
      name_font_color = v_row.name_font_color, is_active = v_row.is_active, row_version = row_version
    where id = p_id;
  if jsonb_typeof(p_requirements) = 'array' then
    if exists (select from jsonb_array_elements(p_requirements) r
        where not exists (select from public.tests t where t.id = sync.uuid_or_null(r ->> 'test_id')))
      then perform sync.refuse('bad_argument', 'p_requirements'); end if;
    delete from public.certificate_requirements where certificate_id = p_id
      and test_id not in (select (r ->> 'test_id')::uuid from jsonb_array_elements(p_requirements) r);
    insert into public.certificate_requirements as s (certificate_id, test_id, minimum_score)
      select distinct on (r ->> 'test_id') p_id, (r ->> 'test_id')::uuid, coalesce((r ->> 'minimum_score')::int, 70)
      from jsonb_array_elements(p_requirements) r
      on conflict (certificate_id, test_id) do update set minimum_score = excluded.minimum_score
        where s.minimum_score <> excluded.minimum_score;
  end if;
  return sync.admin_certificate(p_id);
end
$$;
comment on function public.save_certificate is
  'Saves a certificate with its requirements in one transaction; what was earned stays as it is.';

create function sync.admin_certificate(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select to_jsonb(c) || jsonb_build_object('requirements', (
      select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'test_id', r.test_id, 'test_title', t.title,
        'minimum_score', r.minimum_score) order by r.created_at, r.id), '[]')
      from public.certificate_requirements r join public.tests t on t.id = r.test_id where r.certificate_id = c.id))
    from public.certificates c where c.id = p_id);
end
$$;
comment on function sync.admin_certificate is 'A certificate with its requirements.';

revoke all on all functions in schema sync from public;
revoke all on function public.save_test(uuid, int, jsonb, jsonb), public.publish_test(uuid, int),
  public.unpublish_test(uuid, int), public.save_certificate(uuid, int, jsonb, jsonb) from public, anon;
grant execute on function public.save_test(uuid, int, jsonb, jsonb), public.publish_test(uuid, int),
  public.unpublish_test(uuid, int), public.save_certificate(uuid, int, jsonb, jsonb) to authenticated;

-- Figures about lessons and quizzes, and the moderation of comments. Rule: statistics name nobody.

create function public.video_statistics(p_video uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_length bigint;
begin
  perform sync.require_admin();
  select duration_seconds * 1000 into v_length from public.videos where id = p_video;
  if not found then perform sync.refuse('not_found'); end if;
  return (
    with viewer as materialized (
      select j.user_id, coalesce((j.data ->> 'completed')::boolean, false) as completed, j.data -> 'intervals' as intervals,
        greatest(v_length, (j.data ->> 'duration')::bigint, 1) as length
      from sync.journal j where j.kind = 'progress' and not j.deleted and j.id = 'progress/' || p_video
    ), watched as (
      -- The stored intervals are a union already: they neither overlap nor repeat.
      select v.user_id, least(1, coalesce(sum(least((i ->> 1)::numeric, v.length) - least((i ->> 0)::numeric, v.length)),
        0) / v.length) as share
      from viewer v left join lateral jsonb_array_elements(v.intervals) i on true group by v.user_id, v.length
    ), step as (
      select s as place, count(distinct v.user_id) as viewers
      from generate_series(0, 19) s left join (viewer v cross join lateral jsonb_array_elements(v.intervals) i)
        on (i ->> 0)::numeric < v.length * (s + 1) / 20.0 and (i ->> 1)::numeric > v.length * s / 20.0
      group by s
    )
    select jsonb_build_object('viewers', (select count(*) from viewer),
      'completed', (select count(*) from viewer where completed),
      'share_watched', (select coalesce(round(avg(share), 4), 0) from watched),
      'remaining', (select jsonb_agg(round(viewers::numeric / greatest((select count(*) from viewer), 1), 4) order by place)
        from step)));
end
$$;
comment on function public.video_statistics is
  'Returns how many watched a lesson, how much of it, and where they left, in 20 steps.';

create function public.test_statistics(p_test uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_body jsonb;
begin
  perform sync.require_admin();
  if not exists (select from public.tests where id = p_test) then perform sync.refuse('not_found'); end if;
  v_body := sync.test_body(p_test);
  return (
    with result as materialized (
      select user_id, score, passed, answers, review from public.test_results where test_id = p_test
    ), marked as (
      select r.answers, m ->> 'question_id' as id, (m ->> 'correct')::boolean as correct
      from result r, jsonb_array_elements(r.review) m
    ), chosen as (
      select k.id, c.option, count(*) as number
      from marked k, jsonb_array_elements_text(case when jsonb_typeof(k.answers -> k.id -> 'options') = 'array'
        then k.answers -> k.id -> 'options' when jsonb_typeof(k.answers -> k.id) = 'array' then k.answers -> k.id
        else '[]' end) c (option)
      where not k.correct group by k.id, c.option
    ), question as (
      select q ->> 'id' as id, q ->> 'text' as text, q -> 'options' as options,
        (select count(*) from marked k where k.id = q ->> 'id') as answered,
        (select count(*) from marked k where k.id = q ->> 'id' and not k.correct) as wrong
      from jsonb_array_elements(v_body -> 'questions') q
    )
    select jsonb_build_object('attempts', count(*), 'learners', count(distinct user_id),
      'passed', count(*) filter (where passed),
      'pass_rate', coalesce(round(avg(passed::int), 4), 0), 'average_score', coalesce(round(avg(score)), 0),
      'questions', (select coalesce(jsonb_agg(jsonb_build_object('id', q.id, 'text', q.text, 'answered', q.answered,
          'wrong', q.wrong, 'wrong_rate', round(q.wrong::numeric / greatest(q.answered, 1), 4),
          'common_wrong', (select jsonb_build_object('id', o ->> 'id', 'text', o ->> 'text', 'count', c.number)
            from chosen c join lateral jsonb_array_elements(q.options) o on o ->> 'id' = c.option
            where c.id = q.id and not (o ->> 'isCorrect')::boolean order by c.number desc, c.option limit 1))
          order by q.wrong::numeric / greatest(q.answered, 1) desc, q.id), '[]') from question q))
    from result);
end
$$;
comment on function public.test_statistics is
  'Returns the attempts of a quiz, its pass rate, and its hardest questions with their most common wrong option.';

-- ── Moderation ──

create function public.reported_comments(p_page int default 1, p_size int default 10) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_total bigint; v_rows jsonb;
begin
  perform sync.require_admin(), sync.require_page(p_page, p_size);
  with reported as materialized (
    select r.comment_id, count(*) as reports, min(r.created_at) as first_at,
      jsonb_agg(r.reason order by r.created_at) filter (where r.reason <> '') as reasons
    from public.comment_reports r join public.video_comments c on c.id = r.comment_id and c.deleted_at is null
    where r.resolved_at is null group by r.comment_id
  ), page as (
    select * from reported order by reports desc, first_at, comment_id limit p_size offset (p_page - 1) * p_size
  )
  select (select count(*) from reported), (select jsonb_agg(jsonb_build_object('comment_id', c.id, 'content', c.content,
      'created_at', sync.iso(c.created_at), 'video_id', v.id, 'video_title', v.title, 'course_id', v.course_id,
      'author_id', c.user_id, 'author_name', p.full_name, 'author_email', u.email,
      'author_blocked', p.blocked_at is not null, 'reports', g.reports, 'reasons', coalesce(g.reasons, '[]'),
      'first_reported_at', sync.iso(g.first_at)) order by g.reports desc, g.first_at, c.id)
    from page g join public.video_comments c on c.id = g.comment_id join public.videos v on v.id = c.video_id
      join public.profiles p on p.id = c.user_id left join auth.users u on u.id = c.user_id)
    into v_total, v_rows;
  return sync.list_page(v_rows, v_total, p_page, p_size);
end
$$;
comment on function public.reported_comments is 'Returns a page of the comments with open reports. For administrators.';

create function public.decide_report(p_comment uuid, p_decision text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_author uuid;
begin
  perform sync.require_admin(), sync.require_option('p_decision', p_decision, '{keep,remove,block}');
  select user_id into v_author from public.video_comments where id = p_comment;
  if not found then perform sync.refuse('not_found'); end if;
  if p_decision = 'block' then perform public.block_account(v_author, true); end if;
  if p_decision <> 'keep' then perform public.move_to_trash('video_comments', p_comment); end if;
  update public.comment_reports set resolved_at = now() where comment_id = p_comment and resolved_at is null;
end
$$;
comment on function public.decide_report is
  'Closes the reports of a comment: keep it, remove it, or also block its author from commenting.';

revoke all on function public.video_statistics(uuid), public.test_statistics(uuid),
  public.reported_comments(int, int), public.decide_report(uuid, text) from public, anon;
grant execute on function public.video_statistics(uuid), public.test_statistics(uuid),
  public.reported_comments(int, int), public.decide_report(uuid, text) to authenticated;

-- Notifications that administrators send. A send is one row; a background job makes its notifications in batches of 200.
--
--   queued ─► sending ─► sent          withdraw: ─► withdrawing ─► withdrawn
--
-- Guarantees: a batch and its cursor are one transaction, so a server that dies half-way continues with the next
-- account; notifications.source names the send, so that each account gets it once.

create table public.notification_sends (
  -- The client's id: a button that is pressed twice sends once.
  id uuid primary key,
  title text not null check (btrim(title) <> '' and char_length(title) <= 300),
  message text not null check (btrim(message) <> '' and char_length(message) <= 5000),
  type text not null default 'info' check (type in ('info', 'success', 'warning', 'error')),
  link text check (link ~ '^(/([^/\\]|$)|https://)' and char_length(link) <= 1000),
  mode text not null check (mode in ('broadcast', 'targeted')),
  -- The accounts of a targeted send.
  users uuid[],
  push boolean not null default false,
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'withdrawing', 'withdrawn')),
  recipients int not null default 0,
  delivered int not null default 0,
  -- Accounts that switched this kind of notification off.
  skipped int not null default 0,
  -- The last account that was served; accounts are served in the order of their ids.
  last_user uuid,
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  error text check (char_length(error) <= 500),
  check ((mode = 'targeted') = (users is not null))
);
comment on table public.notification_sends is 'A notification that an administrator sent, to everyone or to some accounts.';
create index notification_sends_by_date on public.notification_sends (created_at desc, id);
create index notification_sends_by_creator on public.notification_sends (created_by);
create index notification_sends_open on public.notification_sends (created_at)
  where state in ('queued', 'sending', 'withdrawing');
alter table public.notification_sends enable row level security;
create policy "administrators read sends" on public.notification_sends for select to authenticated
  using ((select public.is_admin()));
comment on policy "administrators read sends" on public.notification_sends is 'Administrators may read every row.';
grant select on public.notification_sends to authenticated;
grant all on public.notification_sends to service_role;
create trigger poke_admin after insert or update or delete on public.notification_sends for each statement
  execute function sync.poke_admin();

create function sync.admin_send(p_send public.notification_sends) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return jsonb_build_object('id', p_send.id, 'title', p_send.title, 'message', p_send.message, 'type', p_send.type,
    'link', p_send.link, 'mode', p_send.mode, 'push', p_send.push, 'state', p_send.state,
    'recipients', p_send.recipients, 'delivered', p_send.delivered, 'skipped', p_send.skipped,
    'created_at', sync.iso(p_send.created_at),
    'created_by', (select email from auth.users where id = p_send.created_by),
    'finished_at', sync.iso(p_send.finished_at), 'error', p_send.error);
end
$$;
comment on function sync.admin_send is 'A send as the console shows it.';

create function public.admin_sends(p_page int default 1, p_size int default 20) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform sync.require_admin(), sync.require_page(p_page, p_size);
  return sync.list_page((select jsonb_agg(sync.admin_send(s) order by s.created_at desc, s.id)
    from (select * from public.notification_sends order by created_at desc, id limit p_size
      offset (p_page - 1) * p_size) s),
    (select count(*) from public.notification_sends), p_page, p_size);
end
$$;
comment on function public.admin_sends is 'Returns a page of the sends, newest first. For administrators.';

create function public.send_notification(p_id uuid, p_title text, p_message text, p_type text default 'info',
  p_link text default null, p_mode text default 'broadcast', p_users uuid[] default null, p_push boolean default false)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_send public.notification_sends; v_users uuid[]; v_recipients int;
begin
  perform sync.require_admin(), sync.require_option('p_type', p_type, '{info,success,warning,error}'),
    sync.require_option('p_mode', p_mode, '{broadcast,targeted}');
  if p_id is null then perform sync.refuse('bad_argument', 'p_id'); end if;
  if btrim(coalesce(p_title, '')) = '' or char_length(p_title) > 300 then perform sync.refuse('bad_argument', 'p_title'); end if;
  if btrim(coalesce(p_message, '')) = '' or char_length(p_message) > 5000
    then perform sync.refuse('bad_argument', 'p_message'); end if;
  if p_link !~ '^(/([^/\\]|$)|https://)' or char_length(p_link) > 1000 then perform sync.refuse('bad_argument', 'p_link'); end if;
  select * into v_send from public.notification_sends where id = p_id;
  if found then return sync.admin_send(v_send); end if;
  perform sync.require_rate('send', 20);
  if p_mode = 'targeted' then
    v_users := array(select p.id from public.profiles p where p.id = any (p_users) and p.deleted_at is null order by 1);
    if cardinality(v_users) = 0 then perform sync.refuse('no_recipients'); end if;
    v_recipients := cardinality(v_users);
  else
    v_recipients := (select count(*) from public.profiles where deleted_at is null);
  end if;
  insert into public.notification_sends (id, title, message, type, link, mode, users, push, recipients, created_by)
    values (p_id, btrim(p_title), btrim(p_message), p_type, nullif(btrim(p_link), ''), p_mode, v_users,
      coalesce(p_push, false), v_recipients, (select auth.uid()))
    on conflict (id) do nothing;
  select * into v_send from public.notification_sends where id = p_id;
  insert into public.admin_audit (user_id, action, table_name, row_id, after) values ((select auth.uid()), 'send',
    'notification_sends', p_id::text, jsonb_build_object('title', sync.mask_addresses(v_send.title), 'mode', p_mode,
      'recipients', v_recipients, 'push', v_send.push));
  return sync.admin_send(v_send);
end
$$;
comment on function public.send_notification is
  'Queues a notification to everyone or to some accounts under the client''s id; raises too_many above 20 an hour.';

create function public.withdraw_notification(p_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_send public.notification_sends;
begin
  perform sync.require_admin();
  update public.notification_sends set state = 'withdrawing', last_user = null, finished_at = null
    where id = p_id and state in ('queued', 'sending', 'sent');
  if found then
    insert into public.admin_audit (user_id, action, table_name, row_id) values ((select auth.uid()), 'delete',
      'notification_sends', p_id::text);
  end if;
  select * into v_send from public.notification_sends where id = p_id;
  if not found then perform sync.refuse('not_found'); end if;
  return sync.admin_send(v_send);
end
$$;
comment on function public.withdraw_notification is 'Stops a send and removes its notifications that nobody has read.';

create function public.fan_out_notifications(p_limit int default 200) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_send public.notification_sends; v_batch uuid[]; v_made int; v_source text;
begin
  -- Another process that is at work keeps its row; the next one is not skipped, so that sends keep their order.
  select * into v_send from public.notification_sends where state in ('queued', 'sending', 'withdrawing')
    order by created_at, id limit 1 for update;
  if not found then return jsonb_build_object('done', true, 'made', 0); end if;
  v_source := 'send:' || v_send.id;
  if v_send.state = 'withdrawing' then
    with gone as (
      delete from public.notifications where id in (select n.id from public.notifications n
        where n.source = v_source and not n.is_read limit p_limit) returning 1
    ) select count(*) into v_made from gone;
    if v_made < p_limit then
      update public.notification_sends set state = 'withdrawn', finished_at = now(),
          delivered = (select count(*) from public.notifications where source = v_source) where id = v_send.id;
    end if;
    return jsonb_build_object('done', false, 'send', v_send.id, 'made', v_made);
  end if;
  v_batch := array(select p.id from public.profiles p
    where p.deleted_at is null and p.created_at <= v_send.created_at and (v_send.last_user is null or p.id > v_send.last_user)
      and (v_send.users is null or p.id = any (v_send.users))
    order by p.id limit p_limit);
  insert into public.notifications (user_id, title, message, type, link, topic, source)
    select u, v_send.title, v_send.message, v_send.type, v_send.link, 'admin', v_source from unnest(v_batch) u
    on conflict (user_id, source) where source is not null do nothing;
  get diagnostics v_made = row_count;
  update public.notification_sends set delivered = delivered + v_made,
      skipped = skipped + cardinality(v_batch) - v_made,
      last_user = coalesce(v_batch[cardinality(v_batch)], last_user),
      state = case when cardinality(v_batch) < p_limit then 'sent' else 'sending' end,
      finished_at = case when cardinality(v_batch) < p_limit then now() end
    where id = v_send.id;
  return jsonb_build_object('done', false, 'send', v_send.id, 'made', v_made);
end
$$;
comment on function public.fan_out_notifications is
  'Serves the next accounts of the oldest open send, or withdraws its next notifications; done when no send is open.';

-- Twin: the texts of the console. A year is longer than any list shows.
create function public.end_notification_retention() returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_removed int;
begin
  delete from public.notifications where id in (select id from public.notifications
    where created_at < now() - interval '365 days' order by created_at limit 5000);
  get diagnostics v_removed = row_count;
  delete from public.notification_sends where state in ('sent', 'withdrawn') and created_at < now() - interval '365 days';
  return v_removed;
end
$$;
comment on function public.end_notification_retention is
  'Removes notifications and sends that are older than a year; returns the number. A background job calls it.';

revoke all on all functions in schema sync from public;
revoke all on function public.admin_sends(int, int),
  public.send_notification(uuid, text, text, text, text, text, uuid[], boolean), public.withdraw_notification(uuid)
  from public, anon;
grant execute on function public.admin_sends(int, int),
  public.send_notification(uuid, text, text, text, text, text, uuid[], boolean), public.withdraw_notification(uuid)
  to authenticated;
revoke all on function public.fan_out_notifications(int), public.end_notification_retention()
  from public, anon, authenticated;
grant execute on function public.fan_out_notifications(int), public.end_notification_retention() to service_role;

revoke all on all functions in schema sync from public;
