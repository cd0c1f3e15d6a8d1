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
  updated_at timestamptz not null default now(),
  row_version int not null default 1,
  deleted_at timestamptz,
  withdrawn_at timestamptz
);
comment on table public.news is 'A news item; the summary is for every account, the content for premium accounts.';
create trigger a_clean before insert or update on public.news for each row execute function sync.clean_row();
create trigger withdrawal before insert or update on public.news for each row execute function sync.note_withdrawal();
create index news_by_date on public.news (status, created_at desc);
alter table public.news enable row level security;
create policy "premium accounts read published articles, administrators all" on public.news for select to authenticated
  using ((select public.is_admin())
    or status = 'published' and deleted_at is null and (select public.has_plan('premium')));
comment on policy "premium accounts read published articles, administrators all" on public.news is
  'Full articles are for premium accounts; other accounts receive the summary through the feed.';
create policy "administrators add news" on public.news for insert to authenticated
  with check ((select public.is_admin()));
create policy "administrators change news" on public.news for update to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()));
comment on policy "administrators change news" on public.news is
  'Only administrators change rows. Nobody deletes directly; public.move_to_trash keeps what learners made.';
grant select, insert, update on public.news to authenticated;
grant all on public.news to service_role;

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
  if new.slug is null or (tg_op = 'UPDATE' and old.published_at is null and new.slug = old.slug
    and new.title <> old.title) then
    v_base := sync.slug_of(new.title, new.id);
    new.slug := v_base;
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
  link text check (link ~ '^(/([^/\\]|$)|https://)' and link !~ '[\u0001-\u001f\u007f]' and char_length(link) <= 1000),
  is_read boolean not null default false,
  body text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  topic text not null default 'admin' check (topic = any (sync.push_topics())),
  source text
);
comment on table public.notifications is 'A message to one account.';
create trigger a_clean before insert or update on public.notifications for each row execute function sync.clean_row();
create index notifications_by_user on public.notifications (user_id, created_at desc);
create unique index notifications_once on public.notifications (user_id, source) where source is not null;
create index notifications_by_source on public.notifications (source) where source like 'send:%';
create index notifications_by_date on public.notifications (created_at);
alter table public.notifications enable row level security;
create policy "owners and administrators read notifications" on public.notifications for select to authenticated
  using (user_id = (select auth.uid()) or (select public.is_admin()));
create policy "an account marks its own notifications" on public.notifications for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));
comment on policy "an account marks its own notifications" on public.notifications is
  'The update grant limits this to the read flag of the account''s own notifications.';
create policy "an account deletes its own notifications" on public.notifications for delete to authenticated
  using (user_id = (select auth.uid()));
grant select, delete on public.notifications to authenticated;
grant update (is_read) on public.notifications to authenticated;
grant all on public.notifications to service_role;

create function sync.skip_muted_notification() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.topic <> 'billing' and coalesce(new.source, '') not like 'contact:%'
    and exists (select from public.profiles where id = new.user_id and new.type = any (muted))
    then return null; end if;
  return new;
end
$$;
comment on function sync.skip_muted_notification is
  'Drops a notification whose kind the learner switched off, unless it is about payments or an answer to the learner.';
create trigger zz_respect_muted before insert on public.notifications for each row
  execute function sync.skip_muted_notification();
create trigger stamp before insert or update on public.notifications for each row
  execute function sync.set_timestamps();
create trigger keep before update on public.notifications for each row
  execute function sync.protect_columns('id', 'user_id', 'title', 'message', 'type', 'link', 'body', 'topic',
    'source');
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
