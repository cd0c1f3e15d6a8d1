-- Courses and their lessons. A lesson (a row of `videos`) is a card for everyone and a full part for those whose plan covers it.

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
  updated_at timestamptz not null default now()
);
create index courses_by_creator on public.courses (creator_id);
comment on table public.courses is 'A course: draft, or published (`public` counts as published) for the accounts its plan_type covers.';

create table public.course_templates (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  description text,
  modules jsonb not null default '[]' check (jsonb_typeof(modules) = 'array'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.course_templates is 'Outlines from which an administrator starts a course.';

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
  updated_at timestamptz not null default now()
);
create index videos_by_course on public.videos (course_id, order_position);
create index videos_by_media on public.videos (video_url);
comment on table public.videos is 'A lesson of a course, with the key of its film and its captions.';

create table public.course_resources (
  id uuid primary key default gen_random_uuid(),
  course_id uuid not null references public.courses (id) on delete cascade,
  title text not null,
  file_url text not null check (file_url !~* '^[a-z]+:' or file_url ~* '^https://'),
  file_name text not null,
  file_size bigint check (file_size >= 0),
  file_type text,
  is_visible boolean not null default true,
  created_at timestamptz not null default now()
);
create index course_resources_by_course on public.course_resources (course_id);
create index course_resources_by_file on public.course_resources (file_url);
comment on table public.course_resources is 'A file of a course; an invisible one is skipped wherever lessons link to it.';

create table public.video_resources (
  id uuid primary key default gen_random_uuid(),
  video_id uuid not null references public.videos (id) on delete cascade,
  title text not null,
  file_url text not null check (file_url !~* '^[a-z]+:' or file_url ~* '^https://'),
  file_name text not null,
  file_size bigint check (file_size >= 0),
  file_type text,
  course_resource_id uuid references public.course_resources (id) on delete set null,
  created_at timestamptz not null default now()
);
create index video_resources_by_video on public.video_resources (video_id, created_at);
create index video_resources_by_course_resource on public.video_resources (course_resource_id);
create index video_resources_by_file on public.video_resources (file_url);
comment on table public.video_resources is 'A file beside a lesson, its own or one of the course''s.';

-- ── Entitlements: one rule for rows, files and scopes ──

-- The shared scope that carries the full part of a lesson; null while its course is a draft.
create function sync.lesson_scope(p_status text, p_plan text, p_preview boolean) returns text language sql immutable as $$
  select case
    when p_status not in ('published', 'public') then null
    when p_plan = 'free' or p_preview then 'public'
    else 'plan:' || p_plan
  end
$$;

-- Whether an account may have the film, captions and description of a lesson.
create function sync.user_reads_lesson(p_user uuid, p_video uuid) returns boolean language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.videos v join public.courses c on c.id = v.course_id
    where v.id = p_video and c.status in ('published', 'public')
      and sync.user_has_plan(p_user, case when v.is_free_preview then 'free' else c.plan_type end));
end
$$;

-- Whether an account may see and leave comments and likes there: it reads the lesson and has a paid plan.
create function sync.user_discusses(p_user uuid, p_video uuid) returns boolean language plpgsql stable security definer set search_path = '' as $$
begin
  return sync.user_has_plan(p_user, 'basic') and sync.user_reads_lesson(p_user, p_video);
end
$$;

-- Whether an account may have the tests and files of a course: those are for paid plans only.
create function sync.user_reads_course(p_user uuid, p_course uuid) returns boolean language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.courses c where c.id = p_course and c.status in ('published', 'public')
      and sync.user_has_plan(p_user, case when c.plan_type = 'premium' then 'premium' else 'basic' end));
end
$$;

-- The same questions about the caller, for policies.
create function sync.reads_lesson(p_video uuid) returns boolean language plpgsql stable security definer set search_path = '' as $$
begin
  return sync.user_reads_lesson((select auth.uid()), p_video);
end
$$;
create function sync.discusses(p_video uuid) returns boolean language plpgsql stable security definer set search_path = '' as $$
begin
  return sync.user_discusses((select auth.uid()), p_video);
end
$$;
create function sync.reads_course(p_course uuid) returns boolean language plpgsql stable security definer set search_path = '' as $$
begin
  return sync.user_reads_course((select auth.uid()), p_course);
