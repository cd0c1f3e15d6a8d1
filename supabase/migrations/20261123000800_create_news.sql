-- News, whose articles are for premium accounts (others get the summary through the feed), and notifications to one
-- account.

create table public.news (
  id uuid primary key default gen_random_uuid(),
  title text not null check (btrim(title) <> '' and char_length(title) <= 300),
  summary text not null,
  content text not null,
  category text not null default 'general' check (category in ('general', 'update', 'course', 'event', 'store')),
  status text not null default 'draft' check (status in ('draft', 'published')),
  image_url text,
  slug text not null unique check (slug ~ '^[^/?#[:space:]]{1,200}$'),
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.news is 'A news item; the summary is for every account, the content for premium accounts.';
create index news_by_date on public.news (status, created_at desc);
alter table public.news enable row level security;
create policy "premium accounts read published articles" on public.news for select to authenticated
  using (status = 'published' and (select public.has_plan('premium')));
comment on policy "premium accounts read published articles" on public.news is
  'Full articles are for premium accounts; other accounts receive the summary through the feed.';
create policy "administrators manage news" on public.news for all to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()));
comment on policy "administrators manage news" on public.news is
  'Administrators may read, add, change and delete every row.';
grant select, insert, update, delete on public.news to authenticated;
grant all on public.news to service_role;

create function sync.set_published_at() returns trigger language plpgsql set search_path = '' as $$
begin
  if current_user in ('anon', 'authenticated') then new.published_at := case when tg_op = 'UPDATE'
    then old.published_at end; end if;
  if new.status = 'published' and new.published_at is null then new.published_at := now(); end if;
  return new;
end
$$;
comment on function sync.set_published_at is
  'Sets the publication date from the server''s clock when a news item is first published.';
create trigger published_at before insert or update on public.news for each row
  execute function sync.set_published_at();
create trigger stamp before insert or update on public.news for each row execute function sync.set_timestamps();
create trigger keep before update on public.news for each row execute function sync.protect_columns('id');

create function sync.on_news() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform sync.touch('news', coalesce(new.id, old.id)::text), sync.touch('news_bodies', coalesce(new.id, old.id)::text);
  return null;
end
$$;
comment on function sync.on_news is 'Publishes a changed news item: the summary and the article.';
create trigger feed after insert or update or delete on public.news for each row execute function sync.on_news();

create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  title text not null check (btrim(title) <> '' and char_length(title) <= 300),
  message text not null check (char_length(message) <= 5000),
  type text not null default 'info' check (type in ('info', 'success', 'warning', 'error')),
  -- A path inside the product, or an https URL.
  link text check (link ~ '^(/([^/\\]|$)|https://)' and char_length(link) <= 1000),
  is_read boolean not null default false,
  -- The text of the push message, if it differs from the message.
  body text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.notifications is 'A message to one account.';
create index notifications_by_user on public.notifications (user_id, created_at desc);
alter table public.notifications enable row level security;
create policy "an account reads its own notifications" on public.notifications for select to authenticated
  using (user_id = (select auth.uid()));
comment on policy "an account reads its own notifications" on public.notifications is
  'The rows of an account are readable only by that account.';
create policy "an account marks its own notifications" on public.notifications for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));
comment on policy "an account marks its own notifications" on public.notifications is
  'The update grant limits this to the read flag of the account''s own notifications.';
create policy "an account deletes its own notifications" on public.notifications for delete to authenticated
  using (user_id = (select auth.uid()));
comment on policy "an account deletes its own notifications" on public.notifications is
  'The rows of an account are deleted only by that account.';
create policy "administrators read notifications" on public.notifications for select to authenticated
  using ((select public.is_admin()));
comment on policy "administrators read notifications" on public.notifications is 'Administrators may read every row.';
create policy "administrators send notifications" on public.notifications for insert to authenticated
  with check ((select public.is_admin()));
comment on policy "administrators send notifications" on public.notifications is
  'Administrators may send a notification to any account.';
create policy "administrators delete notifications" on public.notifications for delete to authenticated
  using ((select public.is_admin()));
comment on policy "administrators delete notifications" on public.notifications is
  'Administrators may delete every row.';
grant select, insert, delete on public.notifications to authenticated;
grant update (is_read) on public.notifications to authenticated;
grant all on public.notifications to service_role;

-- Rule: it is never stored, whoever sends it, so it cannot be pushed either.
create function sync.skip_muted_notification() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.profiles where id = new.user_id and new.type = any (muted)) then return null; end if;
  return new;
end
$$;
comment on function sync.skip_muted_notification is 'Drops a notification whose kind the learner switched off.';
create trigger zz_respect_muted before insert on public.notifications for each row
  execute function sync.skip_muted_notification();
create trigger stamp before insert or update on public.notifications for each row
  execute function sync.set_timestamps();
create trigger keep before update on public.notifications for each row
  execute function sync.protect_columns('id', 'user_id', 'title', 'message', 'type', 'link', 'body');
create trigger start_with before insert on public.notifications for each row
  execute function sync.require_initial_values('is_read=false');

create function sync.on_notifications() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform sync.touch('notifications', coalesce(new.id, old.id)::text, 'account:' || coalesce(new.user_id, old.user_id));
  return null;
end
$$;
comment on function sync.on_notifications is 'Publishes a changed notification to its account.';
create trigger feed after insert or update or delete on public.notifications for each row
  execute function sync.on_notifications();

revoke all on all functions in schema sync from public;
