-- sync_push: merges the journal of a device into the journal of the server.
--
--   documents ─► all in one savepoint: check, merge, apply each, store them with one statement ─► answers
--                   └─ anything raised: rolled back ─► each document in its own savepoint ─► answers
--
-- Guarantees: one answer per document, in order, and never an error because of one bad document; a document that is
-- sent twice changes nothing the second time; the answers do not depend on the path taken.
-- Rule: the argument is json, not jsonb, so that only the document that jsonb cannot hold (NUL characters, lone
-- surrogates) is rejected.

-- ── Clocks ──
-- Times later than the bound (now + CLOCK_AHEAD_MS) are set to the bound.
-- Rule: sending a document again must not make it newer, although the bound is later at every push. The column `ahead` of
-- the journal therefore stores what devices with a fast clock sent, with their own times. A document that adds nothing to
-- `ahead` leaves the stored document unchanged; in any other document, values that are already stored keep their stored times.

create function sync.clamp_timed(p_record jsonb, p_stored jsonb, p_latest bigint) returns jsonb
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  if not jsonb_path_exists(p_record, '$.*.at ? (@ > $latest)', jsonb_build_object('latest', p_latest))
    then return p_record; end if;
  return (
    select coalesce(jsonb_object_agg(e.key, case
      when (e.value ->> 'at')::bigint <= p_latest then e.value
      when (p_stored -> e.key) - 'at' = e.value - 'at'
        then e.value || jsonb_build_object('at', least(p_stored -> e.key -> 'at', to_jsonb(p_latest)))
      else e.value || jsonb_build_object('at', p_latest)
    end), '{}')
    from jsonb_each(p_record) e
  );
end
$$;
comment on function sync.clamp_timed is 'A record of {at, …} without times after the bound.';

create function sync.clamp_versions(p_versions jsonb, p_stored jsonb, p_latest bigint) returns jsonb
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  if not jsonb_path_exists(p_versions, '$[*].at ? (@ > $latest)', jsonb_build_object('latest', p_latest))
    then return p_versions; end if;
  return (
    with sent as (
      select e.value, e.value - 'at' as content, (e.value ->> 'at')::bigint as at, e.ordinality as place,
        row_number() over (partition by e.value - 'at', (e.value ->> 'at')::bigint > p_latest
          order by (e.value ->> 'at')::bigint) as nth
      from jsonb_array_elements(p_versions) with ordinality e
    ), stored as (
      -- Stored versions that equal no sent one may be copies that an earlier push clamped. Use their times again, so
      -- that sending a version twice does not make it newer.
      select e.value - 'at' as content, (e.value ->> 'at')::bigint as at,
        row_number() over (partition by e.value - 'at' order by (e.value ->> 'at')::bigint) as nth
      from jsonb_array_elements(coalesce(p_stored, '[]')) e
      where e.value not in (select sent.value from sent where sent.at <= p_latest)
    )
    select jsonb_agg(case
      when sent.at <= p_latest then sent.value
      -- Place clamped versions one millisecond apart, so that the newest one stays the newest.
      else sent.value || jsonb_build_object('at', coalesce(stored.at, p_latest - sent.place + 1))
    end order by sent.place)
    from sent left join stored on sent.at > p_latest and stored.content = sent.content and stored.nth = sent.nth
  );
end
$$;
comment on function sync.clamp_versions is 'The versions of a note without times after the bound, in their order.';

create function sync.clamp(p_kind text, p_doc jsonb, p_stored jsonb, p_latest bigint) returns jsonb
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  v_data jsonb := p_doc -> 'data';
  v_stored jsonb := p_stored -> 'data';
