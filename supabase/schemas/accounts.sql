-- Accounts: profiles, plans, administrators, and the questions that every policy asks (is_admin, has_plan).

-- ── Who is asking ──

create function sync.session_state() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_session constant uuid := sync.uuid_or_null(auth.jwt() ->> 'session_id');
begin
  if exists (select from auth.sessions where id = v_session and created_at <= now() - interval '30 days')
    or exists (select from sync.idle_sessions where id = v_session) or public.session_has_ended(v_session) then return 'sign_in'; end if;
  if auth.jwt() ->> 'aal' is distinct from 'aal2'
    and exists (select from auth.mfa_factors where user_id = auth.uid() and status = 'verified') then return 'code'; end if;
  return 'open';
end
$$;
comment on function sync.session_state is
  'Returns open if the caller''s session may administer, code if it lacks the second factor of its account, sign_in if it '
  'is older than 30 days, was idle for 12 hours or has ended.';

-- Rule: a session that is too old, or lacks the second factor, loses only the administration rights. It stays signed in as a
-- learner, because lessons open without a network.
create function public.console_access() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (select from public.admin_users where user_id = (select auth.uid())) then return 'none'; end if;
  return sync.session_state();
end
$$;
comment on function public.console_access is
  'Returns none if the caller''s account is not an administrator, otherwise sync.session_state.';

create function public.is_admin() returns boolean language plpgsql stable security definer set search_path = '' as $$
begin
  return public.console_access() = 'open';
end
$$;
comment on function public.is_admin is 'Returns whether the caller''s account is an administrator and its session may administer.';

create function public.is_super_admin() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return public.is_admin()
    and exists (select from public.admin_users where user_id = (select auth.uid()) and is_super_admin);
end
$$;
comment on function public.is_super_admin is
  'Returns whether the caller''s account is a super administrator and its session may administer.';

