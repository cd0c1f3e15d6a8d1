-- News, whose articles are for premium accounts (others get the teaser through the feed), and notifications to one account.

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
create index news_by_date on public.news (status, created_at desc);
comment on table public.news is 'A news item; the summary is for every account, the content for premium ones.';

create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  title text not null check (btrim(title) <> '' and char_length(title) <= 300),
  message text not null check (char_length(message) <= 5000),
  type text not null default 'info' check (type in ('info', 'success', 'warning', 'error')),
  -- A path inside the product, or an https address.
  link text check (link ~ '^(/([^/\\]|$)|https://)' and char_length(link) <= 1000),
  is_read boolean not null default false,
  -- The text of the push message, where it differs.
  body text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index notifications_by_user on public.notifications (user_id, created_at desc);
comment on table public.notifications is 'A message to one account.';

-- The date of publication is the server's: set once, when the item first goes out.
create function sync.set_published_at() returns trigger language plpgsql set search_path = '' as $$
begin
  if current_user in ('anon', 'authenticated') then new.published_at := case when tg_op = 'UPDATE' then old.published_at end; end if;
  if new.status = 'published' and new.published_at is null then new.published_at := now(); end if;
  return new;
end
$$;
create trigger published_at before insert or update on public.news for each row execute function sync.set_published_at();

-- Rule: a kind that the learner switched off is not made, whoever sends it; so nothing of it can be pushed either.
create function sync.respect_muted() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.profiles where id = new.user_id and new.type = any (muted)) then return null; end if;
  return new;
end
$$;
create trigger zz_respect_muted before insert on public.notifications for each row execute function sync.respect_muted();

-- ── Policies ──

alter table public.news enable row level security;
create policy "premium accounts read published articles" on public.news for select to authenticated
  using (status = 'published' and (select public.has_plan('premium')));
create policy "administrators manage news" on public.news for all to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));
grant select, insert, update, delete on public.news to authenticated;
grant all on public.news to service_role;
create trigger stamp before insert or update on public.news for each row execute function sync.stamp();
create trigger keep before update on public.news for each row execute function sync.keep('id');

alter table public.notifications enable row level security;
create policy "an account reads its own notifications" on public.notifications for select to authenticated using (user_id = (select auth.uid()));
create policy "an account marks its own notifications" on public.notifications for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "an account deletes its own notifications" on public.notifications for delete to authenticated using (user_id = (select auth.uid()));
create policy "administrators read notifications" on public.notifications for select to authenticated using ((select public.is_admin()));
create policy "administrators send notifications" on public.notifications for insert to authenticated with check ((select public.is_admin()));
create policy "administrators delete notifications" on public.notifications for delete to authenticated using ((select public.is_admin()));
grant select, insert, delete on public.notifications to authenticated;
grant update (is_read) on public.notifications to authenticated;
grant all on public.notifications to service_role;
create trigger stamp before insert or update on public.notifications for each row execute function sync.stamp();
create trigger keep before update on public.notifications for each row
  execute function sync.keep('id', 'user_id', 'title', 'message', 'type', 'link', 'body');
create trigger start_with before insert on public.notifications for each row execute function sync.start_with('is_read=false');

-- ── Feed ──

create function sync.on_news() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform sync.touch('news', coalesce(new.id, old.id)::text), sync.touch('news_bodies', coalesce(new.id, old.id)::text);
  return null;
end
$$;
create trigger feed after insert or update or delete on public.news for each row execute function sync.on_news();

create function sync.on_notifications() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform sync.touch('notifications', coalesce(new.id, old.id)::text, 'account:' || coalesce(new.user_id, old.user_id));
  return null;
end
$$;
create trigger feed after insert or update or delete on public.notifications for each row execute function sync.on_notifications();

revoke all on all functions in schema sync from public;
