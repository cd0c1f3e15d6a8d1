-- A plan may be granted (by an administrator, or to a demo account) beside the plan that a subscription pays for.
-- The flags of user_subscriptions stay the effective plan, so that nothing that reads them changes.

alter table public.user_subscriptions
  add column paid_plan text check (paid_plan in ('pro', 'premium')),
  add column granted_plan text check (granted_plan in ('pro', 'premium')),
  add column granted_until timestamptz,
  add column granted_by uuid references auth.users (id) on delete set null,
  add column granted_at timestamptz;
create index user_subscriptions_by_granter on public.user_subscriptions (granted_by) where granted_by is not null;
comment on table public.user_subscriptions is
  'The plan of an e-mail address; one row per address. The flags are the effective plan: the better of paid and granted.';
comment on policy "administrators change plans" on public.user_subscriptions is
  'Administrators may switch the two plan flags, which grants the plan; only the payment service writes a paid plan.';

drop trigger keep on public.user_subscriptions;
create trigger keep before update on public.user_subscriptions for each row
  execute function sync.protect_columns('id', 'user_id', 'email', 'subscription_id', 'status', 'billing_period',
  'current_period_end', 'trial_ends_at', 'cancel_at_period_end', 'premium_ended_at', 'paid_ended_at', 'paid_plan');

create function sync.set_effective_plan() returns trigger language plpgsql set search_path = '' as $$
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
    new.granted_plan := case when new.has_premium_plan then 'premium' when new.has_pro_plan then 'pro' end;
    new.granted_until := null;
    new.granted_by := (select auth.uid());
    new.granted_at := now();
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

