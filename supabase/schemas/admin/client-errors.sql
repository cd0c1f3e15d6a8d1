-- Errors of the app on people's devices: at most one per session, sent without an account (server/client-errors).
-- Rule: nothing personal. The app and the server remove contents, ids and query strings before an error gets here.

create table public.client_errors (
  -- Commit of the app's build; empty for a build outside a repository.
  build text not null check (char_length(build) <= 40),
  message text not null check (char_length(message) between 1 and sync.error_message_length()),
  -- Pattern of the route, for example /course/:courseId.
  route text not null check (char_length(route) <= 120),
  -- Frames of the newest report, one per line: function, file, line and column.
  stack text not null check (char_length(stack) <= sync.error_stack_length()),
  reports int not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  primary key (build, message)
);
comment on table public.client_errors is
  'Errors of the app, one row per build and message with the number of reports; the 500 newest.';
create trigger a_clean before insert or update on public.client_errors for each row execute function sync.clean_row();
create index client_errors_by_time on public.client_errors (last_at desc);
alter table public.client_errors enable row level security;
create policy "administrators read errors of the app" on public.client_errors for select to authenticated
  using ((select public.is_admin()));
comment on policy "administrators read errors of the app" on public.client_errors is
  'Administrators may read every row; only report_client_error writes.';
grant select on public.client_errors to authenticated;
grant all on public.client_errors to service_role;
-- Only a new error pokes the consoles: a repeated one would refetch their lists with each report.
create trigger poke_admin after insert on public.client_errors for each row execute function sync.poke_admin();

create function public.report_client_error(p_build text, p_message text, p_route text, p_stack text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if sync.is_blank(p_message) then return; end if;
  insert into public.client_errors as e (build, message, route, stack) values (p_build, p_message, p_route, p_stack)
    on conflict (build, message) do update
    set reports = e.reports + 1, last_at = now(), route = excluded.route, stack = excluded.stack;
  -- CLIENT_ERROR_ROWS
  delete from public.client_errors e where (e.build, e.message) in (
    select o.build, o.message from public.client_errors o order by o.last_at desc offset 500);
end
$$;
comment on function public.report_client_error is
  'Counts an error of the app, grouped by build and message, and keeps the 500 newest groups.';

create function public.admin_client_errors(p_page int default 1, p_size int default 10) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform sync.require_admin(), sync.require_page(p_page, p_size);
  return sync.list_page(
    (select jsonb_agg(jsonb_build_object('build', e.build, 'message', e.message, 'route', e.route, 'stack', e.stack,
        'reports', e.reports, 'first_at', sync.iso(e.first_at), 'last_at', sync.iso(e.last_at))
        order by e.last_at desc, e.build, e.message)
      from (select * from public.client_errors order by last_at desc, build, message
        limit p_size offset (p_page - 1) * p_size) e),
    (select count(*) from public.client_errors), p_page, p_size);
end
$$;
comment on function public.admin_client_errors is
  'Returns a page of the app''s errors, the last reported first. For administrators.';

grant execute on function public.report_client_error(text, text, text, text) to service_role;
grant execute on function public.admin_client_errors(int, int) to authenticated;
