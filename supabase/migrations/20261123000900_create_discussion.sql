-- Likes and comments of a lesson, and their counts. The flush computes the counts at the end of the transaction.

create table public.video_likes (
  video_id uuid not null references public.videos (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (video_id, user_id)
);
comment on table public.video_likes is 'Which account likes which lesson.';
create index video_likes_by_user on public.video_likes (user_id);
alter table public.video_likes enable row level security;
create policy "a learner reads their own likes" on public.video_likes for select to authenticated
  using (user_id = (select auth.uid()));
comment on policy "a learner reads their own likes" on public.video_likes is
  'The rows of an account are readable only by that account.';
create policy "administrators read likes" on public.video_likes for select to authenticated
  using ((select public.is_admin()));
comment on policy "administrators read likes" on public.video_likes is 'Administrators may read every row.';
create policy "subscribers like lessons they may see" on public.video_likes for insert to authenticated
  with check (user_id = (select auth.uid()) and (select sync.may_discuss(video_id)));
comment on policy "subscribers like lessons they may see" on public.video_likes is
  'A like needs a paid plan that covers the lesson and is given only for the caller.';
create policy "a learner removes their own like" on public.video_likes for delete to authenticated
  using (user_id = (select auth.uid()));
comment on policy "a learner removes their own like" on public.video_likes is
  'The rows of an account are deleted only by that account.';
grant select, insert, delete on public.video_likes to authenticated;
grant all on public.video_likes to service_role;
create trigger stamp before insert or update on public.video_likes for each row execute function sync.set_created_at();

create function sync.on_video_likes() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_video text := coalesce(new.video_id, old.video_id)::text;
  v_user text := coalesce(new.user_id, old.user_id)::text;
begin
  perform sync.touch('video_stats', v_video, 'video:' || v_video),
    sync.request('recount_like', v_user, 'account:' || v_user);
  return null;
end
$$;
comment on function sync.on_video_likes is 'Requests new counts for the lesson and new achievements for the learner.';
create trigger feed after insert or update or delete on public.video_likes for each row
  execute function sync.on_video_likes();

create table public.video_comments (
  id uuid primary key default gen_random_uuid(),
  video_id uuid not null references public.videos (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  content text not null check (btrim(content) <> '' and char_length(content) <= 2000),
  created_at timestamptz not null default now()
);
comment on table public.video_comments is 'A comment under a lesson; its text never changes.';
create index video_comments_by_video on public.video_comments (video_id, created_at desc);
create index video_comments_by_user on public.video_comments (user_id);
alter table public.video_comments enable row level security;
create policy "subscribers read comments of lessons they may see" on public.video_comments for select to authenticated
  using ((select sync.may_discuss(video_id)));
comment on policy "subscribers read comments of lessons they may see" on public.video_comments is
  'The discussion of a lesson is readable with a paid plan that covers the lesson.';
create policy "a learner reads their own comments" on public.video_comments for select to authenticated
  using (user_id = (select auth.uid()));
comment on policy "a learner reads their own comments" on public.video_comments is
  'The rows of an account are readable only by that account.';
create policy "administrators read comments" on public.video_comments for select to authenticated
  using ((select public.is_admin()));
comment on policy "administrators read comments" on public.video_comments is 'Administrators may read every row.';
create policy "subscribers comment on lessons they may see" on public.video_comments for insert to authenticated
  with check (user_id = (select auth.uid()) and (select sync.may_discuss(video_id)));
comment on policy "subscribers comment on lessons they may see" on public.video_comments is
  'A comment needs a paid plan that covers the lesson and carries the caller as author.';
create policy "a learner deletes their own comments" on public.video_comments for delete to authenticated
  using (user_id = (select auth.uid()));
comment on policy "a learner deletes their own comments" on public.video_comments is
  'The rows of an account are deleted only by that account.';
create policy "administrators delete comments" on public.video_comments for delete to authenticated
  using ((select public.is_admin()));
comment on policy "administrators delete comments" on public.video_comments is 'Administrators may delete every row.';
grant select, insert, delete on public.video_comments to authenticated;
grant all on public.video_comments to service_role;
create trigger stamp before insert or update on public.video_comments for each row
  execute function sync.set_created_at();

create function sync.trim_comment() returns trigger language plpgsql set search_path = '' as $$
begin
  new.content := btrim(new.content, E' \t\r\n');
  return new;
end
$$;
comment on function sync.trim_comment is 'Removes spaces around a comment.';
create trigger trim_content before insert on public.video_comments for each row execute function sync.trim_comment();

create function sync.on_video_comments() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_video text := coalesce(new.video_id, old.video_id)::text;
  v_user text := coalesce(new.user_id, old.user_id)::text;
begin
  perform sync.touch('comments', coalesce(new.id, old.id)::text, 'video:' || v_video),
    sync.touch('video_stats', v_video, 'video:' || v_video),
    sync.request('recount_comment', v_user, 'account:' || v_user);
  return null;
end
$$;
comment on function sync.on_video_comments is
  'Publishes a changed comment, the counts of its lesson and the achievements of its author.';
create trigger feed after insert or update or delete on public.video_comments for each row
  execute function sync.on_video_comments();

create table public.video_stats (
  video_id uuid primary key references public.videos (id) on delete cascade,
  likes_count int not null default 0 check (likes_count >= 0),
  comments_count int not null default 0 check (comments_count >= 0),
  updated_at timestamptz not null default now()
);
comment on table public.video_stats is 'The number of likes and comments of a lesson.';
alter table public.video_stats enable row level security;
create policy "subscribers read counts of lessons they may see" on public.video_stats for select to authenticated
  using ((select sync.may_discuss(video_id)));
comment on policy "subscribers read counts of lessons they may see" on public.video_stats is
  'Counts are readable by those who may read the discussion.';
create policy "administrators read counts" on public.video_stats for select to authenticated
  using ((select public.is_admin()));
comment on policy "administrators read counts" on public.video_stats is 'Administrators may read every row.';
grant select on public.video_stats to authenticated;
grant all on public.video_stats to service_role;

revoke all on all functions in schema sync from public;
