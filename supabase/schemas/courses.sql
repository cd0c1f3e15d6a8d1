-- Courses and their lessons. A lesson (a row of `videos`) has a card for everyone and a full part for those whose plan
-- covers it.

-- ── Entitlements: one rule for rows, files and scopes ──

create function sync.lesson_scope(p_status text, p_plan text, p_preview boolean) returns text
language sql immutable set search_path = '' as $$
  select case
    when p_status not in ('published', 'public') then null
    when p_plan = 'free' or p_preview then 'public'
    else 'plan:' || p_plan
  end
$$;
comment on function sync.lesson_scope is
  'The shared scope that carries the full part of a lesson; null for a draft course.';

create function sync.user_may_read_lesson(p_user uuid, p_video uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.videos v join public.courses c on c.id = v.course_id
    where v.id = p_video and v.status = 'published' and v.deleted_at is null
      and c.status in ('published', 'public') and c.deleted_at is null
      and sync.user_has_plan(p_user, case when v.is_free_preview then 'free' else c.plan_type end));
end
$$;
comment on function sync.user_may_read_lesson is
  'Returns whether an account may have the video, captions and description of a lesson.';

create function sync.user_may_discuss(p_user uuid, p_video uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return sync.user_has_plan(p_user, 'basic') and sync.user_may_read_lesson(p_user, p_video);
end
$$;
comment on function sync.user_may_discuss is
  'Returns whether an account may read and write comments and likes of a lesson: it reads the lesson and has a '
  'paid plan.';

create function sync.user_may_read_course(p_user uuid, p_course uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.courses c where c.id = p_course and c.status in ('published', 'public') and c.deleted_at is null
      and sync.user_has_plan(p_user, case when c.plan_type = 'premium' then 'premium' else 'basic' end));
end
$$;
comment on function sync.user_may_read_course is
  'Returns whether an account may have the quizzes and files of a course; these need a paid plan.';

create function sync.may_read_lesson(p_video uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return sync.user_may_read_lesson((select auth.uid()), p_video);
end
$$;
comment on function sync.may_read_lesson is
  'Returns whether the caller may have the full part of a lesson; used by policies.';

create function sync.may_discuss(p_video uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return sync.user_may_discuss((select auth.uid()), p_video);
end
$$;
comment on function sync.may_discuss is
  'Returns whether the caller may take part in the discussion of a lesson; used by policies.';

create function sync.may_read_course(p_course uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return sync.user_may_read_course((select auth.uid()), p_course);
end
$$;
comment on function sync.may_read_course is
  'Returns whether the caller may have the quizzes and files of a course; used by policies.';

create function sync.may_read_lesson_file(p_video uuid, p_course_resource uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return sync.user_may_read_course((select auth.uid()), (select course_id from public.videos where id = p_video))
    and not exists (select from public.course_resources where id = p_course_resource
      and (not is_visible or deleted_at is not null));
end
$$;
comment on function sync.may_read_lesson_file is
  'Returns whether the caller may have a lesson file: the plan covers its course and it is not a link to a '
  'hidden course file.';

grant execute on function sync.may_read_lesson(uuid), sync.may_discuss(uuid), sync.may_read_course(uuid),
  sync.may_read_lesson_file(uuid, uuid) to authenticated, service_role;

-- ── Tables ──

-- Rule: withdrawn is a state of its own. A row that learners had and that is a draft or in the trash now has `withdrawn_at`;
-- a row that they never had has none. What a learner began before that time still counts.
create function sync.note_withdrawal() returns trigger language plpgsql set search_path = '' as $$
begin
  if new.status in ('published', 'public') and new.deleted_at is null then
    new.withdrawn_at := null;
  elsif tg_op = 'INSERT' then
    new.withdrawn_at := null;
  elsif old.status in ('published', 'public') and old.deleted_at is null then
    new.withdrawn_at := clock_timestamp();
  else
    new.withdrawn_at := old.withdrawn_at;
  end if;
  return new;
end
$$;
comment on function sync.note_withdrawal is 'Stores when learners lost a published row; nobody else writes that time.';

create table public.courses (
  id uuid primary key default gen_random_uuid(),
  title text not null check (btrim(title) <> '' and char_length(title) <= 300),
  description text,
  status text not null default 'draft' check (status in ('draft', 'published', 'public')),
  plan_type text not null default 'free' check (plan_type in ('free', 'basic', 'premium')),
  category text,
  instructor text,
  thumbnail_url text,
  shape text,
  hue int check (hue between 0 and 360),
  creator_id uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Optimistic locking: a patch states the version that it started from (see admin/content-rules.sql).
  row_version int not null default 1,
  -- When an administrator moved the row to the trash; learners' devices treat it as removed.
  deleted_at timestamptz,
  -- When a published row became a draft or went to the trash (sync.note_withdrawal).
  withdrawn_at timestamptz
);
comment on table public.courses is
  'A course: a draft, or published (`public` counts as published) for the accounts its plan_type covers.';
create trigger a_clean before insert or update on public.courses for each row execute function sync.clean_row();
create trigger withdrawal before insert or update on public.courses for each row execute function sync.note_withdrawal();
create index courses_by_creator on public.courses (creator_id);
alter table public.courses enable row level security;
create policy "accounts read published courses, administrators all" on public.courses for select to authenticated
  using ((select public.is_admin()) or status in ('published', 'public') and deleted_at is null);
comment on policy "accounts read published courses, administrators all" on public.courses is
  'Every account sees the card of each course that is not a draft.';
create policy "administrators add courses" on public.courses for insert to authenticated
  with check ((select public.is_admin()));
create policy "administrators change courses" on public.courses for update to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()));
comment on policy "administrators change courses" on public.courses is
  'Only administrators change rows. Nobody deletes directly; public.move_to_trash keeps what learners made.';
grant select, insert, update on public.courses to authenticated;
grant all on public.courses to service_role;
create trigger stamp before insert or update on public.courses for each row execute function sync.set_timestamps();
create trigger keep before update on public.courses for each row
  execute function sync.protect_columns('id', 'creator_id');

create function sync.set_creator() returns trigger language plpgsql set search_path = '' as $$
begin
  if current_user in ('anon', 'authenticated') then new.creator_id := auth.uid(); end if;
  return new;
end
$$;
comment on function sync.set_creator is
  'Sets the author of a new course to the signed-in administrator, whatever the client sends.';
create trigger creator before insert on public.courses for each row execute function sync.set_creator();

create function sync.on_courses() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform sync.touch('courses', coalesce(new.id, old.id)::text);
  -- Lessons and quizzes change scope with their course. Leave the search for them to the flush, which also sees rows
  -- that concurrent transactions have added.
  if tg_op = 'UPDATE' and (old.status, old.plan_type, old.deleted_at) is distinct
    from (new.status, new.plan_type, new.deleted_at) then
    perform sync.request('republish_course', new.id::text);
  end if;
  return null;
end
$$;
comment on function sync.on_courses is
  'Publishes a changed course, and its lessons and quizzes if its status or plan changed.';
create trigger feed after insert or update or delete on public.courses for each row execute function sync.on_courses();

create table public.course_templates (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  description text,
  modules jsonb not null default '[]' check (jsonb_typeof(modules) = 'array'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Optimistic locking: a patch states the version that it started from (see admin/content-rules.sql).
  row_version int not null default 1,
  -- When an administrator moved the row to the trash; learners' devices treat it as removed.
  deleted_at timestamptz
);
comment on table public.course_templates is 'Outlines from which an administrator starts a course.';
create trigger a_clean before insert or update on public.course_templates for each row
  execute function sync.clean_row();
alter table public.course_templates enable row level security;
create policy "administrators read course templates" on public.course_templates for select to authenticated
  using ((select public.is_admin()));
create policy "administrators add course templates" on public.course_templates for insert to authenticated
  with check ((select public.is_admin()));
create policy "administrators change course templates" on public.course_templates for update to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()));
comment on policy "administrators change course templates" on public.course_templates is
  'Only administrators change rows. Nobody deletes directly; public.move_to_trash keeps what learners made.';
grant select, insert, update on public.course_templates to authenticated;
grant all on public.course_templates to service_role;
create trigger stamp before insert or update on public.course_templates for each row
  execute function sync.set_timestamps();

create table public.videos (
  id uuid primary key default gen_random_uuid(),
  course_id uuid not null references public.courses (id) on delete cascade,
  title text not null check (btrim(title) <> '' and char_length(title) <= 300),
  description text,
  -- Object key in the bucket `videos`, or an absolute https URL.
  video_url text check (video_url !~* '^[a-z]+:' or video_url ~* '^https://'),
  media_bytes bigint check (media_bytes >= 0),
  captions text,
  duration_seconds int not null default 0 check (duration_seconds between 0 and 28800),
  order_position int not null default 1,
  thumbnail_url text,
  is_free_preview boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The text of a WebVTT file; each cue is a chapter.
  chapters text check (chapters ~ '^WEBVTT' and char_length(chapters) <= sync.chapters_length()),
  -- Optimistic locking: a patch states the version that it started from (see admin/content-rules.sql).
  row_version int not null default 1,
  -- When an administrator moved the row to the trash; learners' devices treat it as removed.
  deleted_at timestamptz,
  -- Learners see only published lessons. A lesson that a client inserts starts as a draft.
  status text not null default 'published' check (status in ('draft', 'published')),
  -- When a published row became a draft or went to the trash (sync.note_withdrawal).
  withdrawn_at timestamptz,
  constraint videos_one_per_position unique (course_id, order_position) deferrable initially deferred
);
comment on table public.videos is 'A lesson of a course, with the object key of its video and its captions.';
create trigger a_clean before insert or update on public.videos for each row execute function sync.clean_row();
create trigger withdrawal before insert or update on public.videos for each row execute function sync.note_withdrawal();
create index videos_by_course on public.videos (course_id, order_position);
create index videos_by_media on public.videos (video_url);
alter table public.videos enable row level security;
create policy "accounts read lessons their plan covers, administrators all" on public.videos for select to authenticated
  using ((select public.is_admin()) or (select sync.may_read_lesson(id)));
comment on policy "accounts read lessons their plan covers, administrators all" on public.videos is
  'A lesson row is readable when the plan covers its course or the lesson is a free preview.';
create policy "administrators add lessons" on public.videos for insert to authenticated
  with check ((select public.is_admin()));
create policy "administrators change lessons" on public.videos for update to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()));
comment on policy "administrators change lessons" on public.videos is
  'Only administrators change rows. Nobody deletes directly; public.move_to_trash keeps what learners made.';
