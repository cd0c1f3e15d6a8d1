-- sync_push: what a device's journal says becomes what the server stores.
--
--   documents ─► all in one savepoint: check, join, apply each, store them as one statement ─► answers
--                   └─ anything raised: undone ─► each in its own savepoint ─► answers
--
-- Guarantees: an answer for every document in its order, never an error for one bad document; sent twice, the second time changes nothing;
-- the answers do not depend on the way that was taken.
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
  -- Nearly always: no number of it, of whatever kind, is after the bound.
  if not jsonb_path_exists(doc, '$.** ? (@ > $latest)', jsonb_build_object('latest', latest)) then return doc; end if;
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

create function sync.plan_of(kind text, data jsonb) returns text
language plpgsql stable as $$
begin
  -- One question a statement: both tables would be opened for either.
  if kind in ('progress', 'note') then
    return (
      select case when v.is_free_preview then 'free' else c.plan_type end
      from public.videos v join public.courses c on c.id = v.course_id
      where v.id = (data ->> 'video_id')::uuid);
  elsif kind = 'attempt' then
    return (
      select case c.plan_type when 'premium' then 'premium' else 'basic' end
      from public.tests t join public.courses c on c.id = t.course_id
      where t.id = (data ->> 'test_id')::uuid);
  end if;
  return null;
end $$;
comment on function sync.plan_of is 'The plan that a lesson or test needs, or null where there is none such.';

create function sync.check_access(uid uuid, plans text[], plan text, kind text, data jsonb) returns void
language plpgsql stable as $$
begin
  if kind not in ('progress', 'note', 'attempt') then
    return; -- their effects ask
  elsif plan is null then
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

create function sync.apply(uid uuid, doc jsonb) returns void
language plpgsql volatile as $$
declare
  key text := split_part(doc ->> 'id', '/', 2);
  d jsonb := doc -> 'data';
begin
  case doc ->> 'kind'
    when 'progress' then perform sync.apply_progress(uid, key::uuid);
    when 'attempt' then
      if d ->> 'finished_at' is not null then
        perform sync.apply_result(uid, key::uuid, (d ->> 'test_id')::uuid, d -> 'answers', ((d ->> 'time_spent')::bigint / 1000)::int,
          sync.ms((d ->> 'finished_at')::bigint), sync.ms((d ->> 'started_at')::bigint));
      end if;
    when 'day' then perform sync.apply_day(uid, key::date);
    when 'registration' then 
      perform sync.apply_registration(uid, key::uuid, (d ->> 'registered')::boolean, sync.ms((doc ->> 'at')::bigint));
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

-- A document on its way: as it was sent, as it was stored, what is to be stored, and the two columns beside it.
create type sync.passage as (sent jsonb, stored jsonb, merged jsonb, ahead jsonb, refused text);

create function sync.sent_doc(raw json) returns jsonb
language plpgsql immutable as $$
declare
  doc jsonb;
  verdict text;
begin
  if octet_length(raw::text) > 700000 then -- DOCUMENT_BYTES
    raise exception 'too_large';
  end if;
  doc := raw::jsonb;
  verdict := sync.check_doc(doc);
  if verdict is not null then
    raise exception '%', verdict;
  end if;
  return jsonb_build_object('id', doc -> 'id', 'kind', doc -> 'kind', 'at', doc -> 'at', 'active_on', doc -> 'active_on', 'rev', 0, 'data', doc -> 'data');
end $$;
comment on function sync.sent_doc is 'A document as it travels. Raises the code of what is wrong with it.';

create function sync.join_doc(uid uuid, sent jsonb, stored jsonb, seen jsonb, refusal text, latest bigint) returns sync.passage
language plpgsql volatile as $$
declare
  kind constant text := sent ->> 'kind';
  normal jsonb := sent;
  in_time jsonb;
  merged jsonb;
  refused text := refusal;
begin
  -- Watched stretches have a normal form.
  if kind = 'progress' then normal := sync.merge(kind, sent, sent); end if;
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
    -- A decision that is taken again is carried out again: what it decides may have been changed from elsewhere since.
    if kind = 'registration' then
      begin
        perform sync.apply(uid, merged);
      exception when raise_exception then
        if sqlerrm not in ('event_full', 'event_closed') then
          raise;
        end if;
        -- The refusal is an act too, a moment after the refused one, so that it wins on every device.
        refused := sqlerrm;
        merged := merged || jsonb_build_object('at', (merged ->> 'at')::bigint + 1,
          'data', merged -> 'data' || jsonb_build_object('registered', false));
      end;
    elsif stored is null or kind in ('like', 'cart') or merged -> 'data' <> stored -> 'data' then
      perform sync.apply(uid, merged);
    end if;
  end if;
  return (sent, stored, merged, seen, refused)::sync.passage;
end $$;
comment on function sync.join_doc is 'Merges one document with what is stored and applies its effect. Raises the code of a refusal.';

create function sync.answer(sent jsonb, merged jsonb, refused text, revision bigint) returns jsonb
language plpgsql immutable as $$
declare
  as_sent constant boolean := merged = sent or merged - 'rev' = sent - 'rev';
  doc jsonb;
