-- sync_push: what a device's journal says becomes what the server stores, one document and one savepoint at a time.
-- Guarantees: an answer for every document in its order, never an error for one bad document; sent twice, the second time changes nothing.
-- Rule: the argument is json, not jsonb, so that a document that jsonb cannot hold (NUL characters, lone surrogates) is refused alone.

/* ---- clocks -------------------------------------------------------------------------------------------------------------- */
-- A time later than the bound (now + CLOCK_AHEAD_MS) is set back to it. Rule: sending a document again must not make it newer. So what came
-- ahead of time is remembered as it was, and a value that is already stored keeps the time it was given then.

alter table sync.journal
  -- The join of everything that a clock ahead of ours has sent for this document, with its own times; null for nearly all.
  add column ahead jsonb,
  -- Why the product refused what this document was to say (event_full, event_closed); the document says that it did not happen.
  add column refused text;

create function sync.clamp_timed(record jsonb, stored jsonb, latest bigint) returns jsonb
language plpgsql immutable parallel safe as $$
begin
  if not jsonb_path_exists(record, '$.*.at ? (@ > $latest)', jsonb_build_object('latest', latest)) then return record; end if;
  return (
    select coalesce(jsonb_object_agg(e.key, case
      when (e.value ->> 'at')::bigint <= latest then e.value
      when (stored -> e.key) - 'at' = e.value - 'at' then e.value || jsonb_build_object('at', least(stored -> e.key -> 'at', to_jsonb(latest)))
      else e.value || jsonb_build_object('at', latest)
    end), '{}')
    from jsonb_each(record) e
  );
end $$;
comment on function sync.clamp_timed is 'A record of {at, …} without times after the bound.';

create function sync.clamp_versions(versions jsonb, stored jsonb, latest bigint) returns jsonb
language plpgsql immutable parallel safe as $$
begin
  if not jsonb_path_exists(versions, '$[*].at ? (@ > $latest)', jsonb_build_object('latest', latest)) then return versions; end if;
  return (
    with sent as (
      select e.value, e.value - 'at' as words, (e.value ->> 'at')::bigint as at, e.ordinality as place,
        row_number() over (partition by e.value - 'at', (e.value ->> 'at')::bigint > latest order by (e.value ->> 'at')::bigint) as turn
      from jsonb_array_elements(versions) with ordinality e
    ), known as (
      -- Versions that may be ahead-of-time ones of an earlier push: those not sent again with their own time.
      select e.value - 'at' as words, (e.value ->> 'at')::bigint as at,
        row_number() over (partition by e.value - 'at' order by (e.value ->> 'at')::bigint) as turn
      from jsonb_array_elements(coalesce(stored, '[]')) e
      where e.value not in (select sent.value from sent where sent.at <= latest)
    )
    select jsonb_agg(case
      when sent.at <= latest then sent.value
      -- A millisecond apart each, so that the newest stays the newest.
      else sent.value || jsonb_build_object('at', coalesce(known.at, latest - sent.place + 1))
    end order by sent.place)
    from sent left join known on sent.at > latest and known.words = sent.words and known.turn = sent.turn
  );
end $$;
comment on function sync.clamp_versions is 'Versions of a note without times after the bound, in the order they had.';

create function sync.clamp(kind text, doc jsonb, stored jsonb, latest bigint) returns jsonb
language plpgsql immutable parallel safe as $$
declare
  data jsonb := doc -> 'data';
  old jsonb := stored -> 'data';
begin
  data := data || case kind
    when 'progress' then jsonb_build_object(
      'first_watched', least((data ->> 'first_watched')::bigint, latest),
      'position_at', least((data ->> 'position_at')::bigint, latest))
    when 'attempt' then jsonb_build_object(
      'started_at', least((data ->> 'started_at')::bigint, latest),
      'finished_at', case when data ->> 'finished_at' is not null then least((data ->> 'finished_at')::bigint, latest) end,
      'answers', sync.clamp_timed(data -> 'answers', old -> 'answers', latest))
    when 'comment' then jsonb_build_object('created_at', least((data ->> 'created_at')::bigint, latest))
    when 'note' then jsonb_build_object('versions', sync.clamp_versions(data -> 'versions', old -> 'versions', latest))
    when 'profile' then jsonb_build_object('fields', sync.clamp_timed(data -> 'fields', old -> 'fields', latest))
    else '{}'
  end;
  return doc || jsonb_build_object('at', least((doc ->> 'at')::bigint, latest), 'data', data);
