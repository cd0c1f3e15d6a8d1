-- The chart of the console shows what was paid in each month, too.

create or replace function sync.admin_growth() returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_first constant timestamp := date_trunc('month', now() at time zone 'Europe/Sofia') - interval '11 months';
begin
  return (
    with joined as (
      select date_trunc('month', created_at at time zone 'Europe/Sofia') as month, count(*) as users
        from auth.users group by 1
    ), paid as (
      select date_trunc('month', created_at at time zone 'Europe/Sofia') as month, sum(amount - refunded) as cents
        from public.payments where status in ('succeeded', 'refunded')
          and created_at >= v_first at time zone 'Europe/Sofia' group by 1
    ), line as (
      select m.month, coalesce(j.users, 0) as users, coalesce(p.cents, 0) as revenue,
        (select coalesce(sum(b.users), 0) from joined b where b.month <= m.month) as total
      from generate_series(v_first, v_first + interval '11 months', interval '1 month') as m (month)
        left join joined j on j.month = m.month left join paid p on p.month = m.month
    )
    select jsonb_agg(jsonb_build_object('month', to_char(month, 'YYYY-MM'), 'users', users, 'total', total,
      'revenue', revenue) order by month) from line);
end
$$;
comment on function sync.admin_growth is
  'New and all accounts of the last twelve months in Sofia, and what was paid in them without refunds, in cents.';