grant select, insert, update on public.videos to authenticated;
grant all on public.videos to service_role;
create trigger stamp before insert or update on public.videos for each row execute function sync.set_timestamps();
create trigger keep before update on public.videos for each row execute function sync.protect_columns('id');

create function sync.on_videos() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_id text := coalesce(new.id, old.id)::text;
begin
  perform sync.touch('videos', v_id), sync.touch('lessons', v_id), sync.touch('video_stats', v_id, 'video:' || v_id);
  if tg_op <> 'INSERT' then perform sync.touch('courses', old.course_id::text); end if;
  if tg_op <> 'DELETE' then perform sync.touch('courses', new.course_id::text); end if;
  return null;
end
$$;
comment on function sync.on_videos is 'Publishes a changed lesson and the totals of its course.';
create trigger feed after insert or update or delete on public.videos for each row execute function sync.on_videos();

create view sync.lesson_offers as
  select v.id as video_id, v.course_id, v.duration_seconds, least(
    case when v.status = 'published' and v.deleted_at is null then 'infinity'
      else coalesce(v.withdrawn_at, '-infinity') end,
    case when c.status in ('published', 'public') and c.deleted_at is null then 'infinity'
      else coalesce(c.withdrawn_at, '-infinity') end) as offered_until
  from public.videos v join public.courses c on c.id = v.course_id;