create function sync.user_has_plan(p_user uuid, p_plan text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return case
    when p_user is null then false
    when p_plan = 'free' then true
    else coalesce((
      select case when p_plan in ('basic', 'pro') then s.has_pro_plan or s.has_premium_plan when p_plan = 'premium'
        then s.has_premium_plan else false end
      from public.user_subscriptions s where s.user_id = p_user), false)
  end;
end
$$;
comment on function sync.user_has_plan is
  'Returns whether a plan covers content: free is every account, basic (or pro) either paid plan, premium only '
  'premium.';

create function public.has_plan(p_plan text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return sync.user_has_plan((select auth.uid()), p_plan);
end
$$;
comment on function public.has_plan is
  'Returns whether the caller''s plan covers free, basic (or pro) or premium content.';

grant execute on function public.is_admin(), public.is_super_admin(), public.has_plan(text) to anon, authenticated,
  service_role;
grant execute on function public.console_access() to authenticated;

-- ── Tables ──

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  full_name text check (char_length(full_name) <= (sync.profile_lengths() ->> 'full_name')::int),
  -- Nobody writes it yet: a picture elsewhere would tell its host who reads the comments.
  avatar_url text check (char_length(avatar_url) <= 1000),
  bio text check (char_length(bio) <= (sync.profile_lengths() ->> 'bio')::int),
  job_title text check (char_length(job_title) <= (sync.profile_lengths() ->> 'job_title')::int),
  location text check (char_length(location) <= (sync.profile_lengths() ->> 'location')::int),
  website text check (char_length(website) <= (sync.profile_lengths() ->> 'website')::int
    and website ~* '^https?://' and website !~ '[\u0001-\u001f\u007f]'),
  deleted_at timestamptz,
  -- Notification types that the learner switched off; `error` cannot be switched off.
  muted text[] not null default '{}' check (muted <@ sync.mutable_kinds()),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A blocked account learns and reads as before, but cannot comment. Only public.block_account writes it.
  blocked_at timestamptz,
  -- Topics of notifications that are not pushed to the devices of the account.
  push_off text[] not null default '{}' check (push_off <@ sync.push_topics()),
  -- Whether the learner wants a push message at 17:00 on days without activity.
  daily_reminder boolean not null default false,
  -- Quiet hours in the device's time zone: `HH:MM-HH:MM`, or `off`; null is the default, 22:00-08:00.
  quiet_hours text check (quiet_hours ~ '^(off|([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d)$')
);
comment on table public.profiles is 'The public data of a learner; one row per account, created at registration.';
-- The console lists and counts accounts by this index, because a migration may not index auth.users.
create index profiles_by_date on public.profiles (created_at desc, id);
create trigger a_clean before insert or update on public.profiles for each row execute function sync.clean_row();
alter table public.profiles enable row level security;
create policy "owners and administrators read profiles" on public.profiles for select to authenticated
  using (id = (select auth.uid()) or (select public.is_admin()));
create policy "a learner changes their own profile" on public.profiles for update to authenticated
  using (id = (select auth.uid()))
  with check (id = (select auth.uid()));
comment on policy "a learner changes their own profile" on public.profiles is
  'The update grant limits this to the descriptive columns of the learner''s own row.';
grant select on public.profiles to authenticated;
grant update (full_name, bio, job_title, location, website) on public.profiles to authenticated;
grant all on public.profiles to service_role;
create trigger stamp before insert or update on public.profiles for each row execute function sync.set_timestamps();
create trigger keep before update on public.profiles for each row
  execute function sync.protect_columns('id', 'avatar_url', 'deleted_at', 'muted', 'blocked_at', 'push_off', 'daily_reminder',
    'quiet_hours');

-- RENAMES_PER_HOUR: each publishes all comments of the account again.
create trigger count_acts after update of full_name on public.profiles for each row
  when (new.full_name is distinct from old.full_name) execute function sync.count_act('rename', '5', '1 hour');

create function sync.on_profiles() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_id text := coalesce(new.id, old.id)::text;
begin
  perform sync.touch('profiles', v_id, 'account:' || v_id);
  if tg_op = 'UPDATE' and (old.full_name, old.avatar_url, old.deleted_at) is distinct
    from (new.full_name, new.avatar_url, new.deleted_at) then
    perform sync.request('republish_author', v_id, 'account:' || v_id);
  end if;
  return null;
end
$$;
comment on function sync.on_profiles is
  'Publishes a changed profile, and the author''s comments if the name or picture changed.';
create trigger feed after insert or update or delete on public.profiles for each row
  execute function sync.on_profiles();

create table public.user_subscriptions (
  id uuid primary key default gen_random_uuid(),
  -- Rule: the plan is deleted with the account; whoever registers the address next starts with the free plan.
  user_id uuid unique references auth.users (id) on delete cascade,
  email text not null check (char_length(email) between 3 and 320),
  has_pro_plan boolean not null default false,
  has_premium_plan boolean not null default false,
  subscription_id text,
  status text,
  billing_period text check (billing_period in ('monthly', 'yearly')),
  current_period_end timestamptz,
  trial_ends_at timestamptz,
  cancel_at_period_end boolean not null default false,
  -- When the account last lost the premium plan. Written only by sync.record_plan_end.
  premium_ended_at timestamptz,
  -- When the account last lost every paid plan. Written only by sync.record_plan_end.
  paid_ended_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The plan of the running subscription; only billing.entitle writes it.
  paid_plan text check (paid_plan in ('pro', 'premium')),
  -- The plan that an administrator granted.
  granted_plan text check (granted_plan in ('pro', 'premium')),
  -- End of the granted plan; null if the grant has no end.
  granted_until timestamptz,
  -- The administrator who granted the plan.
  granted_by uuid references auth.users (id) on delete set null,
  -- When the plan was granted.
  granted_at timestamptz,
  -- Optimistic locking: an administrator's edit raises the version, so the second of two concurrent edits fails.
  row_version int not null default 1
);
comment on table public.user_subscriptions is
  'The plan of an e-mail address; one row per address. The flags are the effective plan: the better of paid and '
  'granted.';
create trigger a_clean before insert or update on public.user_subscriptions for each row
  execute function sync.clean_row();
create unique index user_subscriptions_by_email on public.user_subscriptions (lower(email));
create index user_subscriptions_by_granter on public.user_subscriptions (granted_by) where granted_by is not null;
alter table public.user_subscriptions enable row level security;
create policy "owners and administrators read plans" on public.user_subscriptions for select to authenticated
  using (user_id = (select auth.uid()) or (select public.is_admin()));
create policy "administrators change plans" on public.user_subscriptions for update to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()));
comment on policy "administrators change plans" on public.user_subscriptions is
  'Administrators may switch the two plan flags, which grants the plan; only the payment service writes a paid plan.';