begin
  -- Fast path (almost always): no number in the document is after the bound.
  if not jsonb_path_exists(p_doc, '$.** ? (@ > $latest)', jsonb_build_object('latest', p_latest))
    then return p_doc; end if;
  v_data := v_data || case p_kind
    when 'progress' then jsonb_build_object(
      'first_watched', least((v_data ->> 'first_watched')::bigint, p_latest),
      'position_at', least((v_data ->> 'position_at')::bigint, p_latest))
    when 'attempt' then jsonb_build_object(
      'started_at', least((v_data ->> 'started_at')::bigint, p_latest),
      'finished_at', case when v_data ->> 'finished_at' is not null
        then least((v_data ->> 'finished_at')::bigint, p_latest) end,
      'answers', sync.clamp_timed(v_data -> 'answers', v_stored -> 'answers', p_latest))
    when 'comment' then jsonb_build_object('created_at', least((v_data ->> 'created_at')::bigint, p_latest))
    when 'note' then jsonb_build_object('versions',
      sync.clamp_versions(v_data -> 'versions', v_stored -> 'versions', p_latest))
    when 'profile' then jsonb_build_object('fields',
      sync.clamp_timed(v_data -> 'fields', v_stored -> 'fields', p_latest))
    else '{}'
  end;
  return p_doc || jsonb_build_object('at', least((p_doc ->> 'at')::bigint, p_latest), 'data', v_data);
end
$$;
comment on function sync.clamp is
  'A document without times after the bound, so that a device with a fast clock does not win every merge.';

-- ── Access ──

create function sync.plan_of(p_kind text, p_data jsonb) returns text language plpgsql stable set search_path = '' as $$
begin
  -- Two statements, because one statement would open both tables for either kind.
  if p_kind in ('progress', 'note') then
    return (
      select case when v.is_free_preview then 'free' else c.plan_type end
      from public.videos v join public.courses c on c.id = v.course_id
      where v.id = (p_data ->> 'video_id')::uuid);
  elsif p_kind = 'attempt' then
    return (
      select case c.plan_type when 'premium' then 'premium' else 'basic' end
      from public.tests t join public.courses c on c.id = t.course_id
      where t.id = (p_data ->> 'test_id')::uuid);
  end if;
  return null;
end
$$;
comment on function sync.plan_of is 'The plan that a lesson or quiz needs, or null if it does not exist.';

