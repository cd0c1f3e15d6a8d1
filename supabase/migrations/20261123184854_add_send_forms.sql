-- Visitors' forms have a function of their own. sync_push acts for a signed-in account only.

create or replace function sync.push_doc(p_user uuid, p_plans text[], p_raw json, p_now_ms bigint) returns jsonb
language plpgsql volatile as $$
declare
  v_latest constant bigint := p_now_ms + 300000; -- CLOCK_AHEAD_MS
  v_sent constant jsonb := sync.parse_doc(p_raw);
  v_kind constant text := v_sent ->> 'kind';
  v_stored jsonb;
  v_ahead jsonb; -- what a fast clock sent before
  v_refused text;
begin
  perform sync.require_access(p_user, p_plans, sync.plan_of(v_kind, v_sent -> 'data'), v_kind, v_sent -> 'data');
  select jsonb_build_object('id', j.id, 'kind', j.kind, 'at', j.at, 'active_on', j.active_on, 'rev', j.rev, 'data',
    j.data), j.ahead, j.refused
    into v_stored, v_ahead, v_refused
    from sync.journal j where j.user_id = p_user and j.id = v_sent ->> 'id' for update;
  return (sync.store_docs(p_user, array[sync.merge_doc(p_user, v_sent, v_stored, v_ahead, v_refused, v_latest)]))[1];
end
$$;

create function sync.check_push_size(p_docs json) returns void language plpgsql immutable as $$
begin
  if p_docs is null or json_typeof(p_docs) <> 'array' then
    raise sqlstate 'PT400' using message = 'p_docs must be an array of documents';
  end if;
  if octet_length(p_docs::text) > 1000000 then -- PUSH_BYTES
    raise sqlstate 'PT413' using message = 'p_docs may have at most 1,000,000 bytes';
  end if;
  if json_array_length(p_docs) > 100 then -- PUSH_LIMIT
    raise sqlstate 'PT413' using message = 'p_docs may have at most 100 documents';
  end if;
end
$$;
comment on function sync.check_push_size is
  'Raises PT400 or PT413 for an argument that is no array of documents, or too large for one call.';

create or replace function public.sync_push(p_docs json, p_version int default null) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_user constant uuid := case when auth.role() = 'authenticated' then auth.uid() end;
  v_now_ms constant bigint := floor(extract(epoch from clock_timestamp()) * 1000);
  -- The plans whose lessons the caller's device may hold.
  v_plans constant text[] := array(select p.plan from unnest('{free,basic,premium}'::text[]) as p (plan)
    where sync.may_act(v_user, p.plan));
  v_answers jsonb[] := '{}';
  v_raw json;
  v_state text;
  v_message text;
begin
  -- An app of before send_forms asks here for visitors: its forms stay pending until it is updated.
  if v_user is null then raise insufficient_privilege using message = 'client_too_old'; end if;
  perform sync.check_wire_version(p_version);
  perform sync.check_push_size(p_docs);
  -- Pushes of one account wait for each other, so that two devices never race for a document.
  perform sync.lock_user(v_user);
  if position('"registration/' in p_docs::text) > 0 then
    -- Lock events in one order, whatever the order of the documents, so that learners who register for several never
    -- deadlock.
    perform 1 from public.events e
    where e.id in (select m[1]::uuid from regexp_matches(p_docs::text,
      '"registration/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"', 'g') m)
    order by e.id for update;
  end if;
  if json_array_length(p_docs) > 1 then
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

-- ── Visitors ──

create table sync.visitor_forms (
  hour timestamptz primary key,
  forms int not null
);
comment on table sync.visitor_forms is 'Number of forms that visitors sent in the current hour.';
alter table sync.visitor_forms enable row level security;

create function sync.send_form(p_raw json, p_now_ms bigint) returns jsonb language plpgsql volatile as $$
declare
  v_sent constant jsonb := sync.parse_doc(p_raw);
begin
  if v_sent ->> 'kind' <> 'form' then
    raise exception 'sign_in';
  end if;
  perform sync.apply(null, sync.clamp('form', v_sent, null, p_now_ms + 300000)); -- CLOCK_AHEAD_MS
  return jsonb_build_object('id', v_sent -> 'id', 'status', 'applied');
end
$$;
comment on function sync.send_form is 'Stores one form of a visitor; raises the code of a rejection.';

-- Rule: this is the only call that writes without an account, and it never reads who is asking.
create function public.send_forms(p_docs json, p_version int default null) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_now_ms constant bigint := floor(extract(epoch from clock_timestamp()) * 1000);
  v_hour constant timestamptz := date_trunc('hour', now());
  v_forms int;
  v_answers jsonb[] := '{}';
  v_raw json;
  v_state text;
  v_message text;
begin
  perform sync.check_wire_version(p_version);
  perform sync.check_push_size(p_docs);
  delete from sync.visitor_forms where hour < v_hour;
  insert into sync.visitor_forms as f (hour, forms) values (v_hour, json_array_length(p_docs))
    on conflict (hour) do update set forms = f.forms + excluded.forms returning f.forms into v_forms;
  if v_forms > 2000 then -- VISITOR_FORMS_PER_HOUR
    raise sqlstate 'PT429' using message = 'Too many forms in this hour';
  end if;
  for v_raw in select e.value from json_array_elements(p_docs) with ordinality e order by e.ordinality loop
    begin
      v_answers := v_answers || sync.send_form(v_raw, v_now_ms);
    exception when others then
      get stacked diagnostics v_state = returned_sqlstate, v_message = message_text;
      v_answers := v_answers || sync.push_rejection(null, v_raw, v_state, v_message);
    end;
  end loop;
  return array_to_json(v_answers);
end
$$;
comment on function public.send_forms is
  'Takes the forms of a visitor''s device: one answer {id, status, code?, message?} per document, as sync_push does.';

revoke all on all functions in schema sync from public;

revoke all on function public.sync_push, public.send_forms from public, anon, authenticated;

grant execute on function public.sync_push to authenticated;

grant execute on function public.send_forms to anon;