create function public.grant_plan(p_user uuid, p_plan text, p_until timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not public.is_admin() then raise insufficient_privilege using message = 'forbidden'; end if;
  update public.user_subscriptions set granted_plan = p_plan, granted_until = case when p_plan is not null
      then p_until end, granted_by = (select auth.uid()), granted_at = now()
    where user_id = p_user;
  if not found then raise no_data_found using message = 'not_found'; end if;
end
$$;
comment on function public.grant_plan is
  'Grants an account a plan until a time (null: without an end), or ends its grant (plan null). For administrators.';

create function public.end_plan_grants() returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_ended int;
begin
  -- The trigger computes the plan again. The grant stays in its columns as a record.
  update public.user_subscriptions set updated_at = now()
    where granted_until <= now() and (has_premium_plan, has_pro_plan)
      is distinct from (coalesce(paid_plan = 'premium', false), coalesce(paid_plan = 'pro', false));
  get diagnostics v_ended = row_count;
  return v_ended;
end
$$;
comment on function public.end_plan_grants is
  'Ends the plans whose grant is over, and returns their number. A background job calls it.';

revoke all on function public.grant_plan(uuid, text, timestamptz), public.end_plan_grants() from public, anon,
  authenticated;
grant execute on function public.grant_plan(uuid, text, timestamptz) to authenticated, service_role;
grant execute on function public.end_plan_grants() to service_role;

create or replace function billing.entitle(p_user uuid, p_email text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_best billing.subscriptions;
  v_row uuid;
  v_paid text;
begin
  select * into v_best from billing.subscriptions s
    where s.user_id = p_user or (p_user is null and s.user_id is null and lower(s.email) = lower(p_email))
    order by billing.is_entitled(s.status) desc, case when billing.is_entitled(s.status)
      then s.plan = 'premium' end desc nulls last,
      s.started_at desc, s.id desc limit 1;
  if not found then return; end if;
  v_paid := case when billing.is_entitled(v_best.status) then v_best.plan end;
  select id into v_row from public.user_subscriptions
    where user_id = p_user or (user_id is null and lower(email) = lower(p_email)) order by user_id nulls last limit 1;
  if v_row is null then
    insert into public.user_subscriptions (user_id, email) values (p_user, lower(p_email))
      on conflict (lower(email)) do nothing returning id into v_row;
    -- The address belongs to the plan of another account, which must not change.
    if v_row is null then return; end if;
  end if;
  -- Rule: a grant is never written here. The trigger effective_plan computes the flags.
  update public.user_subscriptions u set
      user_id = coalesce(u.user_id, p_user), paid_plan = v_paid,
      subscription_id = v_best.id, status = v_best.status, billing_period = v_best.period,
      current_period_end = v_best.current_period_end, trial_ends_at = v_best.trial_ends_at,
      cancel_at_period_end = v_best.cancel_at_period_end
    where u.id = v_row
      and (u.user_id, u.paid_plan, u.subscription_id, u.status, u.billing_period, u.current_period_end,
        u.trial_ends_at, u.cancel_at_period_end)
        is distinct from (coalesce(u.user_id, p_user), v_paid, v_best.id, v_best.status, v_best.period,
          v_best.current_period_end, v_best.trial_ends_at, v_best.cancel_at_period_end);
end
$$;
comment on function billing.entitle is
  'Writes the paid plan of an account (or of an address without one) from the best running subscription, or else '
  'the last one.';

create or replace function public.billing_account(p_user uuid, p_email text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object('id', u.id, 'email', lower(u.email),
      'is_admin', exists (select from public.admin_users a where a.user_id = u.id),
      'has_pro_plan', coalesce(p.has_pro_plan, false), 'has_premium_plan', coalesce(p.has_premium_plan, false),
        'paid_plan', p.paid_plan, 'granted_plan', case when p.granted_until is null or p.granted_until > now()
        then p.granted_plan end, 'granted_until', sync.iso(p.granted_until), 'status', p.status,
      'billing_period', p.billing_period, 'current_period_end', sync.iso(p.current_period_end), 'trial_ends_at',
        sync.iso(p.trial_ends_at),
      'cancel_at_period_end', coalesce(p.cancel_at_period_end, false),
      'trial_used', exists (select from billing.trials t where t.address_digest = billing.address_digest(u.email)),
      'subscription', (
        select jsonb_build_object('id', s.id, 'provider', s.provider, 'customer_id', s.customer_id, 'plan', s.plan,
          'period', s.period,
          'status', s.status, 'runs', billing.is_entitled(s.status))
        from billing.subscriptions s where s.user_id = u.id
        order by billing.is_entitled(s.status) desc, s.started_at desc, s.id desc limit 1))
    from auth.users u left join public.user_subscriptions p on p.user_id = u.id
    where u.id = p_user or (p_user is null and lower(u.email) = lower(p_email)) limit 1);
end
$$;

create or replace function sync.project_scoped(p_kind text, p_scopes text[], p_ids text[])
  returns table (scope text, row_id text, body json)
language plpgsql stable security definer set search_path = '' as $$
begin
  case p_kind
    when 'notifications' then
      return query select q.scope, n.id::text, json_build_object('id', n.id, 'title', n.title, 'message', n.message,
        'type', n.type, 'link', n.link,
          'is_read', n.is_read, 'created_at', sync.iso(n.created_at))
        from unnest(p_scopes, p_ids) as q (scope, id),
          lateral (select * from public.notifications k where k.id = q.id::uuid limit 1) n
        where 'account:' || n.user_id = q.scope;
    when 'subscriptions' then
      return query select 'account:' || s.user_id, s.user_id::text,
        json_build_object('id', s.user_id, 'has_pro_plan', s.has_pro_plan,
          'has_premium_plan', s.has_premium_plan, 'subscription_id', s.subscription_id, 'status', s.status,
            'billing_period', s.billing_period,
          'current_period_end', sync.iso(s.current_period_end), 'trial_ends_at', sync.iso(s.trial_ends_at),
          'cancel_at_period_end', s.cancel_at_period_end, 'paid_plan', s.paid_plan,
          'granted_plan', case when s.granted_until is null or s.granted_until > now() then s.granted_plan end,
          'granted_until', sync.iso(s.granted_until),
          'trial_used', exists (
            select from billing.trials t where t.address_digest = billing.address_digest(s.email)),
          'created_at', sync.iso(s.created_at), 'updated_at', sync.iso(s.updated_at))
        from public.user_subscriptions s where s.user_id = any (p_ids::uuid[]);
    when 'profiles' then
      return query select 'account:' || p.id, p.id::text,
        json_build_object('id', p.id, 'full_name', p.full_name, 'avatar_url', p.avatar_url,
          'bio', p.bio, 'job_title', p.job_title, 'location', p.location, 'website', p.website,
          'is_admin', a.email is not null, 'is_super_admin', coalesce(a.is_super_admin, false), 'deleted_at',
            sync.iso(p.deleted_at), 'muted', to_json(p.muted))
        from public.profiles p left join public.admin_users a on a.user_id = p.id where p.id = any (p_ids::uuid[]);
    when 'streaks' then
      return query select 'account:' || s.user_id, s.user_id::text,
        json_build_object('id', s.user_id, 'current_streak', s.current_streak,
          'longest_streak', s.longest_streak, 'last_active', s.last_active)
        from public.user_streaks s where s.user_id = any (p_ids::uuid[]);
    when 'achievement_progress' then
      return query select q.scope, a.achievement_id,
        json_build_object('id', a.achievement_id, 'current_value', a.current_value,
          'completed', a.completed, 'completed_at', sync.iso(a.completed_at))
        from unnest(p_scopes, p_ids) as q (scope, id), lateral (
          select * from public.user_achievements k where k.user_id = substr(q.scope, 9)::uuid
            and k.achievement_id = q.id limit 1) a;
    when 'certificate_progress' then
      return query select q.scope, c.certificate_id::text,
        json_build_object('id', c.certificate_id, 'completed_requirements', c.completed_requirements,
          'progress_percentage', c.progress_percentage, 'completed', c.completed, 'completed_at',
            sync.iso(c.completed_at))
        from unnest(p_scopes, p_ids) as q (scope, id), lateral (
          select * from public.user_certificates k where k.user_id = substr(q.scope, 9)::uuid
            and k.certificate_id = q.id::uuid limit 1) c;
    when 'results' then
      return query select q.scope, r.id::text, json_build_object('id', r.id, 'test_id', r.test_id, 'score', r.score,
        'passed', r.passed,
          'time_spent', r.time_spent, 'completed_at', sync.iso(r.completed_at), 'review', r.review)
        from unnest(p_scopes, p_ids) as q (scope, id),
          lateral (select * from public.test_results k where k.id = q.id::uuid limit 1) r
        where 'account:' || r.user_id = q.scope;
    when 'comments' then
      return query select q.scope, c.id::text, json_build_object('id', c.id, 'video_id', c.video_id, 'user_id',
        c.user_id,
          'user_name', case when p.deleted_at is null then coalesce(nullif(btrim(p.full_name), ''), 'Потребител')
            else 'Потребител' end,
          'user_avatar', case when p.deleted_at is null then p.avatar_url end, 'content', c.content, 'created_at',
            sync.iso(c.created_at))
        from unnest(p_scopes, p_ids) as q (scope, id),
          lateral (select * from public.video_comments k where k.id = q.id::uuid limit 1) c,
          lateral (select * from public.profiles k where k.id = c.user_id limit 1) p
        where 'video:' || c.video_id = q.scope;
    when 'video_stats' then
      return query select 'video:' || s.video_id, s.video_id::text,
        json_build_object('id', s.video_id, 'likes_count', s.likes_count,
          'comments_count', s.comments_count)
        from public.video_stats s where s.video_id = any (p_ids::uuid[]);
    when 'journal' then
      return query select q.scope, j.id, json_build_object('id', j.id, 'kind', j.kind, 'at', j.at, 'active_on',
        j.active_on, 'rev', j.rev, 'data', j.data)
        from unnest(p_scopes, p_ids) as q (scope, id), lateral (
          select * from sync.journal k where k.user_id = substr(q.scope, 9)::uuid and k.id = q.id
            and not k.deleted limit 1) j;
    else
      raise exception 'no projection for %', p_kind;
  end case;
end
$$;

revoke all on function sync.set_effective_plan() from public;

-- billing.entitle always wrote the id of the subscription, so a plan without one was granted by hand. A grant has no
-- status and no period: the demo accounts had invented ones.
update public.user_subscriptions set paid_plan = case when has_premium_plan then 'premium' else 'pro' end
  where subscription_id is not null and (has_pro_plan or has_premium_plan);
update public.user_subscriptions set granted_plan = case when has_premium_plan then 'premium' else 'pro' end,
    granted_at = now(), status = null, billing_period = null, current_period_end = null
  where subscription_id is null and (has_pro_plan or has_premium_plan);
-- Every device gets the new fields.
do $migration$
begin
  perform sync.touch('subscriptions', user_id::text, 'account:' || user_id) from public.user_subscriptions
    where user_id is not null;
end
$migration$;