end
$$;
-- A file beside a lesson: by its course, and not when it links to a hidden file of the course.
create function sync.reads_file(p_video uuid, p_course_resource uuid) returns boolean language plpgsql stable security definer set search_path = '' as $$
begin
  return sync.user_reads_course((select auth.uid()), (select course_id from public.videos where id = p_video))
    and not exists (select from public.course_resources where id = p_course_resource and not is_visible);
end
$$;

-- ── Policies ──

alter table public.courses enable row level security;
create policy "accounts read published courses" on public.courses for select to authenticated using (status in ('published', 'public'));
create policy "administrators manage courses" on public.courses for all to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));
grant select, insert, update, delete on public.courses to authenticated;
grant all on public.courses to service_role;
create trigger stamp before insert or update on public.courses for each row execute function sync.stamp();
create trigger keep before update on public.courses for each row execute function sync.keep('id', 'creator_id');

-- Rule: the author is whoever is signed in, not whoever is named.
create function sync.set_creator() returns trigger language plpgsql set search_path = '' as $$
begin
  if current_user in ('anon', 'authenticated') then new.creator_id := auth.uid(); end if;
  return new;
end
$$;
create trigger creator before insert on public.courses for each row execute function sync.set_creator();

alter table public.course_templates enable row level security;
create policy "administrators manage course templates" on public.course_templates for all to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));
grant select, insert, update, delete on public.course_templates to authenticated;
grant all on public.course_templates to service_role;
create trigger stamp before insert or update on public.course_templates for each row execute function sync.stamp();

alter table public.videos enable row level security;
create policy "accounts read lessons their plan covers" on public.videos for select to authenticated using ((select sync.reads_lesson(id)));
create policy "administrators manage lessons" on public.videos for all to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));
grant select, insert, update, delete on public.videos to authenticated;
grant all on public.videos to service_role;
create trigger stamp before insert or update on public.videos for each row execute function sync.stamp();
create trigger keep before update on public.videos for each row execute function sync.keep('id');

alter table public.course_resources enable row level security;
create policy "subscribers read visible files of their courses" on public.course_resources for select to authenticated
  using (is_visible and (select sync.reads_course(course_id)));
create policy "administrators manage course files" on public.course_resources for all to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));
grant select, insert, update, delete on public.course_resources to authenticated;
grant all on public.course_resources to service_role;
create trigger stamp before insert or update on public.course_resources for each row execute function sync.stamp_created();

alter table public.video_resources enable row level security;
create policy "subscribers read files of their lessons" on public.video_resources for select to authenticated
  using ((select sync.reads_file(video_id, course_resource_id)));
create policy "administrators manage lesson files" on public.video_resources for all to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));
grant select, insert, update, delete on public.video_resources to authenticated;
grant all on public.video_resources to service_role;
create trigger stamp before insert or update on public.video_resources for each row execute function sync.stamp_created();

-- ── Feed ──

create function sync.on_courses() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform sync.touch('courses', coalesce(new.id, old.id)::text);
  -- Lessons and tests move with their course; which ones is asked at the end, when late arrivals are visible.
  if tg_op = 'UPDATE' and (old.status, old.plan_type) is distinct from (new.status, new.plan_type) then
    perform sync.touch('~course', new.id::text);
  end if;
  return null;
end
$$;
create trigger feed after insert or update or delete on public.courses for each row execute function sync.on_courses();

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
create trigger feed after insert or update or delete on public.videos for each row execute function sync.on_videos();

create function sync.on_course_resources() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform sync.touch('~resource', coalesce(new.id, old.id)::text);
  return null;
end
$$;
create trigger feed after insert or update or delete on public.course_resources for each row execute function sync.on_course_resources();

create function sync.on_video_resources() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then perform sync.touch('lessons', old.video_id::text); end if;
  if tg_op <> 'DELETE' then perform sync.touch('lessons', new.video_id::text); end if;
  return null;
end
$$;
create trigger feed after insert or update or delete on public.video_resources for each row execute function sync.on_video_resources();

revoke all on all functions in schema sync from public;
grant execute on function sync.reads_lesson(uuid), sync.discusses(uuid), sync.reads_course(uuid), sync.reads_file(uuid, uuid) to authenticated, service_role;
