-- The console searches issued certificates by a function: a filter over three columns cannot carry every text.

create function public.admin_issued(p_search text default '', p_page int default 1, p_size int default 10) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_search constant text := lower(btrim(coalesce(p_search, '')));
  v_total bigint; v_rows jsonb;
begin
  perform sync.require_admin(), sync.require_page(p_page, p_size);
  with matching as materialized (
    select i.serial, i.issued_at from public.issued_certificates i
    where v_search = '' or strpos(lower(i.serial), v_search) > 0 or strpos(lower(i.name), v_search) > 0
      or strpos(lower(i.title), v_search) > 0
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
revoke all on function public.admin_issued(text, int, int) from public, anon, authenticated;
grant execute on function public.admin_issued(text, int, int) to authenticated;
