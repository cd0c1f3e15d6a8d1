create function sync.monthly_cents(p_plan text, p_period text) returns int language sql immutable set search_path = '' as $$
  select (case when p_period = 'yearly' then round(m.price * 12 * sync.yearly_share()) * 100 / 12 else m.price * 100 end)::int
  from (select coalesce((sync.monthly_eur() ->> p_plan)::int, 0) as price) m
$$;
comment on function sync.monthly_cents is
  'Monthly revenue of a plan in cents; a yearly plan counts a twelfth of its price.';

create function sync.admin_growth() returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_first constant timestamp := date_trunc('month', now() at time zone 'Europe/Sofia') - interval '11 months';
begin
  return (
    with line as (
      select m.month, sum(j.users) over (order by m.month) + (
          select count(*) from public.profiles where created_at < v_first at time zone 'Europe/Sofia') as total,
        j.users, p.cents as revenue
      from generate_series(v_first, v_first + interval '11 months', interval '1 month') as m (month)
      cross join lateral (select m.month at time zone 'Europe/Sofia' as begins,
        (m.month + interval '1 month') at time zone 'Europe/Sofia' as ends) t
      cross join lateral (select count(*) as users from public.profiles
        where created_at >= t.begins and created_at < t.ends) j
      cross join lateral (select coalesce(sum(amount - refunded), 0) as cents from public.payments
        where status in ('succeeded', 'refunded') and created_at >= t.begins and created_at < t.ends) p
    )
    select jsonb_agg(jsonb_build_object('month', to_char(month, 'YYYY-MM'), 'users', users, 'total', total,
      'revenue', revenue) order by month) from line);
end
$$;
comment on function sync.admin_growth is
  'New and all accounts of the last twelve months in Sofia, and what was paid in them without refunds, in cents.';

create function sync.admin_attention() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('kind', f.kind, 'count', f.count, 'since', sync.iso(f.since),
      'names', coalesce(f.names, '[]')) order by f.place), '[]')
    from (
      select 1 as place, 'failed_jobs' as kind, count(*) as count, min(last_finished_at) as since,
          jsonb_agg(name order by name) as names
        from public.background_jobs where error is not null
      union all
      select 2, 'unpaid_invoices', count(*), min(created_at), null from public.payments
        where status in ('pending', 'failed') and coalesce(amount_due, 0) > amount
      union all
      select 3, 'unsigned_certificates', count(*), min(created_at), null from public.issued_certificates
        where signed_at is null and revoked_at is null and created_at < now() - interval '10 minutes'
      union all
      select 4, 'failed_sends', count(*), min(created_at), null from public.notification_sends
        where state in ('queued', 'sending', 'withdrawing') and created_at < now() - interval '15 minutes'
      union all
      select 5, 'open_reports', count(distinct comment_id), min(created_at), null from public.comment_reports
        where resolved_at is null
      union all
      select 6, 'open_contact_requests', count(*), min(created_at), null from public.contact_requests
        where answered_at is null and deleted_at is null
    ) f where f.count > 0);
end
$$;
comment on function sync.admin_attention is
  'Returns the problems that the dashboard lists for administrators, as far as the database knows them.';

create function public.admin_dashboard() returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off as $$
declare
  v_users bigint; v_pro bigint; v_premium bigint; v_revenue record; v_plans jsonb;
begin
  perform sync.require_admin();
  select count(*) into v_users from public.profiles;
  select count(*) filter (where is_pro), count(*) filter (where is_premium) into v_pro, v_premium from sync.account_plans;
  select coalesce(sum(s.number * sync.monthly_cents(s.paid_plan, s.billing_period)) filter (where s.pays_now), 0)::bigint
        as cents, coalesce(sum(s.number) filter (where s.pays_now), 0) as number,
      coalesce(sum(s.number) filter (where s.is_granted), 0) as granted
    into v_revenue from (
      select paid_plan, billing_period, pays_now, is_granted, count(*) as number from sync.account_plans
      group by 1, 2, 3, 4) s;
  v_plans := jsonb_build_object('free', v_users - v_pro - v_premium, 'pro', v_pro, 'premium', v_premium);
  return jsonb_build_object('at', sync.iso(now()),
    'totals', v_plans || jsonb_build_object('users', v_users, 'paying', v_revenue.number,
      'granted', v_revenue.granted),
    'revenue', jsonb_build_object('monthly', v_revenue.cents, 'yearly', v_revenue.cents * 12, 'currency', 'EUR',
      'subscriptions', v_revenue.number),
    'growth', sync.admin_growth(), 'distribution', v_plans,
    'latest_payments', (select coalesce(jsonb_agg(sync.admin_payment(p) order by p.created_at desc, p.id), '[]')
      from (select * from public.payments order by created_at desc, id limit 5) p),
    'latest_users', (select coalesce(jsonb_agg(sync.admin_user(u.id) order by u.created_at desc, u.id), '[]')
      from (select id, created_at from public.profiles order by created_at desc, id limit 5) u),
    'attention', sync.admin_attention());
