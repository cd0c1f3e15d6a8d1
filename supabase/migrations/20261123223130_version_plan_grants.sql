-- Two administrators who change the plan of one account see each other, the last page of the registrations costs what the
-- first does, and the settings name the version of the schema.

alter table public.user_subscriptions add column row_version int not null default 1;

create or replace function sync.set_effective_plan() returns trigger language plpgsql set search_path = '' as $$
declare
  v_flagged boolean;
  v_granted text;
begin
  -- Decision 42: whoever sets the flags directly grants a plan. Billing writes paid_plan, a grant writes granted_plan.
  if tg_op = 'INSERT' then
    v_flagged := (new.has_pro_plan or new.has_premium_plan) and new.paid_plan is null and new.granted_plan is null;
  else
    v_flagged := (old.has_pro_plan, old.has_premium_plan) is distinct from (new.has_pro_plan, new.has_premium_plan)
      and (old.paid_plan, old.granted_plan, old.granted_until)
        is not distinct from (new.paid_plan, new.granted_plan, new.granted_until);
  end if;
  if v_flagged then
    -- Rule: what is paid for ends only at the payment provider.
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

drop function public.grant_plan(uuid, text, timestamptz);
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

revoke all on function public.grant_plan(uuid, text, timestamptz, int) from public, anon, authenticated;
grant execute on function public.grant_plan(uuid, text, timestamptz, int) to authenticated, service_role;

create or replace function sync.admin_user(p_user uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select jsonb_build_object('id', u.id, 'email', u.email, 'full_name', p.full_name,
      'created_at', sync.iso(u.created_at), 'last_sign_in_at', sync.iso(u.last_sign_in_at),
      'has_pro_plan', coalesce(s.has_pro_plan, false), 'has_premium_plan', coalesce(s.has_premium_plan, false),
      'plan', case when s.has_premium_plan then 'premium' when s.has_pro_plan then 'pro' else 'free' end,
      'paid_plan', s.paid_plan,
      'granted_plan', case when s.granted_until is null or s.granted_until > now() then s.granted_plan end,
      'granted_until', sync.iso(s.granted_until),
      'granted_by', (select g.email from auth.users g where g.id = s.granted_by),
      'status', s.status, 'billing_period', s.billing_period, 'current_period_end', sync.iso(s.current_period_end),
      'trial_ends_at', sync.iso(s.trial_ends_at), 'cancel_at_period_end', coalesce(s.cancel_at_period_end, false),
      'is_admin', exists (select from public.admin_users a where a.user_id = u.id),
      'deleted_at', sync.iso(p.deleted_at), 'blocked_at', sync.iso(p.blocked_at),
      'row_version', s.row_version)
    from auth.users u left join public.profiles p on p.id = u.id
      left join public.user_subscriptions s on s.user_id = u.id
    where u.id = p_user);
end
$$;