grant select on public.user_subscriptions to authenticated;
grant update (has_pro_plan, has_premium_plan, updated_at) on public.user_subscriptions to authenticated;
grant all on public.user_subscriptions to service_role;
create trigger stamp before insert or update on public.user_subscriptions for each row
  execute function sync.set_timestamps();
create trigger keep before update on public.user_subscriptions for each row
  execute function sync.protect_columns('id', 'user_id', 'email', 'subscription_id', 'status', 'billing_period',
  'current_period_end', 'trial_ends_at', 'cancel_at_period_end', 'premium_ended_at', 'paid_ended_at', 'paid_plan');

create function sync.set_effective_plan() returns trigger language plpgsql set search_path = '' as $$
declare
  v_flagged boolean;
  v_granted text;
begin
  -- Decision 42: setting the flags directly grants a plan. Billing writes paid_plan, a grant writes granted_plan.
  if tg_op = 'INSERT' then
    v_flagged := (new.has_pro_plan or new.has_premium_plan) and new.paid_plan is null and new.granted_plan is null;
  else
    v_flagged := (old.has_pro_plan, old.has_premium_plan) is distinct from (new.has_pro_plan, new.has_premium_plan)
      and (old.paid_plan, old.granted_plan, old.granted_until)
        is not distinct from (new.paid_plan, new.granted_plan, new.granted_until);
  end if;
  if v_flagged then
    -- Rule: a paid plan ends only at the payment provider.
    if current_user = 'authenticated' and (new.paid_plan = 'premium' and not new.has_premium_plan
      or new.paid_plan = 'pro' and not (new.has_pro_plan or new.has_premium_plan)) then
      raise exception using errcode = 'P0001', message = 'paid_plan';
    end if;
    new.granted_plan := case when new.has_premium_plan then 'premium' when new.has_pro_plan then 'pro' end;
    new.granted_until := null;
    new.granted_by := (select auth.uid());
    new.granted_at := now();
    if tg_op = 'UPDATE' then new.row_version := old.row_version + 1; end if;
  end if;
  v_granted := case when new.granted_until is null or new.granted_until > now() then new.granted_plan end;
  new.has_premium_plan := coalesce(new.paid_plan = 'premium' or v_granted = 'premium', false);
  new.has_pro_plan := not new.has_premium_plan and coalesce(new.paid_plan = 'pro' or v_granted = 'pro', false);
  return new;
end
$$;
comment on function sync.set_effective_plan is
  'Rule: computes the effective plan, the better of the paid and the granted one. Nothing else computes it.';
create trigger effective_plan before insert or update on public.user_subscriptions for each row
  execute function sync.set_effective_plan();

create function sync.record_plan_end() returns trigger language plpgsql set search_path = '' as $$
begin
  if old.has_premium_plan and not new.has_premium_plan then new.premium_ended_at := now(); end if;
  if (old.has_pro_plan or old.has_premium_plan) and not (new.has_pro_plan or new.has_premium_plan)
    then new.paid_ended_at := now(); end if;
  return new;
end
$$;
comment on function sync.record_plan_end is
  'Stores when a plan ended, because acts that a device made offline before that time may still arrive.';
create trigger note_plan_end before update on public.user_subscriptions for each row
  execute function sync.record_plan_end();

create function sync.on_user_subscriptions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' and old.user_id is not null then perform sync.touch('subscriptions', old.user_id::text,
    'account:' || old.user_id); end if;
  if tg_op <> 'DELETE' and new.user_id is not null then perform sync.touch('subscriptions', new.user_id::text,
    'account:' || new.user_id); end if;
  if tg_op = 'UPDATE' and (old.user_id, old.has_pro_plan, old.has_premium_plan) is distinct from
      (new.user_id, new.has_pro_plan, new.has_premium_plan) then
    perform sync.touch_event_links(old.user_id), sync.touch_event_links(new.user_id);
  end if;
  return null;
end
$$;
comment on function sync.on_user_subscriptions is
  'Publishes a changed plan to its account, and the join links that the plan opens or closes.';
