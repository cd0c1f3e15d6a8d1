create table public.video_likes (
  video_id uuid not null references public.videos (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (video_id, user_id)
);
comment on table public.video_likes is 'Which account likes which lesson.';
create index video_likes_by_user on public.video_likes (user_id);
alter table public.video_likes enable row level security;
create policy "owners and administrators read likes" on public.video_likes for select to authenticated
  using (user_id = (select auth.uid()) or (select public.is_admin()));
create policy "subscribers like lessons they may see" on public.video_likes for insert to authenticated
  with check (user_id = (select auth.uid()) and (select sync.may_discuss(video_id)));
create policy "a learner removes their own like" on public.video_likes for delete to authenticated
  using (user_id = (select auth.uid()));
grant select, insert, delete on public.video_likes to authenticated;
grant all on public.video_likes to service_role;
create trigger stamp before insert or update on public.video_likes for each row execute function sync.set_created_at();

create trigger count_acts after insert or delete on public.video_likes for each row
  execute function sync.count_act('like', '30', '1 minute');

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
  content text not null check (btrim(content) <> '' and char_length(content) <= sync.comment_length()),
  created_at timestamptz not null default now(),
  position int check (position between 0 and sync.media_ms()),
  parent_id uuid references public.video_comments (id) on delete set null,
  deleted_at timestamptz
);
comment on table public.video_comments is
  'A comment under a lesson, a moment of its video or another comment; its text never changes.';
create trigger a_clean before insert or update on public.video_comments for each row execute function sync.clean_row();
create index video_comments_by_video on public.video_comments (video_id, created_at desc);
create index video_comments_by_user on public.video_comments (user_id);
create index video_comments_by_parent on public.video_comments (parent_id);
alter table public.video_comments enable row level security;
create policy "subscribers read comments of their lessons and their own" on public.video_comments for select
  to authenticated
  using ((select public.is_admin())
    or user_id = (select auth.uid())
    or deleted_at is null and (select sync.may_discuss(video_id)));
comment on policy "subscribers read comments of their lessons and their own" on public.video_comments is
  'The discussion of a lesson is readable with a paid plan that covers the lesson; authors read their own comments, '
  'administrators all.';
create policy "subscribers comment on lessons they may see" on public.video_comments for insert to authenticated
  with check (user_id = (select auth.uid()) and (select sync.may_discuss(video_id))
    and exists (select from public.profiles p where p.id = (select auth.uid()) and p.blocked_at is null));
comment on policy "subscribers comment on lessons they may see" on public.video_comments is
  'A comment needs a paid plan that covers the lesson, names the caller as author, and the caller is not blocked.';
create policy "a learner deletes their own comments" on public.video_comments for delete to authenticated
  using (user_id = (select auth.uid()) and deleted_at is null);
comment on policy "a learner deletes their own comments" on public.video_comments is
  'The rows of an account are deleted only by that account; a comment that moderation removed stays in the trash.';
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

create function sync.check_reply() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.parent_id is not null and not exists (
    select from public.video_comments p
      where p.id = new.parent_id and p.video_id = new.video_id and p.parent_id is null and p.id <> new.id) then
    raise check_violation using message = 'a reply answers a comment of the same lesson that is no reply itself';
  end if;
  return new;
end
$$;
comment on function sync.check_reply is 'Limits replies to one level and to the same lesson.';
create trigger check_reply before insert on public.video_comments for each row execute function sync.check_reply();
create trigger zz_count before insert on public.video_comments for each row
  execute function sync.count_act('comment', '10', '1 minute');

create function sync.notify_reply() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform sync.notify(q.user_id, 'comment', 'reply:' || q.id || ':' || extract(epoch from date_trunc('hour', now()))::bigint, 'info', 'Нов отговор на Ваш коментар',
      coalesce(nullif(btrim(p.full_name), ''), 'Потребител') || ': ' || left(new.content, 200),
      '/video/' || v.id || '/' || v.course_id
        || case when q.position is not null then '?t=' || q.position / 1000 else '' end)
    from public.video_comments q join public.videos v on v.id = q.video_id, public.profiles p
    where q.id = new.parent_id and q.user_id <> new.user_id and p.id = new.user_id;
  return null;
end
$$;
comment on function sync.notify_reply is 'Tells the author of a comment that somebody has answered it, at most once an hour.';
create trigger notify_reply after insert on public.video_comments for each row
  when (new.parent_id is not null) execute function sync.notify_reply();

create function sync.on_video_comments() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_video text := coalesce(new.video_id, old.video_id)::text;
  v_user text := coalesce(new.user_id, old.user_id)::text;
begin
  perform sync.touch('comments', coalesce(new.id, old.id)::text, 'video:' || v_video),
    sync.touch('video_stats', v_video, 'video:' || v_video),
    sync.request('recount_comment', v_user, 'account:' || v_user);
  if tg_op = 'UPDATE' and (old.deleted_at is null) <> (new.deleted_at is null) then
    perform sync.touch('comments', c.id::text, 'video:' || v_video) from public.video_comments c
      where c.parent_id = new.id;
  end if;
  return null;
end
$$;
comment on function sync.on_video_comments is
  'Publishes a changed comment, the counts of its lesson and the achievements of its author.';
create trigger feed after insert or update or delete on public.video_comments for each row
  execute function sync.on_video_comments();

create table public.comment_reports (
  comment_id uuid not null references public.video_comments (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  reason text not null default '' check (char_length(reason) <= 500),
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  primary key (comment_id, user_id)
);
comment on table public.comment_reports is 'A report of a comment, for the moderation list of the console.';
create trigger a_clean before insert or update on public.comment_reports for each row execute function sync.clean_row();
create index comment_reports_by_user on public.comment_reports (user_id);
alter table public.comment_reports enable row level security;
create policy "owners and administrators read reports" on public.comment_reports for select to authenticated
  using (user_id = (select auth.uid()) or (select public.is_admin()));
create policy "administrators resolve reports" on public.comment_reports for update to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()));
comment on policy "administrators resolve reports" on public.comment_reports is
  'The update grant limits this to the time of the decision.';
grant select on public.comment_reports to authenticated;
grant update (resolved_at) on public.comment_reports to authenticated;
grant all on public.comment_reports to service_role;

create table public.video_stats (
  video_id uuid primary key references public.videos (id) on delete cascade,
  likes_count int not null default 0 check (likes_count >= 0),
  comments_count int not null default 0 check (comments_count >= 0),
  updated_at timestamptz not null default now()
);
comment on table public.video_stats is 'The number of likes and comments of a lesson.';
alter table public.video_stats enable row level security;
create policy "subscribers read counts of lessons they may see" on public.video_stats for select to authenticated
  using ((select public.is_admin())
    or (select sync.may_discuss(video_id)));
comment on policy "subscribers read counts of lessons they may see" on public.video_stats is
  'Counts are readable by those who may read the discussion, and by administrators.';
grant select on public.video_stats to authenticated;
grant all on public.video_stats to service_role;