end $$;
comment on function sync.clamp is 'A document without times after the bound, so that a clock that runs ahead wins against nobody for long.';

/* ---- access -------------------------------------------------------------------------------------------------------------- */

create function sync.check_access(uid uuid, plans text[], kind text, data jsonb) returns void
language plpgsql stable as $$
declare
  plan text;
begin
  if kind in ('progress', 'note') then
    select case when v.is_free_preview then 'free' else c.plan_type end into plan
    from public.videos v join public.courses c on c.id = v.course_id
    where v.id = (data ->> 'video_id')::uuid;
  elsif kind = 'attempt' then
    select case c.plan_type when 'premium' then 'premium' else 'basic' end into plan
    from public.tests t join public.courses c on c.id = t.course_id
    where t.id = (data ->> 'test_id')::uuid;
  else
    return; -- their effects ask
  end if;
  if plan is null then
    perform sync.refuse('not_found');
  elsif plan <> all (plans) then
    -- When it was begun; a note's oldest version is its last.
    if not sync.may_act(uid, plan, sync.ms(coalesce(data ->> 'started_at', data ->> 'first_watched', data #>> '{versions,-1,at}')::bigint)) then
      perform sync.refuse('forbidden');
    end if;
  end if;
end $$;
comment on function sync.check_access is
  'Refuses what cannot be an act of this learner: about something that does not exist, or by an account that had no plan for it when it was begun.';

/* ---- one document -------------------------------------------------------------------------------------------------------- */

create function sync.stored_doc(uid uuid, doc_id text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('id', j.id, 'kind', j.kind, 'at', j.at, 'active_on', j.active_on, 'rev', j.rev, 'data', j.data)
  from sync.journal j where j.user_id = uid and j.id = doc_id
$$;
comment on function sync.stored_doc is 'A document of an account''s journal as it travels, or null.';

create function sync.store_doc(uid uuid, doc jsonb, came_ahead jsonb, refusal text) returns jsonb
language plpgsql volatile as $$
declare
  revision bigint;
begin
  insert into sync.journal as j (user_id, id, kind, at, active_on, rev, data, ahead, refused)
  values (uid, doc ->> 'id', doc ->> 'kind', (doc ->> 'at')::bigint, doc ->> 'active_on', 1, doc -> 'data', came_ahead, refusal)
  on conflict (user_id, id) do update
    set at = excluded.at, active_on = excluded.active_on, data = excluded.data, rev = j.rev + 1, ahead = excluded.ahead, refused = excluded.refused
  returning j.rev into revision;
  return doc || jsonb_build_object('rev', revision);
end $$;
comment on function sync.store_doc is 'Stores a merged document under its next revision.';

create function sync.apply(uid uuid, doc jsonb) returns void
language plpgsql volatile as $$
declare
  key text := split_part(doc ->> 'id', '/', 2);
  d jsonb := doc -> 'data';
begin
  case doc ->> 'kind'
    when 'progress' then perform sync.apply_progress(uid, key::uuid, (d ->> 'completed')::boolean);
    when 'attempt' then
      if d ->> 'finished_at' is not null then
        perform sync.apply_result(uid, key::uuid, (d ->> 'test_id')::uuid, d -> 'answers', ((d ->> 'time_spent')::bigint / 1000)::int,
          sync.ms((d ->> 'finished_at')::bigint), sync.ms((d ->> 'started_at')::bigint));
      end if;
    when 'day' then perform sync.apply_day(uid, key::date);
    when 'registration' then perform sync.apply_registration(uid, key::uuid, (d ->> 'registered')::boolean);
    when 'like' then perform sync.apply_like(uid, key::uuid, (d ->> 'liked')::boolean, sync.ms((doc ->> 'at')::bigint));
    when 'comment' then
      perform sync.apply_comment(uid, key::uuid, (d ->> 'video_id')::uuid, d ->> 'content', sync.ms((d ->> 'created_at')::bigint),
        (d ->> 'deleted')::boolean);
    when 'note' then null;
    when 'read' then perform sync.apply_read(uid, key::uuid, (d ->> 'deleted')::boolean);
    when 'profile' then perform sync.apply_profile(uid, d -> 'fields');
    when 'cart' then perform sync.apply_cart(uid, key::uuid, (d ->> 'quantity')::int);
    when 'view' then perform sync.apply_view(uid, (d ->> 'news_id')::uuid);
    when 'form' then perform sync.apply_form(uid, key::uuid, d ->> 'form', d -> 'payload');
  end case;
end $$;
comment on function sync.apply is 'The effect of a stored document on the tables of the product. Raises a code of sync_push where the product refuses it.';

create function sync.push_doc(uid uuid, plans text[], raw json, now_ms bigint) returns jsonb
language plpgsql volatile as $$
declare
  latest constant bigint := now_ms + 300000; -- CLOCK_AHEAD_MS
  doc jsonb;
  kind text;
  sent jsonb;
  normal jsonb;
  in_time jsonb;
  stored jsonb;
  seen jsonb; -- of what came ahead of time
  refused text;
  merged jsonb;
begin
  if octet_length(raw::text) > 700000 then -- DOCUMENT_BYTES
    raise exception 'too_large';
  end if;
  doc := raw::jsonb;
  if sync.check_doc(doc) is not null then
    raise exception '%', sync.check_doc(doc);
  end if;
  kind := doc ->> 'kind';
  sent := jsonb_build_object('id', doc -> 'id', 'kind', kind, 'at', doc -> 'at', 'active_on', doc -> 'active_on', 'rev', 0, 'data', doc -> 'data');
  if uid is null and kind <> 'form' then
    raise exception 'sign_in';
  end if;
  if uid is null then
    perform sync.apply(null, sync.clamp(kind, sent, null, latest));
    return jsonb_build_object('id', doc -> 'id', 'status', 'applied');
  end if;
  perform sync.check_access(uid, plans, kind, sent -> 'data');

  select jsonb_build_object('id', j.id, 'kind', j.kind, 'at', j.at, 'active_on', j.active_on, 'rev', j.rev, 'data', j.data), j.ahead, j.refused
    into stored, seen, refused
    from sync.journal j where j.user_id = uid and j.id = doc ->> 'id' for update;
  -- Watched stretches have a normal form.
  normal := case when kind = 'progress' then sync.merge(kind, sent, sent) else sent end;
  in_time := sync.clamp(kind, normal, stored, latest);
  merged := in_time;
  if in_time <> normal then
    merged := case when sync.merge(kind, seen, normal) = seen then stored end; -- nothing that was not seen before
    seen := sync.merge(kind, coalesce(seen, normal), normal);
    merged := coalesce(merged, sync.merge(kind, in_time, in_time));
  end if;
  if stored is not null then
    merged := sync.merge(kind, stored, merged);
  end if;

  if merged is distinct from stored then
    refused := null;
    begin
      -- A decision that is taken again is carried out again: what it decides may have been changed from elsewhere since.
      if stored is null or merged -> 'data' <> stored -> 'data' or kind in ('registration', 'like', 'cart') then
        perform sync.apply(uid, merged);
      end if;
    exception when raise_exception then
      if kind <> 'registration' or sqlerrm not in ('event_full', 'event_closed') then
        raise;
      end if;
      -- The refusal is an act too, a moment after the refused one, so that it wins on every device.
      refused := sqlerrm;
      merged := merged || jsonb_build_object('at', (merged ->> 'at')::bigint + 1,
        'data', merged -> 'data' || jsonb_build_object('registered', false));
    end;
    merged := sync.store_doc(uid, merged, seen, refused);
  end if;

  -- Said again to who asks again: the answer may have been lost.
  if refused is not null and (sent #>> '{data,registered}')::boolean then
    return jsonb_build_object('id', doc -> 'id', 'status', 'rejected', 'code', refused, 'message', sync.message(refused), 'doc', merged);
  end if;
  return jsonb_build_object('id', doc -> 'id', 'status', case
      when merged is not distinct from stored then 'same'
      when merged - 'rev' = sent - 'rev' then 'applied'
      else 'merged'
    end) || case when merged - 'rev' = sent - 'rev' then '{}' else jsonb_build_object('doc', merged) end;
end $$;
comment on function sync.push_doc is 'Merges one document into the journal and applies its effect. Raises the code of a refusal.';

/* ---- the call ------------------------------------------------------------------------------------------------------------ */

create function sync.message(code text) returns text
language sql immutable parallel safe as $$
  select coalesce('{
    "bad_document": "The document has another form than its kind.",
    "unknown_kind": "The server does not know this kind of document.",
    "bad_id": "The id is not that of such a document.",
    "too_large": "The document is larger than 700,000 bytes.",
    "forbidden": "This account may not do this.",
    "not_found": "What the document is about does not exist.",
    "event_full": "The event has no free seat.",
    "event_closed": "The event takes no registrations.",
    "attempts_exhausted": "The test allows no further attempt.",
    "clock": "The date is in the future.",
    "duplicate": "The id belongs to something else.",
    "sign_in": "Without an account only forms can be sent."
  }'::jsonb ->> code, 'The server could not do this now.')
$$;
comment on function sync.message is 'The reason of an answer in words, for logs and exports; screens have their own texts by code.';

create function sync.refusal(uid uuid, raw json, state text, said text) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  doc_id text;
  stored jsonb;
  code text := case
    when state = 'P0001' and said in ('bad_document', 'unknown_kind', 'bad_id', 'too_large', 'forbidden', 'not_found', 'event_full', 'event_closed',
      'attempts_exhausted', 'clock', 'duplicate', 'sign_in') then said
    when state = '23505' then 'duplicate'
    when state in ('23503', 'P0002') then 'not_found'
    when state = '42501' then 'forbidden'
    -- The server's side of the feature is missing: asking again would not bring it.
    when state in ('42P01', '42703', '42883') then 'unknown_kind'
    when state = 'P0001' or left(state, 2) in ('22', '23', '54') then 'bad_document'
  end;
begin
  begin
    doc_id := case when json_typeof(raw) = 'object' and json_typeof(raw -> 'id') = 'string' then left(raw ->> 'id', 200) end;
    stored := sync.stored_doc(uid, doc_id);
  exception when others then null; -- an id that no text can hold
  end;
  if code is null then
    raise warning 'sync_push will be asked again for %: % %', doc_id, state, said;
    return jsonb_build_object('id', doc_id, 'status', 'retry', 'message', sync.message(null));
  end if;
  return jsonb_build_object('id', doc_id, 'status', 'rejected', 'code', code, 'message', sync.message(code))
    || case when stored is null then '{}' else jsonb_build_object('doc', stored) end;
end $$;
comment on function sync.refusal is 'The answer for a document that raised: rejected for good reasons, retry for passing ones (locks, deadlocks, resources).';

create function public.sync_push(p_docs json) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  uid constant uuid := auth.uid();
  now_ms constant bigint := floor(extract(epoch from clock_timestamp()) * 1000);
  -- The plans whose lessons the caller may have had on the device.
  plans constant text[] := array(select p.plan from unnest('{free,basic,premium}'::text[]) as p (plan) where sync.may_act(uid, p.plan));
  answers jsonb[] := '{}';
  raw json;
  state text;
  said text;
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
  if uid is not null then
    -- Pushes of one account wait for each other: two devices never race for a document.
    perform sync.lock_user(uid);
  end if;
  if position('"registration/' in p_docs::text) > 0 then
    -- Events are locked in one order, whatever the documents' is: learners who want several never wait for each other in a circle.
    perform 1 from public.events e
    where e.id in (select m[1]::uuid from regexp_matches(p_docs::text, '"registration/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"', 'g') m)
    order by e.id for update;
  end if;
  for raw in select e.value from json_array_elements(p_docs) with ordinality e order by e.ordinality loop
    begin
      answers := answers || sync.push_doc(uid, plans, raw, now_ms);
    exception when others then
      get stacked diagnostics state = returned_sqlstate, said = message_text;
      answers := answers || sync.refusal(uid, raw, state, said);
    end;
  end loop;
  return array_to_json(answers);
end $$;
comment on function public.sync_push is
  'The journal of the caller''s device: an answer {id, status, code?, message?, doc?} per document, status applied, same, merged, rejected or retry.';

revoke all on all functions in schema sync from public;
revoke all on function public.sync_push from public;
grant execute on function public.sync_push to anon, authenticated;