end
$$;
comment on function public.admin_dashboard is
  'Returns the totals, the revenue, the growth, the latest payments and accounts, and the open problems.';

create table sync.admin_seen (
  user_id uuid primary key references auth.users (id) on delete cascade,
  seen_until timestamptz not null
);
comment on table sync.admin_seen is 'The time up to which an administrator has seen the activity list.';
alter table sync.admin_seen enable row level security;

create function public.admin_activity(p_limit int default 50) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_since timestamptz; v_counts jsonb; v_items jsonb;
begin
  perform sync.require_admin();
  if p_limit is null or p_limit < 0 or p_limit > 200 then perform sync.refuse('bad_argument', 'p_limit'); end if;
  v_since := coalesce((select seen_until from sync.admin_seen where user_id = (select auth.uid())),
    now() - interval '7 days');
  v_counts := jsonb_build_object(
    'users', (select count(*) from public.profiles where created_at > v_since),
    'payments', (select count(*) from public.payments where created_at > v_since),
    'registrations', (select count(*) from public.event_registrations where registered_at > v_since),
    'demo_requests', (select count(*) from public.demo_requests where created_at > v_since and deleted_at is null),
    'launch_signups', (select count(*) from public.store_launch_notifications where created_at > v_since));
  select coalesce(jsonb_agg(jsonb_build_object('kind', i.kind, 'id', i.id, 'title', i.title, 'detail', i.detail,
      'created_at', sync.iso(i.created_at)) order by i.created_at desc, i.id), '[]') into v_items
    from (
      (select 'user' as kind, p.id, u.email::text as title, p.full_name as detail, p.created_at
        from public.profiles p join auth.users u on u.id = p.id where p.created_at > v_since
        order by p.created_at desc limit p_limit)
      union all
      (select 'payment', id, email, amount || ' ' || currency || ' ' || status, created_at from public.payments
        where created_at > v_since order by created_at desc limit p_limit)
      union all
      (select 'registration', r.id, e.title, u.email::text, r.registered_at from public.event_registrations r
        join public.events e on e.id = r.event_id left join auth.users u on u.id = r.user_id
        where r.registered_at > v_since order by r.registered_at desc limit p_limit)
      union all
      (select 'demo_request', id, first_name || ' ' || last_name, email, created_at from public.demo_requests
        where created_at > v_since and deleted_at is null order by created_at desc limit p_limit)
      union all
      (select 'launch_signup', id, email, source, created_at from public.store_launch_notifications
        where created_at > v_since order by created_at desc limit p_limit)
      order by created_at desc limit p_limit) i;
  return jsonb_build_object('since', sync.iso(v_since), 'until', sync.iso(now()), 'counts', v_counts,
    'total', (select sum(value::bigint) from jsonb_each_text(v_counts)), 'items', v_items);
end
$$;
comment on function public.admin_activity is 'Returns what is new since this administrator last looked, newest first.';

create function public.mark_admin_activity(p_until timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform sync.require_admin();
  if p_until is null then perform sync.refuse('bad_argument', 'p_until'); end if;
  insert into sync.admin_seen as s (user_id, seen_until) values ((select auth.uid()), least(p_until, now()))
    on conflict (user_id) do update set seen_until = greatest(s.seen_until, excluded.seen_until);
end
$$;
comment on function public.mark_admin_activity is 'Stores that this administrator has seen what is new up to a time.';

grant execute on function public.admin_dashboard(), public.admin_activity(int),
  public.mark_admin_activity(timestamptz) to authenticated;