begin
  -- Nearly always.
  if as_sent and refused is null then
    return jsonb_build_object('id', sent -> 'id', 'status', case when revision is null then 'same' else 'applied' end);
  end if;
  doc := case when revision is null then merged else merged || jsonb_build_object('rev', revision) end;
  -- Said again to who asks again: the answer may have been lost.
  if refused is not null and (sent #>> '{data,registered}')::boolean then
    return jsonb_build_object('id', sent -> 'id', 'status', 'rejected', 'code', refused, 'message', sync.message(refused), 'doc', doc);
  end if;
  return jsonb_build_object('id', sent -> 'id', 'status', case when revision is null then 'same' when as_sent then 'applied' else 'merged' end)
    || case when as_sent then '{}' else jsonb_build_object('doc', doc) end;
end $$;
comment on function sync.answer is 'What a document is told: its revision where it was stored now, the document where it differs from what was sent.';

create function sync.store_docs(uid uuid, passages sync.passage[]) returns jsonb[]
language plpgsql volatile as $$
declare
  answers jsonb[];
begin
  with kept as (
    insert into sync.journal as j (user_id, id, kind, at, active_on, rev, data, ahead, refused)
    select uid, p.merged ->> 'id', p.merged ->> 'kind', (p.merged ->> 'at')::bigint, p.merged ->> 'active_on', 1, p.merged -> 'data', p.ahead, p.refused
    from unnest(passages) p where p.merged is distinct from p.stored
    on conflict (user_id, id) do update
      set at = excluded.at, active_on = excluded.active_on, data = excluded.data, rev = j.rev + 1, ahead = excluded.ahead, refused = excluded.refused
    returning j.id, j.rev
  )
  select array_agg(sync.answer(p.sent, p.merged, p.refused, kept.rev) order by p.place) into answers
  from unnest(passages) with ordinality as p (sent, stored, merged, ahead, refused, place) left join kept on kept.id = p.sent ->> 'id';
  return answers;
end $$;
comment on function sync.store_docs is 'Stores what is new of these documents, each under its next revision. Answers for all of them, in their order.';

create function sync.push_doc(uid uuid, plans text[], raw json, now_ms bigint) returns jsonb
language plpgsql volatile as $$
declare
  latest constant bigint := now_ms + 300000; -- CLOCK_AHEAD_MS
  sent constant jsonb := sync.sent_doc(raw);
  kind constant text := sent ->> 'kind';
  stored jsonb;
  seen jsonb; -- of what came ahead of time
  refusal text;
begin
  if uid is null and kind <> 'form' then
    raise exception 'sign_in';
  end if;
  if uid is null then
    perform sync.apply(null, sync.clamp(kind, sent, null, latest));
    return jsonb_build_object('id', sent -> 'id', 'status', 'applied');
  end if;
  perform sync.check_access(uid, plans, sync.plan_of(kind, sent -> 'data'), kind, sent -> 'data');
  select jsonb_build_object('id', j.id, 'kind', j.kind, 'at', j.at, 'active_on', j.active_on, 'rev', j.rev, 'data', j.data), j.ahead, j.refused
    into stored, seen, refusal
    from sync.journal j where j.user_id = uid and j.id = sent ->> 'id' for update;
  return (sync.store_docs(uid, array[sync.join_doc(uid, sent, stored, seen, refusal, latest)]))[1];
end $$;
comment on function sync.push_doc is 'Takes one document into the journal. Raises the code of a refusal.';

-- Rule: no effect of a document reads the journal, so that storing all of them at the end is the same as storing one after the other.
create function sync.push_all(uid uuid, plans text[], docs json, now_ms bigint) returns jsonb[]
language plpgsql volatile as $$
declare
  latest constant bigint := now_ms + 300000; -- CLOCK_AHEAD_MS
  passages sync.passage[] := '{}';
  next record;
  about text;
  known text; -- what the plan is known of: lessons and tests come in rows
  plan text;
begin
  for next in
    select s.sent, s.sent ->> 'kind' as kind, j.stored, j.ahead, j.refused
    from (select sync.sent_doc(e.value) as sent, e.ordinality as place from json_array_elements(docs) with ordinality e offset 0) s -- once each
    left join lateral (
      select jsonb_build_object('id', j.id, 'kind', j.kind, 'at', j.at, 'active_on', j.active_on, 'rev', j.rev, 'data', j.data) as stored, j.ahead, j.refused
      from sync.journal j where j.user_id = uid and j.id = s.sent ->> 'id' for update
    ) j on true
    order by s.place
  loop
    if next.kind in ('progress', 'note', 'attempt') then
      about := next.kind || coalesce(next.sent #>> '{data,video_id}', next.sent #>> '{data,test_id}');
      if about is distinct from known then
        plan := sync.plan_of(next.kind, next.sent -> 'data');
        known := about;
      end if;
      perform sync.check_access(uid, plans, plan, next.kind, next.sent -> 'data');
    end if;
    passages := passages || sync.join_doc(uid, next.sent, next.stored, next.ahead, next.refused, latest);
  end loop;
  if (select count(distinct p.sent ->> 'id') < count(*) from unnest(passages) p) then
    perform sync.refuse('duplicate'); -- the second builds on what the first stored
  end if;
  return sync.store_docs(uid, passages);
end $$;
comment on function sync.push_all is 'Takes documents of one account into the journal, all of them or, when anything raises, none.';

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
  if uid is not null and json_array_length(p_docs) > 1 then
    begin
      return array_to_json(sync.push_all(uid, plans, p_docs, now_ms));
    exception when others then null; -- Whose fault it was shows below, each by itself.
    end;
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
