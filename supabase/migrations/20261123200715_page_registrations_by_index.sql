-- Without a search, a page of registrations comes from its index and does not wait for the count.

create or replace function public.admin_registrations(p_event uuid default null, p_status text default 'all',
  p_search text default '', p_page int default 1, p_size int default 10) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_search constant text := lower(btrim(coalesce(p_search, '')));
  v_total bigint; v_rows jsonb; v_counts jsonb; v_users uuid[];
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
  select jsonb_agg(jsonb_build_object('id', r.id, 'event_id', r.event_id, 'event_title', e.title,
      'user_id', r.user_id, 'email', u.email, 'full_name', p.full_name, 'status', r.status,
      'registered_at', sync.iso(r.registered_at)) order by r.registered_at desc, r.id)
    into v_rows
    from (select * from public.event_registrations r
        where r.deleted_at is null and (p_event is null or r.event_id = p_event)
          and (p_status = 'all' or r.status = p_status) and (v_search = '' or r.user_id = any (v_users))
        order by r.registered_at desc, r.id limit p_size offset (p_page - 1) * p_size) r
      join public.events e on e.id = r.event_id
      left join auth.users u on u.id = r.user_id left join public.profiles p on p.id = r.user_id;
  return sync.list_page(v_rows, v_total, p_page, p_size) || jsonb_build_object('counts', v_counts);
end
$$;