create trigger feed after insert or update or delete on public.user_subscriptions for each row
  execute function sync.on_user_subscriptions();

create function public.grant_plan(p_user uuid, p_plan text, p_until timestamptz, p_version int default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_version int;
begin
  if not public.is_admin() then raise insufficient_privilege using message = 'forbidden'; end if;
  if p_plan not in ('pro', 'premium') or p_until <= now() then
    raise exception using errcode = 'P0001', message = 'bad_plan';
  end if;
  select row_version into v_version from public.user_subscriptions where user_id = p_user for update;
  if not found then raise exception using errcode = 'P0001', message = 'not_found'; end if;
  if p_version <> v_version then
    raise sqlstate 'PT409' using message = 'version_conflict', detail = (sync.admin_user(p_user) - 'deleted_at')::text;
  end if;
  update public.user_subscriptions set granted_plan = p_plan, granted_until = case when p_plan is not null
      then p_until end, granted_by = (select auth.uid()), granted_at = now(), row_version = row_version + 1
    where user_id = p_user;
end
$$;
comment on function public.grant_plan is
  'Grants an account a plan until a time (null: without an end), or ends its grant (plan null). For administrators.';

create function public.end_plan_grants() returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_ended int;
begin
  -- This update fires the trigger that recomputes the plan. The columns keep the expired grant as a record.
  update public.user_subscriptions set updated_at = now()
    where granted_until <= now() and (has_premium_plan, has_pro_plan)
      is distinct from (coalesce(paid_plan = 'premium', false), coalesce(paid_plan = 'pro', false));
  get diagnostics v_ended = row_count;
  return v_ended;
end
$$;
comment on function public.end_plan_grants is
  'Ends plans whose grant has expired; returns how many. A background job calls it.';

grant execute on function public.grant_plan(uuid, text, timestamptz, int) to authenticated, service_role;
grant execute on function public.end_plan_grants() to service_role;

create table public.admin_users (
  email text primary key check (email = lower(email)),
  -- Rule: rights belong to an account, not to whoever registers the address next; see sync.link_admin_account.
  user_id uuid unique references auth.users (id) on delete set null,
  is_super_admin boolean not null default false,
  created_at timestamptz not null default now(),
  -- Only edits of administrators raise the version. A patch states the version that it started from
  -- (admin/content-rules.sql).
  row_version int not null default 1
);
comment on table public.admin_users is 'E-mail addresses whose accounts administer the academy.';
create trigger a_clean before insert or update on public.admin_users for each row execute function sync.clean_row();
alter table public.admin_users enable row level security;
create policy "administrators read the list of administrators" on public.admin_users for select to authenticated
  using ((select public.is_admin()));
create policy "super administrators add administrators" on public.admin_users for insert to authenticated
  with check ((select public.is_super_admin()));
create policy "super administrators change administrators" on public.admin_users for update to authenticated
  using ((select public.is_super_admin()))
  with check ((select public.is_super_admin()));
create policy "super administrators remove administrators" on public.admin_users for delete to authenticated
  using ((select public.is_super_admin()));
grant select, insert, update, delete on public.admin_users to authenticated;
grant all on public.admin_users to service_role;
create trigger stamp before insert or update on public.admin_users for each row execute function sync.set_created_at();
create trigger keep before update on public.admin_users for each row
  execute function sync.protect_columns('email', 'user_id');

-- If no account has confirmed the address yet, the rights start at a sign-in after the confirmation (see
-- sync.on_session_created).
create function sync.link_admin_account() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.user_id := (select id from auth.users where lower(email) = new.email and email_confirmed_at is not null limit 1);
  return new;
end
$$;
comment on function sync.link_admin_account is
  'Links a new administrator to the account that confirmed the e-mail address.';
create trigger bind before insert on public.admin_users for each row execute function sync.link_admin_account();

-- Rule: at least one super administrator remains, because only a super administrator can appoint another.
create function sync.protect_last_super_admin() returns trigger language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' and old.is_super_admin and (tg_op = 'DELETE' or not new.is_super_admin)
    and not exists (select from public.admin_users where is_super_admin and email <> old.email) then
    raise insufficient_privilege using message = 'the last super administrator stays';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
comment on function sync.protect_last_super_admin is
  'Prevents clients from removing or demoting the last super administrator.';
create trigger keep_one before update or delete on public.admin_users for each row
  execute function sync.protect_last_super_admin();

create function sync.on_admin_users() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' and old.user_id is not null then perform sync.touch('profiles', old.user_id::text,
    'account:' || old.user_id), sync.request('republish_author', old.user_id::text, 'account:' || old.user_id); end if;
  if tg_op <> 'DELETE' and new.user_id is not null then perform sync.touch('profiles', new.user_id::text,
    'account:' || new.user_id), sync.request('republish_author', new.user_id::text, 'account:' || new.user_id); end if;
  perform sync.touch_event_links(u.id) from unnest(array[old.user_id, new.user_id]) as u (id) where u.id is not null;
  return null;
