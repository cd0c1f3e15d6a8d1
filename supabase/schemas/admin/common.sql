-- The checks that every call of the console shares, and the poke that tells other consoles that something changed.

create function sync.require_admin() returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if public.is_admin() then return; end if;
  raise insufficient_privilege using message = case public.console_access() when 'code' then 'second_factor_needed'
    when 'sign_in' then 'sign_in_needed' else 'forbidden' end;
end
$$;
comment on function sync.require_admin is
  'Raises second_factor_needed or sign_in_needed if the session of an administrator may not administer, and forbidden '
  'for every other account.';

create function sync.require_super_admin() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform sync.require_admin();
  if not public.is_super_admin() then raise insufficient_privilege using message = 'forbidden'; end if;
end
$$;
comment on function sync.require_super_admin is 'Raises like sync.require_admin, and forbidden unless the caller is a super administrator.';

create function sync.refuse(p_code text, p_detail text default null) returns void
language plpgsql immutable set search_path = '' as $$
begin
  raise exception using errcode = 'P0001', message = p_code, detail = coalesce(p_detail, '');
end
$$;
comment on function sync.refuse is 'Raises a code of docs/admin-api.md with its detail.';

create function sync.require_page(p_page int, p_size int) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if p_page is null or p_page < 1 or p_page > 1000000 then perform sync.refuse('bad_argument', 'p_page'); end if;
  if p_size is null or p_size < 1 or p_size > 1000 then perform sync.refuse('bad_argument', 'p_size'); end if;
end
$$;
comment on function sync.require_page is 'Checks the page and its size, 1 to 1,000 rows.';

create function sync.require_option(p_argument text, p_value text, p_allowed text[]) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if p_value is null or p_value <> all (p_allowed) then perform sync.refuse('bad_argument', p_argument); end if;
end
$$;
comment on function sync.require_option is 'Checks that an argument has one of the allowed values.';

create function sync.list_page(p_rows jsonb, p_total bigint, p_page int, p_size int) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('rows', coalesce(p_rows, '[]'), 'total', p_total, 'page', p_page, 'size', p_size)
$$;
comment on function sync.list_page is 'The answer of every paged list of the console.';

-- Rule: one poke per table and transaction, however many rows and statements it has. A savepoint that is rolled back
-- resets sync.admin_poked together with the poke.
create function sync.poke_admin() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_mark constant text := pg_current_xact_id()::text || ':';
  v_poked text := coalesce(current_setting('sync.admin_poked', true), '');
begin
  if not starts_with(v_poked, v_mark) then v_poked := v_mark; end if;
  if position(',' || tg_table_name || ',' in v_poked) > 0 then return null; end if;
  perform set_config('sync.admin_poked', v_poked || ',' || tg_table_name || ',', true),
    realtime.send(jsonb_build_object('tables', jsonb_build_array(tg_table_name)), 'poke', 'scope:admin', true);
  return null;
end
$$;
comment on function sync.poke_admin is
  'Tells the open consoles which table changed; the console refetches what it shows.';

create trigger poke_admin after insert or update or delete on public.courses for each statement
  execute function sync.poke_admin();
create trigger poke_admin after insert or update or delete on public.course_templates for each statement
  execute function sync.poke_admin();
create trigger poke_admin after insert or update or delete on public.videos for each statement
  execute function sync.poke_admin();
create trigger poke_admin after insert or update or delete on public.course_resources for each statement
  execute function sync.poke_admin();
create trigger poke_admin after insert or update or delete on public.video_resources for each statement
  execute function sync.poke_admin();
create trigger poke_admin after insert or update or delete on public.tests for each statement
  execute function sync.poke_admin();
create trigger poke_admin after insert or update or delete on public.certificates for each statement
  execute function sync.poke_admin();
create trigger poke_admin after insert or update or delete on public.events for each statement
  execute function sync.poke_admin();
create trigger poke_admin after insert or update or delete on public.news for each statement
  execute function sync.poke_admin();
create trigger poke_admin after insert or update or delete on public.event_registrations for each statement
  execute function sync.poke_admin();
create trigger poke_admin after insert or update or delete on public.payments for each statement
  execute function sync.poke_admin();
create trigger poke_admin after insert or update or delete on public.demo_requests for each statement
  execute function sync.poke_admin();
create trigger poke_admin after insert or update or delete on public.store_launch_notifications for each statement
  execute function sync.poke_admin();
create trigger poke_admin after insert or update or delete on public.user_subscriptions for each statement
  execute function sync.poke_admin();
create trigger poke_admin after insert or update or delete on public.profiles for each statement
  execute function sync.poke_admin();
create trigger poke_admin after insert or update or delete on public.admin_users for each statement
  execute function sync.poke_admin();
create trigger poke_admin after insert or update or delete on public.comment_reports for each statement
  execute function sync.poke_admin();
create trigger poke_admin after insert or update or delete on public.issued_certificates for each statement
  execute function sync.poke_admin();
-- Jobs run every few seconds, so a run pokes only if its job begins to fail, or succeeds again after a failure.
create trigger poke_admin after update on public.background_jobs for each row
  when ((old.error is null) <> (new.error is null)) execute function sync.poke_admin();