comment on view sync.lesson_offers is
  'When learners lost a lesson: infinity while they have it, -infinity if they never had it.';

create table public.course_resources (
  id uuid primary key default gen_random_uuid(),
  course_id uuid not null references public.courses (id) on delete cascade,
  title text not null,
  file_url text not null check (file_url !~* '^[a-z]+:' or file_url ~* '^https://'),
  file_name text not null,
  file_size bigint check (file_size >= 0),
  file_type text,
  is_visible boolean not null default true,
  created_at timestamptz not null default now(),
  -- Optimistic locking: a patch states the version that it started from (see admin/content-rules.sql).
  row_version int not null default 1,
  -- When an administrator moved the row to the trash; learners' devices treat it as removed.
  deleted_at timestamptz
);
comment on table public.course_resources is 'A file of a course; lessons that link to a hidden one skip it.';
create trigger a_clean before insert or update on public.course_resources for each row
  execute function sync.clean_row();
create index course_resources_by_course on public.course_resources (course_id);
create index course_resources_by_file on public.course_resources (file_url);
alter table public.course_resources enable row level security;
create policy "subscribers read files of their courses, administrators all" on public.course_resources for select
  to authenticated
  using ((select public.is_admin()) or is_visible and deleted_at is null and (select sync.may_read_course(course_id)));