drop function public.set_user_plan(uuid, boolean, boolean, timestamptz);
create function public.set_user_plan(p_user uuid, p_pro boolean, p_premium boolean, p_until timestamptz default null,
  p_version int default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_paid text;
  v_wanted constant text := case when p_premium then 'premium' when p_pro then 'pro' end;
begin
  perform sync.require_admin();
  select paid_plan into v_paid from public.user_subscriptions where user_id = p_user for update;
  if not found then perform sync.refuse('not_found'); end if;
  -- Rule: what is paid for ends only at the payment provider.
  if v_paid = 'premium' and v_wanted is distinct from 'premium' or v_paid = 'pro' and v_wanted is null
    then perform sync.refuse('paid_plan'); end if;
  perform public.grant_plan(p_user, case when v_wanted is distinct from v_paid then v_wanted end, p_until, p_version);
  return sync.admin_user(p_user);
end
$$;
comment on function public.set_user_plan is
  'Grants the plan of the two checkboxes of the console, or ends the grant; refuses to take a paid plan away.';

revoke all on function public.set_user_plan(uuid, boolean, boolean, timestamptz, int) from public, anon, authenticated;
grant execute on function public.set_user_plan(uuid, boolean, boolean, timestamptz, int) to authenticated;

create or replace function public.admin_registrations(p_event uuid default null, p_status text default 'all',
  p_search text default '', p_page int default 1, p_size int default 10) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_search constant text := lower(btrim(coalesce(p_search, '')));
  v_total bigint; v_rows jsonb; v_counts jsonb; v_users uuid[]; v_page uuid[];
  v_skipped bigint; v_taken bigint;
begin
  perform sync.require_admin(), sync.require_page(p_page, p_size),
    sync.require_option('p_status', p_status, '{all,registered,cancelled,attended}');
  if v_search <> '' then
    v_users := array(select u.id from auth.users u left join public.profiles p on p.id = u.id
      where strpos(lower(coalesce(u.email, '')), v_search) > 0 or strpos(lower(coalesce(p.full_name, '')), v_search) > 0);
  end if;
  -- The counts are those of the tabs, so the status does not narrow them. Two statements: without a search the page comes
  -- from its index and does not wait for the count.
  select jsonb_build_object('registered', count(*) filter (where r.status = 'registered'),
      'cancelled', count(*) filter (where r.status = 'cancelled'),
      'attended', count(*) filter (where r.status = 'attended')),
      count(*) filter (where p_status = 'all' or r.status = p_status)
    into v_counts, v_total from public.event_registrations r
    where r.deleted_at is null and (p_event is null or r.event_id = p_event)
      and (v_search = '' or r.user_id = any (v_users));
  -- A page of the second half is read from the other end of the index, so that the last page costs what the first does.
  v_skipped := (p_page - 1)::bigint * p_size;
  v_taken := greatest(0, least(p_size, v_total - v_skipped));
  if v_skipped > v_total / 2 then
    v_page := array(select r.id from public.event_registrations r
      where r.deleted_at is null and (p_event is null or r.event_id = p_event)
        and (p_status = 'all' or r.status = p_status) and (v_search = '' or r.user_id = any (v_users))
      order by r.registered_at, r.id desc limit v_taken offset greatest(0, v_total - v_skipped - v_taken));
  else
    v_page := array(select r.id from public.event_registrations r
      where r.deleted_at is null and (p_event is null or r.event_id = p_event)
        and (p_status = 'all' or r.status = p_status) and (v_search = '' or r.user_id = any (v_users))
      order by r.registered_at desc, r.id limit v_taken offset v_skipped);
  end if;
  select jsonb_agg(jsonb_build_object('id', r.id, 'event_id', r.event_id, 'event_title', e.title,
      'user_id', r.user_id, 'email', u.email, 'full_name', p.full_name, 'status', r.status,
      'registered_at', sync.iso(r.registered_at)) order by r.registered_at desc, r.id)
    into v_rows
    from public.event_registrations r join public.events e on e.id = r.event_id
      left join auth.users u on u.id = r.user_id left join public.profiles p on p.id = r.user_id
    where r.id = any (v_page);
  return sync.list_page(v_rows, v_total, p_page, p_size) || jsonb_build_object('counts', v_counts);
end
$$;

create or replace function public.note_editing(p_table text, p_id uuid, p_editing boolean default true) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_user constant uuid := (select auth.uid());
begin
  perform sync.require_admin(),
    sync.require_option('p_table', p_table, sync.trash_tables() || array['user_subscriptions']);
  if exists (select from sync.admin_editing where at < now() - interval '60 seconds') then
    delete from sync.admin_editing where at < now() - interval '60 seconds';
  end if;
  if p_editing then
    -- A ping is no news; only a new entry pokes the other consoles.
    update sync.admin_editing set at = now() where table_name = p_table and row_id = p_id and user_id = v_user;
    if not found then
      insert into sync.admin_editing (table_name, row_id, user_id) values (p_table, p_id, v_user)
        on conflict do nothing;
    end if;
  else
    delete from sync.admin_editing where table_name = p_table and row_id = p_id and user_id = v_user;
  end if;
  return (select coalesce(jsonb_agg(jsonb_build_object('user_id', e.user_id,
      'name', coalesce(nullif(btrim(p.full_name), ''), u.email::text), 'since', sync.iso(e.since)) order by e.since), '[]')
    from sync.admin_editing e join auth.users u on u.id = e.user_id left join public.profiles p on p.id = e.user_id
    where e.table_name = p_table and e.row_id = p_id and e.user_id <> v_user);
end
$$;

create function public.schema_version() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_version text;
begin
  perform sync.require_admin();
  -- The Supabase CLI and the embedded backend each keep their own list of migrations; only one of them exists.
  if to_regclass('supabase_migrations.schema_migrations') is not null then
    execute 'select max(version) from supabase_migrations.schema_migrations' into v_version;
  elsif to_regclass('embedded.migrations') is not null then
    execute 'select max(left(name, 14)) from embedded.migrations' into v_version;
  end if;
  return v_version;
end
$$;
comment on function public.schema_version is 'Returns the time stamp of the newest migration. For administrators.';
revoke all on function public.schema_version() from public, anon, authenticated;
grant execute on function public.schema_version() to authenticated;
