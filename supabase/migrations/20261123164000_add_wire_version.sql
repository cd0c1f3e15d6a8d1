-- The sync protocol gets a version number: sync_pull and sync_push take it as an optional argument. A function with another
-- list of arguments is another function, so both are dropped and created again.
drop function public.sync_pull(jsonb, int);
drop function public.sync_push(json);

-- The wire version of a client; a client of before version 2 sends none. Twins: WIRE_VERSION and LOWEST_WIRE_VERSION in
-- sync/protocol/version.ts. PT503, so that clients which do not know these messages wait instead of giving documents up.
create function sync.check_wire_version(p_version int) returns void
language plpgsql immutable as $$
begin
  if coalesce(p_version, 1) < 1 then
    raise sqlstate 'PT503' using message = 'client_too_old';
  end if;
  if p_version > 2 then
    raise sqlstate 'PT503' using message = 'server_too_old';
  end if;
end
$$;
comment on function sync.check_wire_version is
  'Raises client_too_old or server_too_old for a version of the sync protocol that this server does not serve.';

-- p_cursors: `[{scope, seq, epoch?}]`, at most 500. p_limit: rows per scope, 1 to 1,000.
-- The answer has one entry per cursor, in its order: `{scope, epoch, rows: [{kind, id, seq, deleted, body}], seq, more,
-- digest?}` or `{scope, denied: true}`. `seq` is the next cursor. At the head comes the digest of all live rows (count,
-- sum and xor of their numbers).
-- The function is stable, so that rows, head and digest come from one snapshot. For the settings see sync.flush.
create function public.sync_pull(p_cursors jsonb, p_limit int default 500, p_version int default null)
returns json
language plpgsql stable security definer set search_path = '' set enable_seqscan = off
  set plan_cache_mode = force_generic_plan set jit = off as $$
declare
  v_cursor jsonb;
  v_scope text;
  v_from bigint;
  v_head sync.scope;
  v_page record;
  v_entries json[] := '{}';
begin
  perform sync.check_wire_version(p_version);
  if p_cursors is null or jsonb_typeof(p_cursors) <> 'array' then
    raise sqlstate 'PT400' using message = 'p_cursors must be an array of {scope, seq, epoch?}';
  end if;
  if jsonb_array_length(p_cursors) > 500 then
    raise sqlstate 'PT400' using message = 'p_cursors may have at most 500 entries';
  end if;
  if p_limit is null or p_limit < 1 or p_limit > 1000 then
    raise sqlstate 'PT400' using message = 'p_limit must be between 1 and 1000';
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
      v_head := row(v_scope, 1, 0, 0, 0, 0);
    end if;
    v_from := (v_cursor ->> 'seq')::bigint;
    -- A cursor of another epoch, or one ahead of the head, starts from zero.
    if coalesce((v_cursor ->> 'epoch')::int, v_head.epoch) <> v_head.epoch or v_from > v_head.seq then
      v_from := 0;
    end if;

    select coalesce(json_agg(json_build_object('kind', p.kind, 'id', p.row_id, 'seq', p.seq, 'deleted', p.deleted,
      'body', p.body) order by p.seq), '[]') as rows,
        count(*) as number, max(p.seq) as last
      into v_page
      from (select f.kind, f.row_id, f.seq, f.deleted, f.body from sync.feed f where f.scope = v_scope
        and f.seq > v_from order by f.seq limit p_limit) p;

    if v_page.number = p_limit and v_page.last < v_head.seq then
      v_entries := v_entries || json_build_object('scope', v_scope, 'epoch', v_head.epoch, 'rows', v_page.rows, 'seq',
        v_page.last, 'more', true);
    else
      v_entries := v_entries || json_build_object('scope', v_scope, 'epoch', v_head.epoch, 'rows', v_page.rows, 'seq',
        v_head.seq, 'more', false,
        'digest', json_build_object('count', v_head.live_count, 'sum', v_head.live_sum::text, 'xor',
          v_head.live_xor::text));
    end if;
  end loop;
  return array_to_json(v_entries);
end
$$;
comment on function public.sync_pull is
  'Returns the changes of the caller''s scopes after its cursors, and a digest at the head of each scope.';

create function public.sync_push(p_docs json, p_version int default null) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_user constant uuid := auth.uid();
  v_now_ms constant bigint := floor(extract(epoch from clock_timestamp()) * 1000);
  -- The plans whose lessons the caller's device may hold.
  v_plans constant text[] := array(select p.plan from unnest('{free,basic,premium}'::text[]) as p (plan)
    where sync.may_act(v_user, p.plan));
  v_answers jsonb[] := '{}';
  v_raw json;
  v_state text;
  v_message text;
begin
  perform sync.check_wire_version(p_version);
  if p_docs is null or json_typeof(p_docs) <> 'array' then
    raise sqlstate 'PT400' using message = 'p_docs must be an array of documents';
  end if;
  if octet_length(p_docs::text) > 1000000 then -- PUSH_BYTES
    raise sqlstate 'PT413' using message = 'p_docs may have at most 1,000,000 bytes';
  end if;
  if json_array_length(p_docs) > 100 then -- PUSH_LIMIT
    raise sqlstate 'PT413' using message = 'p_docs may have at most 100 documents';
  end if;
  if v_user is not null then
    -- Pushes of one account wait for each other, so that two devices never race for a document.
    perform sync.lock_user(v_user);
  end if;
  if position('"registration/' in p_docs::text) > 0 then
    -- Lock events in one order, whatever the order of the documents, so that learners who register for several never
    -- deadlock.
    perform 1 from public.events e
    where e.id in (select m[1]::uuid from regexp_matches(p_docs::text,
      '"registration/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"', 'g') m)
    order by e.id for update;
  end if;
  if v_user is not null and json_array_length(p_docs) > 1 then
    begin
      return array_to_json(sync.push_all(v_user, v_plans, p_docs, v_now_ms));
    exception when others then null; -- The loop below finds out which document raised.
    end;
  end if;
  for v_raw in select e.value from json_array_elements(p_docs) with ordinality e order by e.ordinality loop
    begin
      v_answers := v_answers || sync.push_doc(v_user, v_plans, v_raw, v_now_ms);
    exception when others then
      get stacked diagnostics v_state = returned_sqlstate, v_message = message_text;
      v_answers := v_answers || sync.push_rejection(v_user, v_raw, v_state, v_message);
    end;
  end loop;
  return array_to_json(v_answers);
end
$$;
comment on function public.sync_push is
  'Takes documents of the caller''s device: one answer {id, status, code?, message?, doc?} per document, with '
  'the status applied, same, merged, rejected or retry.';

revoke all on function sync.check_wire_version(int) from public;

revoke all on function public.sync_pull(jsonb, int, int) from public, anon;

grant execute on function public.sync_pull(jsonb, int, int) to authenticated, service_role;

revoke all on function public.sync_push(json, int) from public;

grant execute on function public.sync_push(json, int) to anon, authenticated;