create function sync.require_access(p_user uuid, p_plans text[], p_plan text, p_kind text, p_data jsonb) returns void
language plpgsql stable set search_path = '' as $$
begin
  if p_kind not in ('progress', 'note', 'attempt') then
    return; -- the apply functions of the other kinds check access themselves
  elsif p_plan is null then
    perform sync.reject('not_found');
  elsif p_plan <> all (p_plans) then
    -- Check the time when the act began; for a note, that is the time of the last entry in `versions`, the oldest one.
    if not sync.may_act(p_user, p_plan, sync.time_of_ms(coalesce(p_data ->> 'started_at', p_data ->> 'first_watched',
      p_data #>> '{versions,-1,at}')::bigint)) then
      perform sync.reject('forbidden');
    end if;
  end if;
end
$$;
comment on function sync.require_access is
  'Rejects a document about something that does not exist, or of an account that had no plan for it when it was begun.';

-- ── One document ──

create function sync.stored_doc(p_user uuid, p_doc_id text) returns jsonb language sql stable set search_path = '' as $$
  select jsonb_build_object('id', j.id, 'kind', j.kind, 'at', j.at, 'active_on', j.active_on, 'rev', j.rev, 'data',
    j.data)
  from sync.journal j where j.user_id = p_user and j.id = p_doc_id
$$;
comment on function sync.stored_doc is 'A document of an account''s journal as it is sent to devices, or null.';

create function sync.apply(p_user uuid, p_doc jsonb) returns void language plpgsql volatile set search_path = '' as $$
declare
  v_key text := split_part(p_doc ->> 'id', '/', 2);
  v_data jsonb := p_doc -> 'data';
begin
  case p_doc ->> 'kind'
    when 'progress' then perform sync.apply_progress(p_user, v_key::uuid);
    when 'attempt' then
      if v_data ->> 'finished_at' is not null then
        perform sync.apply_result(p_user, v_key::uuid, (v_data ->> 'test_id')::uuid, v_data -> 'answers',
          ((v_data ->> 'time_spent')::bigint / 1000)::int,
          sync.time_of_ms((v_data ->> 'finished_at')::bigint), sync.time_of_ms((v_data ->> 'started_at')::bigint),
          (v_data ->> 'version')::int);
      end if;
    when 'day' then perform sync.apply_day(p_user, v_key::date);
    when 'registration' then
      perform sync.apply_registration(p_user, v_key::uuid, (v_data ->> 'registered')::boolean);
    when 'like' then perform sync.apply_like(p_user, v_key::uuid, (v_data ->> 'liked')::boolean,
      sync.time_of_ms((p_doc ->> 'at')::bigint));
    when 'comment' then
      perform sync.apply_comment(p_user, v_key::uuid, (v_data ->> 'video_id')::uuid, v_data ->> 'content',
        sync.time_of_ms((v_data ->> 'created_at')::bigint), (v_data ->> 'deleted')::boolean,
        (v_data ->> 'position')::int, (v_data ->> 'parent_id')::uuid);
    when 'note' then perform sync.require_lesson((v_data ->> 'video_id')::uuid);
    when 'read' then perform sync.apply_read(p_user, v_key::uuid, (v_data ->> 'deleted')::boolean);
    when 'profile' then perform sync.apply_profile(p_user, v_data -> 'fields');
    when 'cart' then perform sync.apply_cart(p_user, v_key::uuid, (v_data ->> 'quantity')::int);
    when 'view' then perform sync.apply_view(p_user, (v_data ->> 'news_id')::uuid);
    when 'form' then perform sync.apply_form(p_user, v_key::uuid, v_data ->> 'form', v_data -> 'payload',
      v_data ->> 'log');
    -- Without this branch PostgreSQL raises case_not_found, and the device would retry for ever.
    else perform sync.reject('unknown_kind');
  end case;
end
$$;
comment on function sync.apply is
  'Applies a stored document to the tables of the product; raises a rejection code of sync_push if the product '
  'rejects it.';

-- A document during a push: as sent, as stored before, as merged, and its columns `ahead` and `refused`.
create type sync.push_item as (sent jsonb, stored jsonb, merged jsonb, ahead jsonb, refused text);

create function sync.parse_doc(p_raw json) returns jsonb language plpgsql immutable set search_path = '' as $$
declare
  v_doc jsonb;
  v_verdict text;
begin
  if octet_length(p_raw::text) > 700000 then -- DOCUMENT_BYTES
    raise exception 'too_large';
  end if;
  v_doc := p_raw::jsonb;
  v_verdict := sync.check_doc(v_doc);
  if v_verdict is not null then
    raise exception '%', v_verdict;
  end if;
  return jsonb_build_object('id', v_doc -> 'id', 'kind', v_doc -> 'kind', 'at', v_doc -> 'at', 'active_on',
    v_doc -> 'active_on', 'rev', 0, 'data', v_doc -> 'data');
end
$$;
comment on function sync.parse_doc is 'Checks a document that a device sent; raises the code of what is wrong with it.';

-- Rule: once the server has scored an attempt, a later merge keeps the finish that was scored. Every finished attempt in
-- the journal has a result, so a stored finished attempt counts as scored, even if the field `scored_at` did not exist
-- when the attempt was stored.
create function sync.mark_scored(p_doc jsonb, p_now_ms bigint) returns jsonb
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return case when p_doc #>> '{data,finished_at}' is null or p_doc -> 'data' ? 'scored_at' then p_doc
    else jsonb_set(p_doc, '{data,scored_at}', to_jsonb(p_now_ms)) end;
end
$$;
comment on function sync.mark_scored is
  'A finished attempt with the time of its scoring; an open or scored attempt is returned as it is.';

create function sync.merge_doc(p_user uuid, p_sent jsonb, p_stored jsonb, p_ahead jsonb, p_refused text,
  p_latest bigint) returns sync.push_item
language plpgsql volatile set search_path = '' as $$
declare
  v_kind constant text := p_sent ->> 'kind';
  v_normal jsonb := p_sent;
  v_clamped jsonb;
  v_merged jsonb;
  v_refused text := p_refused;
  v_stored jsonb := p_stored;
  -- Rule: a new act comes after the stored one, also if the server's clock was set back since; a second holds the
  -- versions of a note, which are a millisecond apart.
  v_bound constant bigint := greatest(p_latest, (p_stored ->> 'at')::bigint + 1000);
begin
  if not sync.is_clean_json(p_sent::text) then
    v_normal := sync.clean_json(p_sent);
    -- A comment of invisible characters is an empty one.
    if sync.check_doc(v_normal) is not null then perform sync.reject('bad_document'); end if;
  end if;
  if p_stored is null then
    perform sync.require_recent_offer(p_user, v_kind, v_normal -> 'data',
      sync.time_of_ms(least((p_sent ->> 'at')::bigint, p_latest)));
  end if;
  if v_kind = 'attempt' then
    -- Only the server sets the time of scoring.
    v_normal := v_normal #- '{data,scored_at}';
    -- The first copy of an attempt must have begun while learners had the quiz. A stored copy proves that, whatever the
    -- device's clock says.
    if p_stored is null and sync.time_of_ms((p_sent #>> '{data,started_at}')::bigint)
        >= sync.offered_until((p_sent #>> '{data,test_id}')::uuid) then
      perform sync.reject('not_found');
    end if;
    v_stored := sync.mark_scored(p_stored, p_latest - sync.clock_ahead_ms());
  end if;
  -- Merging a document with itself normalizes its watched intervals.
  if v_kind = 'progress' then v_normal := sync.merge(v_kind, v_normal, v_normal); end if;
  v_clamped := sync.clamp(v_kind, v_normal, p_stored, v_bound);
  v_merged := v_clamped;
  if v_clamped <> v_normal then
    -- Keep the stored document if the device sends nothing new.
    v_merged := case when sync.merge(v_kind, p_ahead, v_normal) = p_ahead then v_stored end;
    p_ahead := sync.merge(v_kind, coalesce(p_ahead, v_normal), v_normal);
    v_merged := coalesce(v_merged, sync.merge(v_kind, v_clamped, v_clamped));
  end if;
  if v_stored is not null then
    v_merged := sync.merge(v_kind, v_stored, v_merged);
    -- Rule: others have read or moderated a stored comment, so a later copy only deletes it, whatever time it names.
    if v_kind = 'comment' then
      v_merged := jsonb_set(v_merged, '{data}', (v_stored -> 'data') || jsonb_build_object('deleted', v_merged #> '{data,deleted}'));
    end if;
  end if;
  if v_kind = 'attempt' then
    v_merged := sync.mark_scored(v_merged, p_latest - sync.clock_ahead_ms());
  end if;

  if v_merged is distinct from p_stored then
    v_refused := null;
    -- Apply registrations again even if unchanged, because an administrator may have changed the seat since.
    if v_kind = 'registration' then
      begin
        perform sync.apply(p_user, v_merged);
      exception when raise_exception then
        if sqlerrm not in ('event_full', 'event_closed') then
          raise;
        end if;
        -- Store the rejection one millisecond after the rejected act, so that it wins the merge on every device.
        v_refused := sqlerrm;
        v_merged := v_merged || jsonb_build_object('at', (v_merged ->> 'at')::bigint + 1,
          'data', v_merged -> 'data' || jsonb_build_object('registered', false));
      end;
    elsif p_stored is null or v_kind in ('like', 'cart') or v_merged -> 'data' <> v_stored -> 'data' then
      perform sync.apply(p_user, v_merged);
    end if;
  end if;
  return (p_sent, p_stored, v_merged, p_ahead, v_refused)::sync.push_item;
end
$$;
comment on function sync.merge_doc is
  'Merges a document with the stored one and applies the effect; raises the code of a rejection.';

create function sync.push_answer(p_sent jsonb, p_merged jsonb, p_refused text, p_revision bigint) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  v_as_sent constant boolean := p_merged = p_sent or p_merged - 'rev' = p_sent - 'rev';
  v_rev constant jsonb := coalesce(to_jsonb(p_revision), p_merged -> 'rev');
  v_doc jsonb;
begin
  -- The usual case: the document was stored as sent, so the answer omits it.
  if v_as_sent and p_refused is null then
    return jsonb_build_object('id', p_sent -> 'id', 'status', case when p_revision is null then 'same'
      else 'applied' end, 'rev', v_rev);
  end if;
  v_doc := p_merged || jsonb_build_object('rev', v_rev);
  -- Repeat the rejection for a document that is sent again, because the first answer may have been lost.
  if p_refused is not null and (p_sent #>> '{data,registered}')::boolean then
    return jsonb_build_object('id', p_sent -> 'id', 'status', 'rejected', 'code', p_refused, 'message',
      sync.code_message(p_refused), 'rev', v_rev, 'doc', v_doc);
  end if;
  return jsonb_build_object('id', p_sent -> 'id', 'status', case when p_revision is null then 'same'
    -- A difference in scored_at only is not a merge with another device, because the server adds that field.
    when (p_merged - 'rev') #- '{data,scored_at}' = (p_sent - 'rev') #- '{data,scored_at}' then 'applied'
    else 'merged' end, 'rev', v_rev)
    || case when v_as_sent then '{}' else jsonb_build_object('doc', v_doc) end;
end
$$;
comment on function sync.push_answer is
  'The answer for a document: its status, the stored revision, and the stored document if it differs from the sent one.';

create function sync.check_journal_quota(p_user uuid, p_items sync.push_item[]) returns void
language plpgsql stable set search_path = '' as $$
begin
  if exists (select from sync.scope s, unnest(p_items) p where s.scope = 'journal:' || p_user
    and (p.stored is null and s.live_count >= sync.journal_docs()
      -- Small documents still pass, so that a like can be taken back.
      or s.live_bytes >= sync.journal_bytes() and octet_length(p.merged::text) > greatest(1000, octet_length(p.stored::text)))) then
    perform sync.reject('journal_full');
  end if;
end
$$;
comment on function sync.check_journal_quota is 'Rejects documents that make a full journal larger.';

create function sync.store_docs(p_user uuid, p_items sync.push_item[]) returns jsonb[]
language plpgsql volatile set search_path = '' as $$
declare
  v_answers jsonb[];
begin
  perform sync.check_journal_quota(p_user, p_items);
  -- Keep the unclamped document also if its clamped copy changed nothing: at the next push the bound is later, so the
  -- same document would count as newer.
  update sync.journal j set ahead = p.ahead from unnest(p_items) p
    where p.merged is not distinct from p.stored and j.user_id = p_user and j.id = p.sent ->> 'id'
      and j.ahead is distinct from p.ahead;
  with kept as (
    insert into sync.journal as j (user_id, id, kind, at, active_on, rev, data, ahead, refused)
    select p_user, p.merged ->> 'id', p.merged ->> 'kind', (p.merged ->> 'at')::bigint, p.merged ->> 'active_on', 1,
      p.merged -> 'data', p.ahead, p.refused
    from unnest(p_items) p where p.merged is distinct from p.stored
    on conflict (user_id, id) do update
      set at = excluded.at, active_on = excluded.active_on, data = excluded.data, rev = j.rev + 1,
        ahead = excluded.ahead, refused = excluded.refused
    returning j.id, j.rev
  )
  select array_agg(sync.push_answer(p.sent, p.merged, p.refused, kept.rev) order by p.place) into v_answers
  from unnest(p_items) with ordinality as p (sent, stored, merged, ahead, refused, place)
    left join kept on kept.id = p.sent ->> 'id';
  return v_answers;
end
$$;
comment on function sync.store_docs is
  'Stores the changed documents, each under its next revision; returns the answers for all of them in their order.';

create function sync.push_doc(p_user uuid, p_plans text[], p_raw json, p_now_ms bigint) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  v_latest constant bigint := p_now_ms + sync.clock_ahead_ms();
  v_sent constant jsonb := sync.parse_doc(p_raw);
  v_kind constant text := v_sent ->> 'kind';
  v_stored jsonb;
  v_ahead jsonb; -- the unclamped document, if the device's clock was fast
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
comment on function sync.push_doc is 'Takes one document into the journal; raises the code of a rejection.';

-- Rule: the apply functions never read the journal, so the documents can be stored together at the end.
create function sync.push_all(p_user uuid, p_plans text[], p_docs json, p_now_ms bigint) returns jsonb[]
language plpgsql volatile set search_path = '' as $$
declare
  v_latest constant bigint := p_now_ms + sync.clock_ahead_ms();
  v_items sync.push_item[] := '{}';
  v_next record;
  v_subject text;
  v_plan_subject text; -- the lesson or quiz whose plan v_plan is; the next document often belongs to the same one
  v_plan text;
begin
  for v_next in
    select s.sent, s.sent ->> 'kind' as kind, j.stored, j.ahead, j.refused
    -- `offset 0` keeps the planner from evaluating parse_doc more than once per document.
    from (select sync.parse_doc(e.value) as sent, e.ordinality as place
      from json_array_elements(p_docs) with ordinality e offset 0) s
    left join lateral (
      select jsonb_build_object('id', j.id, 'kind', j.kind, 'at', j.at, 'active_on', j.active_on, 'rev', j.rev, 'data',
        j.data) as stored, j.ahead, j.refused
      from sync.journal j where j.user_id = p_user and j.id = s.sent ->> 'id' for update
    ) j on true
    order by s.place
  loop
    if v_next.kind in ('progress', 'note', 'attempt') then
      v_subject := v_next.kind || coalesce(v_next.sent #>> '{data,video_id}', v_next.sent #>> '{data,test_id}');
      if v_subject is distinct from v_plan_subject then
        v_plan := sync.plan_of(v_next.kind, v_next.sent -> 'data');
        v_plan_subject := v_subject;
      end if;
      perform sync.require_access(p_user, p_plans, v_plan, v_next.kind, v_next.sent -> 'data');
    end if;
    v_items := v_items || sync.merge_doc(p_user, v_next.sent, v_next.stored, v_next.ahead, v_next.refused, v_latest);
  end loop;
  if (select count(distinct p.sent ->> 'id') < count(*) from unnest(v_items) p) then
    perform sync.reject('duplicate'); -- sync_push then stores one by one, so that the copies merge
  end if;
  return sync.store_docs(p_user, v_items);
end
$$;
comment on function sync.push_all is
  'Takes the documents of one account into the journal: all of them or, if anything raises, none.';

-- ── The call ──

create function sync.code_message(p_code text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return coalesce('{
    "bad_document": "The document has another form than its kind.",
    "unknown_kind": "The server does not know this kind of document.",
    "bad_id": "The id is not that of such a document.",
    "too_large": "The document is larger than 700,000 bytes.",
    "forbidden": "This account may not do this.",
    "blocked": "This account may no longer comment.",
    "not_found": "What the document is about does not exist.",
    "event_full": "The event has no free seat.",
    "event_closed": "The event takes no registrations.",
    "attempts_exhausted": "The test allows no further attempt.",
    "clock": "The date is in the future.",
    "duplicate": "The id belongs to something else.",
    "sign_in": "Without an account only forms can be sent.",
    "too_many": "This account sent too many of these today.",
    "journal_full": "The journal of this account is full."
  }'::jsonb ->> p_code, 'The server could not do this now.');
end
$$;
comment on function sync.code_message is
  'The reason of an answer in English, for logs and exports; screens have their own text per code.';

create function sync.push_rejection(p_user uuid, p_raw json, p_state text, p_message text) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  v_doc_id text;
  v_stored jsonb;
  v_code text := case
    when p_state = 'P0001' and p_message in ('bad_document', 'unknown_kind', 'bad_id', 'too_large', 'forbidden',
      'blocked', 'not_found', 'event_full', 'event_closed',
      'attempts_exhausted', 'clock', 'duplicate', 'sign_in', 'too_many', 'journal_full') then p_message
    when p_state = '23505' then 'duplicate'
    when p_state in ('23503', 'P0002') then 'not_found'
    when p_state = '42501' then 'forbidden'
    -- The server lacks the table or function of this kind, so a retry would not help.
    when p_state in ('42P01', '42703', '42883') then 'unknown_kind'
    when p_state = 'P0001' or left(p_state, 2) in ('22', '23', '54') then 'bad_document'
  end;
begin
  begin
    v_doc_id := case when json_typeof(p_raw) = 'object' and json_typeof(p_raw -> 'id') = 'string'
      then left(p_raw ->> 'id', 200) end;
    v_stored := sync.stored_doc(p_user, v_doc_id);
  exception when others then null; -- an id with characters that text cannot hold
  end;
  if v_code is null then
    -- The server logs the message of a warning, but not its detail. A quota is no fault of the server.
    if p_state <> 'PT429' then raise warning 'sync_push will be asked again: %', p_state using detail = concat_ws(' ', v_doc_id, p_message); end if;
    return jsonb_build_object('id', v_doc_id, 'status', 'retry', 'message', sync.code_message(null));
  end if;
  return jsonb_build_object('id', v_doc_id, 'status', 'rejected', 'code', v_code, 'message', sync.code_message(v_code))
    || case when v_stored is null then '{}' else jsonb_build_object('doc', v_stored) end;
end
$$;
comment on function sync.push_rejection is
  'The answer for a document that raised: rejected for a permanent reason, retry for a passing one (locks, '
  'deadlocks, resources).';

create function sync.check_push_size(p_docs json) returns void language plpgsql immutable set search_path = '' as $$
begin
  if p_docs is null or json_typeof(p_docs) <> 'array' then
    raise sqlstate 'PT400' using message = 'p_docs must be an array of documents';
  end if;
  if octet_length(p_docs::text) > sync.push_bytes() then
    raise sqlstate 'PT413' using message = 'p_docs may have at most 1,000,000 bytes';
  end if;
  if json_array_length(p_docs) > sync.push_limit() then
    raise sqlstate 'PT413' using message = 'p_docs may have at most 100 documents';
  end if;
end
$$;
comment on function sync.check_push_size is
  'Raises PT400 or PT413 for an argument that is no array of documents, or too large for one call.';

create function public.sync_push(p_docs json, p_version int default null) returns json
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
  -- Apps from before send_forms push visitor forms here; the forms stay pending until the app is updated.
  if v_user is null then raise insufficient_privilege using message = 'client_too_old'; end if;
  perform sync.check_wire_version(p_version);
  perform sync.require_account(v_user);
  perform sync.check_push_size(p_docs);
  -- Serialize the pushes of one account, so that two devices never race for a document.
  perform sync.lock_user(v_user);
  if position('"registration/' in p_docs::text) > 0 then
    -- Lock the events in the order of their ids, so that learners who register for several never deadlock.
    perform 1 from public.events e
    where e.id in (select m[1]::uuid from regexp_matches(p_docs::text,
      '"registration/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"', 'g') m)
    order by e.id for update;
  end if;
  if json_array_length(p_docs) > 1 then
    begin
      return array_to_json(sync.push_all(v_user, v_plans, p_docs, v_now_ms));
    exception when others then null; -- The loop below pushes each document alone.
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

-- ── Visitors ──

create table sync.visitor_forms (
  hour timestamptz not null,
  -- Empty for all visitors together.
  address text not null,
  forms int not null,
  -- Demo requests among them: an employee reads each one.
  demos int not null default 0,
  primary key (hour, address)
);
comment on table sync.visitor_forms is 'Number of forms that were stored in the current hour, per network address.';
alter table sync.visitor_forms enable row level security;

-- The embedded server writes x-forwarded-for itself; a hosted project's proxy (Cloudflare) writes cf-connecting-ip.
create function sync.visitor_address() returns text language plpgsql stable set search_path = '' as $$
declare
  v_headers constant jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
  v_address constant text := left(regexp_replace(btrim(coalesce(v_headers ->> 'cf-connecting-ip',
    split_part(v_headers ->> 'x-forwarded-for', ',', 1))), '^::ffff:', ''), 64);
begin
  -- One household or phone has a /64 of IPv6.
  if v_address like '%:%' then return host(network(set_masklen(v_address::inet, 64))); end if;
  return nullif(v_address, '');
exception when invalid_text_representation then
  return v_address;
end
$$;
comment on function sync.visitor_address is 'The network address of the caller, or null where no proxy names it.';

create function sync.count_visitor_forms(p_hour timestamptz, p_address text, p_forms int, p_demos int default 0)
  returns void
language plpgsql volatile set search_path = '' as $$
declare
  v_all int;
begin
  insert into sync.visitor_forms as f (hour, address, forms, demos)
    select p_hour, a.address, p_forms, p_demos from unnest(array['', p_address]) as a (address)
      where a.address is not null
    on conflict (hour, address) do update set forms = f.forms + excluded.forms, demos = f.demos + excluded.demos;
  select forms into v_all from sync.visitor_forms where hour = p_hour and address = '';
  -- Rule: the number of all visitors is an alarm only; otherwise one visitor could close the forms of the others.
  if v_all > 2000 and v_all - p_forms <= 2000 then
    raise warning 'visitors have sent more than 2,000 forms in this hour';
  end if;
end
$$;
comment on function sync.count_visitor_forms is
  'Counts stored forms of an address and of all visitors, and warns once per hour when the sum is unusual.';

create function sync.send_form(p_raw json, p_now_ms bigint) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  v_sent constant jsonb := sync.parse_doc(p_raw);
begin
  if v_sent ->> 'kind' <> 'form' then
    raise exception 'sign_in';
  end if;
  perform sync.apply(null, sync.clamp('form', v_sent, null, p_now_ms + sync.clock_ahead_ms()));
  return jsonb_build_object('id', v_sent -> 'id', 'status', 'applied');
end
$$;
comment on function sync.send_form is 'Stores one form of a visitor; raises the code of a rejection.';

-- Rule: this is the only call that writes without an account, and it never reads which account is asking.
-- Rule: only forms that were stored count, and only against the address that sent them.
create function public.send_forms(p_docs json, p_version int default null) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_now_ms constant bigint := floor(extract(epoch from clock_timestamp()) * 1000);
  v_hour constant timestamptz := date_trunc('hour', now());
  v_address constant text := sync.visitor_address();
  v_before sync.visitor_forms;
  v_forms int := 0;
  v_demos int := 0;
  v_is_demo boolean;
  v_answers jsonb[] := '{}';
  v_raw json;
  v_state text;
  v_message text;
begin
  perform sync.check_wire_version(p_version);
  perform sync.check_push_size(p_docs);
  -- Serialize the calls from one address, so that each counts what the others stored.
  if v_address is not null then perform pg_advisory_xact_lock(hashtextextended('forms:' || v_address, 0)); end if;
  select * into v_before from sync.visitor_forms f where f.hour = v_hour and f.address = v_address;
  if v_before.forms >= 100 then -- VISITOR_FORMS_PER_HOUR
    raise sqlstate 'PT429' using message = 'Too many forms in this hour';
  end if;
  for v_raw in select e.value from json_array_elements(p_docs) with ordinality e order by e.ordinality loop
    begin
      v_is_demo := coalesce(v_raw #>> '{data,form}' = 'demo', false);
      -- VISITOR_DEMOS_PER_HOUR
      if v_address is not null and (coalesce(v_before.forms, 0) + v_forms >= 100
        or v_is_demo and coalesce(v_before.demos, 0) + v_demos >= 5) then
        raise sqlstate 'PT429' using message = 'too_fast';
      end if;
      v_answers := v_answers || sync.send_form(v_raw, v_now_ms);
      v_forms := v_forms + 1;
      v_demos := v_demos + v_is_demo::int;
    exception when others then
      get stacked diagnostics v_state = returned_sqlstate, v_message = message_text;
      v_answers := v_answers || sync.push_rejection(null, v_raw, v_state, v_message);
    end;
  end loop;
  if v_forms > 0 then
    delete from sync.visitor_forms where hour < v_hour;
    perform sync.count_visitor_forms(v_hour, v_address, v_forms, v_demos);
  end if;
  return array_to_json(v_answers);
end
$$;
comment on function public.send_forms is
  'Takes the forms of a visitor''s device: one answer {id, status, code?, message?} per document, as sync_push does.';

grant execute on function public.sync_push to authenticated;

grant execute on function public.send_forms to anon;