comment on policy "subscribers read files of their courses, administrators all" on public.course_resources is
  'Course files need a paid plan that covers the course, and must not be hidden.';
create policy "administrators add course files" on public.course_resources for insert to authenticated
  with check ((select public.is_admin()));
create policy "administrators change course files" on public.course_resources for update to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()));
comment on policy "administrators change course files" on public.course_resources is
  'Only administrators change rows. Nobody deletes directly; public.move_to_trash keeps what learners made.';
grant select, insert, update on public.course_resources to authenticated;
grant all on public.course_resources to service_role;
create trigger stamp before insert or update on public.course_resources for each row
  execute function sync.set_created_at();

create function sync.on_course_resources() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform sync.request('republish_resource', coalesce(new.id, old.id)::text);
  return null;
end
$$;
comment on function sync.on_course_resources is 'Republishes the lessons that link to a changed course file.';
create trigger feed after insert or update or delete on public.course_resources for each row
  execute function sync.on_course_resources();

create table public.video_resources (
  id uuid primary key default gen_random_uuid(),
  video_id uuid not null references public.videos (id) on delete cascade,
  title text not null,
  file_url text not null check (file_url !~* '^[a-z]+:' or file_url ~* '^https://'),
  file_name text not null,
  file_size bigint check (file_size >= 0),
  file_type text,
  course_resource_id uuid references public.course_resources (id) on delete set null,
  created_at timestamptz not null default now(),
  -- Optimistic locking: a patch states the version that it started from (see admin/content-rules.sql).
  row_version int not null default 1,
  -- When an administrator moved the row to the trash; learners' devices treat it as removed.
  deleted_at timestamptz
);
comment on table public.video_resources is 'A file of a lesson: its own, or a link to a file of the course.';
create trigger a_clean before insert or update on public.video_resources for each row execute function sync.clean_row();
create index video_resources_by_video on public.video_resources (video_id, created_at);
create index video_resources_by_course_resource on public.video_resources (course_resource_id);
create index video_resources_by_file on public.video_resources (file_url);
alter table public.video_resources enable row level security;
create policy "subscribers read files of their lessons, administrators all" on public.video_resources for select
  to authenticated
  using ((select public.is_admin())
    or deleted_at is null and (select sync.may_read_lesson_file(video_id, course_resource_id)));
comment on policy "subscribers read files of their lessons, administrators all" on public.video_resources is
  'Lesson files need a paid plan that covers the course, and must not link to a hidden course file.';
create policy "administrators add lesson files" on public.video_resources for insert to authenticated
  with check ((select public.is_admin()));
create policy "administrators change lesson files" on public.video_resources for update to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()));
comment on policy "administrators change lesson files" on public.video_resources is
  'Only administrators change rows. Nobody deletes directly; public.move_to_trash keeps what learners made.';
grant select, insert, update on public.video_resources to authenticated;
grant all on public.video_resources to service_role;
create trigger stamp before insert or update on public.video_resources for each row
  execute function sync.set_created_at();

create function sync.on_video_resources() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then perform sync.touch('lessons', old.video_id::text); end if;
  if tg_op <> 'DELETE' then perform sync.touch('lessons', new.video_id::text); end if;
  return null;
end
$$;
comment on function sync.on_video_resources is 'Publishes the lessons whose files changed.';
create trigger feed after insert or update or delete on public.video_resources for each row
  execute function sync.on_video_resources();
