create view sync.account_plans as
  select s.user_id, s.has_pro_plan and not s.has_premium_plan as is_pro, s.has_premium_plan as is_premium,
    coalesce(s.paid_plan is not null and s.status in ('active', 'past_due')
      and coalesce(s.trial_ends_at, now()) <= now(), false) as pays_now,
    s.granted_plan is not null and (s.granted_until is null or s.granted_until > now()) as is_granted,
    coalesce(s.paid_plan is not null and s.trial_ends_at > now(), false) as is_trial,
    s.paid_plan, s.billing_period
  from public.user_subscriptions s
  where s.user_id is not null
    and (s.has_pro_plan or s.has_premium_plan or s.paid_plan is not null or s.granted_plan is not null);
comment on view sync.account_plans is
  'The accounts that have a plan or pay for one. The console counts paying accounts and revenue by pays_now alone.';
create index user_subscriptions_with_plan on public.user_subscriptions (user_id, has_pro_plan, has_premium_plan,
  paid_plan, billing_period, status, trial_ends_at, granted_plan, granted_until)
  where user_id is not null
    and (has_pro_plan or has_premium_plan or paid_plan is not null or granted_plan is not null);

create function sync.admin_user(p_user uuid) returns jsonb
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
comment on function sync.admin_user is 'An account as the console shows it.';

create function public.admin_users(p_search text default '', p_filter text default 'all', p_page int default 1,
  p_size int default 10) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off as $$
declare
  v_search constant text := sync.search_text(p_search);
  v_matching constant text := 'from public.profiles u'
    || case when p_filter = 'all' then '' else ' left join sync.account_plans s on s.user_id = u.id' end || ' where '
    || case p_filter when 'all' then 'true' when 'free' then 'not coalesce(s.is_pro or s.is_premium, false)'
      when 'pro' then 's.is_pro' when 'premium' then 's.is_premium' when 'paying' then 's.pays_now'
      when 'granted' then 's.is_granted' when 'trial' then 's.is_trial' end
    || case when v_search = '' then '' else ' and u.id = any ($1)' end;
  v_found uuid[]; v_total bigint; v_page uuid[]; v_rows jsonb;
begin
  perform sync.require_admin(), sync.require_page(p_page, p_size),
    sync.require_option('p_filter', p_filter, '{all,free,pro,premium,paying,granted,trial}');
  if v_search <> '' then
    v_found := array(select u.id from auth.users u where strpos(u.email, v_search) > 0);
  end if;
  execute 'select count(*) ' || v_matching into v_total using v_found;
  execute 'select array(select u.id ' || v_matching || ' order by u.created_at desc, u.id limit $2 offset $3)'
    into v_page using v_found, p_size, (p_page - 1)::bigint * p_size;
  select jsonb_agg(sync.admin_user(u.id) order by u.created_at desc, u.id) into v_rows
    from public.profiles u where u.id = any (v_page);
  return sync.list_page(v_rows, v_total, p_page, p_size);
end
$$;
comment on function public.admin_users is
  'Returns a page of the accounts whose address contains a text, newest first. For administrators.';

create function public.admin_people_counts() returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off as $$
declare
  v_users bigint;
begin
  perform sync.require_admin();
  select count(*) into v_users from public.profiles;
  return (select jsonb_build_object('all', v_users,
      'free', v_users - count(*) filter (where s.is_pro or s.is_premium),
      'pro', count(*) filter (where s.is_pro),
      'premium', count(*) filter (where s.is_premium),
      'paying', count(*) filter (where s.pays_now),
      'granted', count(*) filter (where s.is_granted),
      'trial', count(*) filter (where s.is_trial),
      'requests', (select count(*) from public.contact_requests where answered_at is null and deleted_at is null),
      'reports', (select count(distinct comment_id) from public.comment_reports where resolved_at is null))
    from sync.account_plans s);
end
$$;
comment on function public.admin_people_counts is
  'Returns the number of accounts of each filter, of open requests and of reported comments. For administrators.';

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
  if v_paid = 'premium' and v_wanted is distinct from 'premium' or v_paid = 'pro' and v_wanted is null
    then perform sync.refuse('paid_plan'); end if;
  perform public.grant_plan(p_user, case when v_wanted is distinct from v_paid then v_wanted end, p_until, p_version);
  return sync.admin_user(p_user);
end
$$;
comment on function public.set_user_plan is
  'Grants the plan of the two checkboxes of the console, or ends the grant; raises paid_plan instead of ending a '
  'paid plan.';

create function public.block_account(p_user uuid, p_blocked boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform sync.require_admin();
  if exists (select from public.admin_users where user_id = p_user)
    then perform sync.refuse('bad_argument', 'p_user'); end if;
  update public.profiles set blocked_at = case when p_blocked then coalesce(blocked_at, now()) end where id = p_user;
  if not found then perform sync.refuse('not_found'); end if;
end
$$;
comment on function public.block_account is
  'Blocks an account from commenting, or ends the block; it keeps learning. For administrators.';

grant execute on function public.admin_users(text, text, int, int), public.admin_people_counts(),
  public.set_user_plan(uuid, boolean, boolean, timestamptz, int), public.block_account(uuid, boolean) to authenticated;
