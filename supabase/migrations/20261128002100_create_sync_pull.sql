create function sync.may_follow(p_scope text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(case
    when (select auth.uid()) is null then false
    when p_scope = 'public' then true
    when p_scope = 'admin' then public.is_admin()
    when p_scope in ('plan:basic', 'plan:premium') then sync.user_has_plan((select auth.uid()), substr(p_scope, 6))
    when p_scope like 'account:%' or p_scope like 'journal:%' then substr(p_scope, 9) = (select auth.uid())::text
    when p_scope like 'video:%' then sync.user_may_discuss((select auth.uid()), sync.uuid_or_null(substr(p_scope, 7)))
  end, false);
end
$$;
comment on function sync.may_follow is 'Returns whether the caller may hold a scope.';

create function sync.check_wire_version(p_version int) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if coalesce(p_version, 1) < 1 then
    raise sqlstate 'PT503' using message = 'client_too_old';
  end if;
  if p_version > 1 then
    raise sqlstate 'PT503' using message = 'server_too_old';
  end if;
end
$$;
comment on function sync.check_wire_version is
  'Raises client_too_old or server_too_old for a version of the sync protocol that this server does not serve.';

create function sync.require_account(p_user uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_user is not null and not exists (select from auth.users u where u.id = p_user) then
    raise sqlstate 'PT401' using message = 'unknown_account';
  end if;
  if public.session_has_ended(sync.uuid_or_null(auth.jwt() ->> 'session_id')) then
    raise sqlstate 'PT401' using message = 'session_ended';
  end if;
end
$$;
comment on function sync.require_account is
  'Raises PT401 for the token of an account that does not exist, or of a session that has ended.';

create function sync.pull_pages(p_cursors jsonb, p_limit int) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  v_cursor jsonb;
  v_scope text;
  v_from bigint;
  v_head sync.scope;
  v_page record;
  v_bytes_left bigint := sync.pull_bytes();
  v_entries json[] := '{}';
begin
  if p_cursors is null or jsonb_typeof(p_cursors) <> 'array' then
    raise sqlstate 'PT400' using message = 'p_cursors must be an array of {scope, seq, epoch?}';
  end if;
  if jsonb_array_length(p_cursors) > 500 then
    raise sqlstate 'PT400' using message = 'p_cursors may have at most 500 entries';
  end if;
  if (select count(distinct value -> 'scope') < count(value -> 'scope') from jsonb_array_elements(p_cursors)) then
    raise sqlstate 'PT400' using message = 'p_cursors may name each scope once';
  end if;
  if p_limit is null or p_limit < 1 or p_limit > sync.pull_limit() then
    raise sqlstate 'PT400' using message = 'p_limit must be between 1 and ' || sync.pull_limit();
  end if;

  for v_cursor in select value from jsonb_array_elements(p_cursors) with ordinality order by ordinality loop
    if jsonb_typeof(v_cursor) <> 'object' or jsonb_typeof(v_cursor -> 'scope') is distinct from 'string'
      or length(v_cursor ->> 'scope') > 100 then
      raise sqlstate 'PT400' using message = 'each cursor must be an object with a scope of at most 100 characters';
    end if;
    if jsonb_typeof(v_cursor -> 'seq') is distinct from 'number' or v_cursor ->> 'seq' !~ '^\d{1,16}$' then
      raise sqlstate 'PT400' using message = 'seq of a cursor must be a whole number from 0';
    end if;
    if v_cursor ? 'epoch' and (jsonb_typeof(v_cursor -> 'epoch') not in ('number', 'null')
      or v_cursor ->> 'epoch' !~ '^\d{1,9}$') then
      raise sqlstate 'PT400' using message = 'epoch of a cursor must be a whole number from 0';
    end if;

    v_scope := v_cursor ->> 'scope';
    if not sync.may_follow(v_scope) then
      v_entries := v_entries || json_build_object('scope', v_scope, 'denied', true);
      continue;
    end if;
    select * into v_head from sync.scope where scope = v_scope;
    if not found then
      v_head := row(v_scope, sync.first_epoch(), 0, 0, 0, 0, 0, 0);
    end if;
    v_from := (v_cursor ->> 'seq')::bigint;
    if coalesce((v_cursor ->> 'epoch')::int, v_head.epoch) <> v_head.epoch or v_from > v_head.seq then
      v_from := 0;
    end if;

    select coalesce(json_agg(json_build_object('kind', p.kind, 'id', p.row_id, 'seq', p.seq, 'hash', p.hash, 'deleted', p.deleted,
      'body', p.body) order by p.seq), '[]') as rows,
        count(*) as number, max(p.seq) as last, coalesce(sum(p.bytes + 150), 0) as bytes, coalesce(bool_or(p.is_last), true) as complete
      into v_page
      from (select f.*, row_number() over w as place, sum(f.bytes + 150) over w as bytes_so_far,
          lead(f.seq) over (order by f.seq) is null as is_last
        from (select * from sync.feed where scope = v_scope and seq > v_from order by seq limit p_limit) f
        window w as (order by f.seq rows unbounded preceding)) p
      where p.place = 1 or p.bytes_so_far <= v_bytes_left;
    v_bytes_left := v_bytes_left - v_page.bytes;

    if (v_page.number = p_limit or not v_page.complete) and v_page.last < v_head.seq then
      v_entries := v_entries || json_build_object('scope', v_scope, 'epoch', v_head.epoch, 'rows', v_page.rows, 'seq',
        v_page.last, 'more', true);
    else
      v_entries := v_entries || json_build_object('scope', v_scope, 'epoch', v_head.epoch, 'rows', v_page.rows, 'seq',
        v_head.seq, 'more', false,
        'digest', json_build_object('count', v_head.live_count, 'sum', v_head.live_sum::text, 'xor',
          v_head.live_xor::text, 'hash', v_head.live_hash));
    end if;
  end loop;
  return array_to_json(v_entries);
end
$$;
comment on function sync.pull_pages is 'Checks the cursors and returns one page per cursor.';

create function public.sync_pull(p_cursors jsonb, p_limit int default 500, p_version int default null)
returns json
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off
  set plan_cache_mode = force_generic_plan set jit = off as $$
begin
  perform sync.check_wire_version(p_version);
  perform sync.require_account((select auth.uid()));
  perform sync.note_plan_end_pull((select auth.uid()));
  return sync.pull_pages(p_cursors, p_limit);
end
$$;
comment on function public.sync_pull is
  'Returns the changes of the caller''s scopes after its cursors, and a digest at the head of each scope.';

create function sync.renew_scopes(p_above int default 0) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_epoch constant int := greatest(sync.clock_epoch(), p_above + 1,
    (select epoch + 1 from sync.installation), (select max(epoch) + 1 from sync.scope));
begin
  update sync.installation set epoch = v_epoch;
  update sync.scope s set epoch = v_epoch,
    live_hash = coalesce((select bit_xor(f.hash) from sync.feed f where f.scope = s.scope and not f.deleted), 0);
  return v_epoch;
end
$$;
comment on function sync.renew_scopes is
  'After a restore: makes every device read all its scopes again from zero, and send what the database has lost.';

grant execute on function public.sync_pull(jsonb, int, int) to authenticated, service_role;

grant execute on function sync.may_follow(text) to authenticated, service_role;

create policy "accounts that may follow a scope receive its pokes" on realtime.messages for select to authenticated
  using (realtime.topic() like 'scope:%' and (select sync.may_follow(substr(realtime.topic(), 7))));