end
$$;
comment on function sync.on_admin_users is 'Publishes the profiles whose administration rights changed.';
create trigger feed after insert or update or delete on public.admin_users for each row
  execute function sync.on_admin_users();

create function sync.console_account(p_id uuid, out email text, out last_sign_in_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  if public.is_admin() or (select auth.role()) = 'service_role' then
    select u.email::text, u.last_sign_in_at into email, last_sign_in_at
      from auth.users u where u.id = p_id;
  end if;
end
$$;
comment on function sync.console_account is
  'What the auth service knows of an account; empty unless the caller is an administrator or the server.';
grant execute on function sync.console_account(uuid) to authenticated, service_role;

-- Rule: the view has the caller's rights, and only the function reads auth.users. It is called per shown row, so that a
-- count, a page by date or a list of ids reads no more than it must.
create view public.users with (security_invoker) as
  select p.id, (sync.console_account(p.id)).email, p.created_at, (sync.console_account(p.id)).last_sign_in_at,
         coalesce(s.has_pro_plan, false) as has_pro_plan,
         coalesce(s.has_premium_plan, false) as has_premium_plan,
         jsonb_build_object('full_name', p.full_name) as user_metadata
  from public.profiles p
  left join public.user_subscriptions s on s.user_id = p.id
  where (select public.is_admin()) or (select auth.role()) = 'service_role';
comment on view public.users is 'Accounts with their plan, readable only by administrators and the server.';
grant select on public.users to authenticated, service_role;

-- ── Registration ──

-- Rule: a plan that waits for an address goes only to an account that confirmed the address and signed in afterwards.
-- Otherwise anybody could get it by registering with that address.
create function sync.claim_subscription(p_user uuid, p_email text, p_proven boolean) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.user_subscriptions as s (user_id, email) select p_user, lower(p_email) where p_email is not null
    on conflict (lower(email)) do update set user_id = excluded.user_id
      where s.user_id is null and (p_proven or not (s.has_pro_plan or s.has_premium_plan))
$$;
comment on function sync.claim_subscription is 'Gives an account the plan row of its e-mail address.';

-- Rule: only the name and the consents are read from the sign-up metadata; plan and role never are.
create function sync.set_up_account(p_user auth.users) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into public.profiles (id, full_name, created_at)
    values (p_user.id, left(nullif(btrim(p_user.raw_user_meta_data ->> 'full_name'), ''), 120),
      coalesce(p_user.created_at, now())) on conflict do nothing;
  perform sync.claim_subscription(p_user.id, p_user.email, false);
end
$$;
comment on function sync.set_up_account is 'Creates the profile and the plan row of a new account.';

create function sync.on_user_created() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform sync.set_up_account(new);
  perform sync.store_consents(new.id, 'registration', new.raw_user_meta_data -> 'consents');
  return null;
end
$$;
comment on function sync.on_user_created is
  'Sets up each new account of the auth service and stores the consents of its registration.';
create trigger on_user_created after insert on auth.users for each row execute function sync.on_user_created();

-- Metadata is written by the account itself and is in every access token. Rule: only the members that the app or the auth service writes are
-- kept, with at most 2 kB in total. So neither the used bot check of a sign-up, which a project's hook reads there, nor anything else is stored.
create function sync.known_metadata(p_data jsonb) returns jsonb language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(p_data) is distinct from 'object' then p_data
    else coalesce((select jsonb_object_agg(d.key, d.value) from jsonb_each(p_data) d
      where octet_length(d.value::text) <= case d.key when 'full_name' then 600 when 'consents' then 800
        when 'email' then 340 when 'sub' then 60 when 'email_verified' then 60 when 'phone_verified' then 60
        else 0 end), '{}') end
$$;
comment on function sync.known_metadata is 'The members of an account''s metadata that are stored.';

-- The auth service writes the metadata of a new account twice, from the request and from the new identity.
create function sync.keep_known_metadata() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_table_name = 'users' then new.raw_user_meta_data := sync.known_metadata(new.raw_user_meta_data);
  else new.identity_data := sync.known_metadata(new.identity_data); end if;
  return new;
end
$$;
comment on function sync.keep_known_metadata is 'Removes unknown and large members from the metadata of an account.';
create trigger keep_known_metadata before insert or update of raw_user_meta_data on auth.users for each row
  execute function sync.keep_known_metadata();
create trigger keep_known_metadata before insert or update of identity_data on auth.identities for each row
  execute function sync.keep_known_metadata();

create function sync.on_user_changed() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.user_subscriptions set email = lower(new.email)
    where user_id = new.id and new.email is not null
      and not exists (select from public.user_subscriptions o where lower(o.email) = lower(new.email) and o.user_id
        is distinct from new.id);
  if not exists (select from public.user_subscriptions where user_id = new.id) then
    perform sync.claim_subscription(new.id, new.email, false);
  end if;
  return null;
end
$$;
comment on function sync.on_user_changed is 'Moves the plan row of an account to its changed e-mail address.';
create trigger on_user_changed after update of email on auth.users for each row
  when (lower(old.email) is distinct from lower(new.email))
  execute function sync.on_user_changed();

-- Rule: rights and plans that wait for an address are linked by a sign-in of an account that confirmed the address, and by
-- nothing else: a session from before the confirmation may belong to a stranger.
create function sync.on_session_created() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_email constant text := (
    select lower(email) from auth.users where id = new.user_id and email_confirmed_at is not null);
begin
  if v_email is null then return null; end if;
  -- Replace the account's empty plan row by the plan that was bought for the confirmed address.
  delete from public.user_subscriptions own
    where own.user_id = new.user_id and own.subscription_id is null and own.granted_plan is null
      and not (own.has_pro_plan or own.has_premium_plan)
      and exists (select from public.user_subscriptions o where lower(o.email) = v_email and o.user_id is null);
  if not exists (select from public.user_subscriptions where user_id = new.user_id) then
    perform sync.claim_subscription(new.user_id, v_email, true);
  end if;
  update public.admin_users set user_id = new.user_id where email = v_email and user_id is null
    and not exists (select from public.admin_users where user_id = new.user_id);
  return null;
end
$$;
comment on function sync.on_session_created is
  'Links the administration rights and the plan that wait for a confirmed e-mail address to the account that signs in.';
create trigger on_session_created after insert on auth.sessions for each row
  execute function sync.on_session_created();

-- Rule: whether rights or a plan wait for the address is not told, because an account may name any address before it
-- confirms it.
create function public.my_address() returns json
language sql stable security definer set search_path = '' as $$
  select json_build_object('email', email, 'proven', email_confirmed_at is not null)
    from auth.users where id = (select auth.uid());
$$;
comment on function public.my_address is 'The caller''s e-mail address {email, proven}.';

grant execute on function public.my_address() to authenticated;

create function public.sync_users() returns json language plpgsql volatile security definer set search_path = '' as $$
begin
  if not public.is_admin() then raise exception 'forbidden' using errcode = '42501'; end if;
  perform sync.set_up_account(u) from auth.users u
    where not exists (select from public.profiles p where p.id = u.id)
      or not exists (select from public.user_subscriptions s where s.user_id = u.id);
  return (
    select json_build_object('synced', count(*) filter (where p.id is not null and s.user_id is not null), 'total',
      count(*))
    from auth.users u left join public.profiles p on p.id = u.id
      left join public.user_subscriptions s on s.user_id = u.id);
end
$$;
comment on function public.sync_users is
  'Sets up accounts that did not register here (imported ones); returns how many of all accounts are complete.';

grant execute on function public.sync_users() to authenticated, service_role;
