-- Paged lists of the console: payments, registrations and issued certificates.

create function sync.admin_payment(p_payment public.payments) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('id', p_payment.id, 'email', p_payment.email, 'number', p_payment.number,
    'invoice_id', p_payment.invoice_id, 'amount', p_payment.amount, 'amount_due', p_payment.amount_due,
    'refunded', p_payment.refunded, 'currency', p_payment.currency, 'status', p_payment.status,
    'description', p_payment.description, 'plan_type', p_payment.plan_type,
    'period_start', sync.iso(p_payment.period_start), 'period_end', sync.iso(p_payment.period_end),
    'hosted_invoice_url', p_payment.hosted_invoice_url, 'created_at', sync.iso(p_payment.created_at))
$$;
comment on function sync.admin_payment is 'A payment as the console shows it.';

create function public.admin_payments(p_search text default '', p_status text default 'all',
  p_from timestamptz default null, p_to timestamptz default null, p_page int default 1, p_size int default 10)
  returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_search constant text := sync.search_pattern(p_search);
  v_total bigint; v_rows jsonb; v_sums jsonb;
begin
  perform sync.require_admin(), sync.require_page(p_page, p_size),
    sync.require_option('p_status', p_status, '{all,succeeded,pending,failed,refunded}');
  with matching as materialized (
    select p.id, p.created_at, p.amount, p.refunded from public.payments p
    where (p_status = 'all' or p.status = p_status) and (p_from is null or p.created_at >= p_from)
      and (p_to is null or p.created_at < p_to)
      and (v_search = '' or lower(p.email) ~ v_search or lower(coalesce(p.number, '')) ~ v_search)
  ), page as (
    select * from matching order by created_at desc, id limit p_size offset (p_page - 1) * p_size
  )
  select count(*), jsonb_build_object('amount', coalesce(sum(m.amount), 0), 'refunded', coalesce(sum(m.refunded), 0)),
      (select jsonb_agg(sync.admin_payment(p) order by p.created_at desc, p.id)
        from page join public.payments p on p.id = page.id)
    into v_total, v_sums, v_rows from matching m;
  return sync.list_page(v_rows, v_total, p_page, p_size) || jsonb_build_object('sums', v_sums);
end
$$;
comment on function public.admin_payments is
  'Returns a page of the invoices by address or number, status and date, newest first. For administrators.';

create function public.admin_registrations(p_event uuid default null, p_status text default 'all',
  p_search text default '', p_page int default 1, p_size int default 10) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_search constant text := sync.search_pattern(p_search);
  -- Include only the conditions in use: `$1 is null or r.event_id = $1` would keep the planner from using an index.
  v_where constant text := 'r.deleted_at is null' || case when p_event is not null then ' and r.event_id = $1' else '' end
    || case when v_search <> '' then ' and r.user_id = any ($2)' else '' end;
  v_status constant text := case when p_status <> 'all' then ' and r.status = $3' else '' end;
  v_total bigint; v_rows jsonb; v_counts jsonb; v_users uuid[]; v_page uuid[];
  v_skipped bigint; v_taken bigint;
begin
  perform sync.require_admin(), sync.require_page(p_page, p_size),
    sync.require_option('p_status', p_status, '{all,registered,cancelled,attended}');
  if v_search <> '' then
    v_users := array(select u.id from auth.users u left join public.profiles p on p.id = u.id
      where lower(coalesce(u.email, '')) ~ v_search or lower(coalesce(p.full_name, '')) ~ v_search);
  end if;
  -- The tabs show the count of each status, so the status filter does not apply here. Count in a separate statement, so
  -- that the query for the page below reads only as many index entries as it skips and returns.
  execute format('select jsonb_build_object(''registered'', count(*) filter (where r.status = ''registered''),
      ''cancelled'', count(*) filter (where r.status = ''cancelled''),
      ''attended'', count(*) filter (where r.status = ''attended''))
    from public.event_registrations r where %s', v_where) into v_counts using p_event, v_users;
  v_total := case when p_status = 'all' then (select sum(value::bigint) from jsonb_each_text(v_counts))
    else (v_counts ->> p_status)::bigint end;
  -- Read a page of the second half from the other end of the index, so that the last page is as fast as the first.
  v_skipped := (p_page - 1)::bigint * p_size;
  v_taken := greatest(0, least(p_size, v_total - v_skipped));
  if v_skipped > v_total / 2 then
    execute format('select array(select r.id from public.event_registrations r where %s
      order by r.registered_at, r.id desc limit $4 offset $5)', v_where || v_status)
      into v_page using p_event, v_users, p_status, v_taken, greatest(0, v_total - v_skipped - v_taken);
  else
    execute format('select array(select r.id from public.event_registrations r where %s
      order by r.registered_at desc, r.id limit $4 offset $5)', v_where || v_status)
      into v_page using p_event, v_users, p_status, v_taken, v_skipped;
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
comment on function public.admin_registrations is
  'Returns a page of the registrations by event, status and learner, newest first. For administrators.';

create function public.admin_issued(p_search text default '', p_page int default 1, p_size int default 10) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_search constant text := sync.search_pattern(p_search);
  v_total bigint; v_rows jsonb;
begin
  perform sync.require_admin(), sync.require_page(p_page, p_size);
  with matching as materialized (
    select i.serial, i.issued_at from public.issued_certificates i
    where v_search = '' or lower(i.serial) ~ v_search or lower(i.name) ~ v_search
      or lower(i.title) ~ v_search
  ), page as (
    select * from matching order by issued_at desc, serial limit p_size offset (p_page - 1) * p_size
  )
  select (select count(*) from matching), (select jsonb_agg(jsonb_build_object('serial', i.serial, 'name', i.name,
      'title', i.title, 'issued_at', sync.iso(i.issued_at), 'signed_at', sync.iso(i.signed_at),
      'revoked_at', sync.iso(i.revoked_at), 'reason', i.reason) order by i.issued_at desc, i.serial)
      from page join public.issued_certificates i on i.serial = page.serial)
    into v_total, v_rows;
  return sync.list_page(v_rows, v_total, p_page, p_size);
end
$$;
comment on function public.admin_issued is
  'Returns a page of the issued certificates by serial, name or title, newest first. For administrators.';

grant execute on function public.admin_payments(text, text, timestamptz, timestamptz, int, int),
  public.admin_registrations(uuid, text, text, int, int), public.admin_issued(text, int, int) to authenticated;
