-- The sessions of administrators: idle ones lose the rights, and recovery codes replace a lost second factor.

create table sync.idle_sessions (id uuid primary key references auth.sessions (id) on delete cascade);
comment on table sync.idle_sessions is
  'Sessions of administrators that nobody used for 12 hours. They administer nothing any more.';
alter table sync.idle_sessions enable row level security;

-- An open app refreshes its session every hour, so a longer pause means that nobody used it.
create function sync.on_session_refreshed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(old.refreshed_at at time zone 'UTC', old.created_at) <= now() - interval '12 hours'
    and sync.is_administrator(new.user_id) then
    insert into sync.idle_sessions (id) values (new.id) on conflict do nothing;
  end if;
  return null;
end
$$;
comment on function sync.on_session_refreshed is 'Remembers the session of an administrator that returns after 12 hours.';
create trigger on_session_refreshed after update on auth.sessions for each row
  when (old.refreshed_at is distinct from new.refreshed_at) execute function sync.on_session_refreshed();

-- ── Recovery codes ──

-- A code has 122 random bits, so a plain SHA-256 cannot be reversed.
create table sync.recovery_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  digest bytea not null,
  primary key (user_id, digest)
);
comment on table sync.recovery_codes is 'The unused recovery codes of second factors, as SHA-256.';
alter table sync.recovery_codes enable row level security;

create table sync.recovery_tries (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  at timestamptz not null default now()
);
comment on table sync.recovery_tries is 'Wrong recovery codes of the last hour.';
create index recovery_tries_by_user on sync.recovery_tries (user_id, at);
alter table sync.recovery_tries enable row level security;

create function sync.recovery_digest(p_code text) returns bytea language sql immutable set search_path = '' as $$
  select sha256(convert_to(regexp_replace(lower(coalesce(p_code, '')), '[^0-9a-f]', '', 'g'), 'UTF8'))
$$;
comment on function sync.recovery_digest is 'The digest of a recovery code, however it is grouped.';

create function public.create_recovery_codes() returns text[]
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_user constant uuid := auth.uid();
  v_codes text[];
begin
  if auth.jwt() ->> 'aal' is distinct from 'aal2'
    or not exists (select from auth.mfa_factors where user_id = v_user and status = 'verified')
    then raise insufficient_privilege using message = 'second_factor_needed'; end if;
  perform sync.lock_user(v_user);
  v_codes := array(
    select btrim(regexp_replace(replace(gen_random_uuid()::text, '-', ''), '(.{4})', '\1-', 'g'), '-')
    from generate_series(1, 10));
  delete from sync.recovery_codes where user_id = v_user;
  insert into sync.recovery_codes (user_id, digest)
    select v_user, sync.recovery_digest(c.code) from unnest(v_codes) as c (code);
  return v_codes;
end
$$;
comment on function public.create_recovery_codes is
  'Replaces the recovery codes of the caller''s account and returns the ten new ones, which nobody can read again.';

-- Rule: a wrong code is an answer and no error, because an error would undo its count.
create function public.use_recovery_code(p_code text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_user constant uuid := auth.uid();
begin
  if v_user is null then raise insufficient_privilege using message = 'forbidden'; end if;
  perform sync.lock_user(v_user);
  delete from sync.recovery_tries where user_id = v_user and at <= now() - interval '1 hour';
  if (select count(*) from sync.recovery_tries where user_id = v_user) >= 5 then return 'wait'; end if;
  delete from sync.recovery_codes where user_id = v_user and digest = sync.recovery_digest(p_code);
  if not found then
    insert into sync.recovery_tries (user_id) values (v_user);
    return 'wrong';
  end if;
  delete from auth.mfa_factors where user_id = v_user;
  delete from sync.recovery_codes where user_id = v_user;
  -- Whoever has the lost device may be signed in.
  delete from auth.sessions where user_id = v_user
    and id is distinct from sync.uuid_or_null(auth.jwt() ->> 'session_id');
  insert into public.notifications (user_id, title, message, type, link, topic)
    values (v_user, 'Вторият фактор е премахнат',
      'Използван е код за възстановяване. Приложението за кодове вече не важи, а другите устройства излязоха от профила. '
      'Настройте ново приложение в конзолата. Ако не сте били Вие, сменете паролата си.', 'warning',
      '/settings?tab=security', 'admin');
  return 'done';
end
$$;
comment on function public.use_recovery_code is
  'Removes the second factor and ends the other sessions with a recovery code; returns done, wrong, or wait after five '
  'wrong codes an hour.';

grant execute on function public.create_recovery_codes(), public.use_recovery_code(text) to authenticated;
