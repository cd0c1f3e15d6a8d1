-- Likes and comments under a lesson, and their counts. Counts are counted by the server, at the end of the transaction.

create table public.video_likes (
  video_id uuid not null references public.videos (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (video_id, user_id)
);
create index video_likes_by_user on public.video_likes (user_id);
comment on table public.video_likes is 'Who likes which lesson.';

create table public.video_comments (
  id uuid primary key default gen_random_uuid(),
  video_id uuid not null references public.videos (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  content text not null check (btrim(content) <> '' and char_length(content) <= 2000),
  created_at timestamptz not null default now()
);
create index video_comments_by_video on public.video_comments (video_id, created_at desc);
create index video_comments_by_user on public.video_comments (user_id);
comment on table public.video_comments is 'A comment under a lesson; its text never changes.';

create table public.video_stats (
  video_id uuid primary key references public.videos (id) on delete cascade,
  likes_count int not null default 0 check (likes_count >= 0),
  comments_count int not null default 0 check (comments_count >= 0),
  updated_at timestamptz not null default now()
);
comment on table public.video_stats is 'How many likes and comments a lesson has.';

-- ── Policies ──

alter table public.video_likes enable row level security;
create policy "a learner reads their own likes" on public.video_likes for select to authenticated using (user_id = (select auth.uid()));
create policy "administrators read likes" on public.video_likes for select to authenticated using ((select public.is_admin()));
create policy "subscribers like lessons they may see" on public.video_likes for insert to authenticated
  with check (user_id = (select auth.uid()) and (select sync.discusses(video_id)));
create policy "a learner takes their own like back" on public.video_likes for delete to authenticated using (user_id = (select auth.uid()));
grant select, insert, delete on public.video_likes to authenticated;
grant all on public.video_likes to service_role;
create trigger stamp before insert or update on public.video_likes for each row execute function sync.stamp_created();

alter table public.video_comments enable row level security;
create policy "subscribers read comments of lessons they may see" on public.video_comments for select to authenticated
  using ((select sync.discusses(video_id)));
create policy "a learner reads their own comments" on public.video_comments for select to authenticated using (user_id = (select auth.uid()));
create policy "administrators read comments" on public.video_comments for select to authenticated using ((select public.is_admin()));
create policy "subscribers comment lessons they may see" on public.video_comments for insert to authenticated
  with check (user_id = (select auth.uid()) and (select sync.discusses(video_id)));
create policy "a learner deletes their own comments" on public.video_comments for delete to authenticated using (user_id = (select auth.uid()));
create policy "administrators delete comments" on public.video_comments for delete to authenticated using ((select public.is_admin()));
grant select, insert, delete on public.video_comments to authenticated;
grant all on public.video_comments to service_role;
create trigger stamp before insert or update on public.video_comments for each row execute function sync.stamp_created();

-- Spaces around a comment are not part of it.
create function sync.trim_content() returns trigger language plpgsql set search_path = '' as $$
begin
  new.content := btrim(new.content, E' \t\r\n');
  return new;
end
$$;
create trigger trim_content before insert on public.video_comments for each row execute function sync.trim_content();

alter table public.video_stats enable row level security;
create policy "subscribers read counts of lessons they may see" on public.video_stats for select to authenticated using ((select sync.discusses(video_id)));
create policy "administrators read counts" on public.video_stats for select to authenticated using ((select public.is_admin()));
grant select on public.video_stats to authenticated;
grant all on public.video_stats to service_role;

-- ── Feed ──

create function sync.on_video_likes() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_video text := coalesce(new.video_id, old.video_id)::text;
  v_user text := coalesce(new.user_id, old.user_id)::text;
begin
  perform sync.touch('video_stats', v_video, 'video:' || v_video), sync.touch('~like', v_user, 'account:' || v_user);
  return null;
end
$$;
create trigger feed after insert or update or delete on public.video_likes for each row execute function sync.on_video_likes();

create function sync.on_video_comments() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_video text := coalesce(new.video_id, old.video_id)::text;
  v_user text := coalesce(new.user_id, old.user_id)::text;
begin
  perform sync.touch('comments', coalesce(new.id, old.id)::text, 'video:' || v_video), sync.touch('video_stats', v_video, 'video:' || v_video),
    sync.touch('~comment', v_user, 'account:' || v_user);
  return null;
end
$$;
create trigger feed after insert or update or delete on public.video_comments for each row execute function sync.on_video_comments();

revoke all on all functions in schema sync from public;
