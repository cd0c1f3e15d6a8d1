-- A finished attempt that the server has scored never changes: it carries the time of its scoring, and the copy that has
-- it wins every merge. An earlier finish of another device that arrives later no longer replaces its answers.

create or replace function sync.merge_attempt(p_a jsonb, p_b jsonb) returns jsonb language plpgsql immutable parallel safe as $$
declare
  v_a_end bigint := (p_a ->> 'finished_at')::bigint;
  v_b_end bigint := (p_b ->> 'finished_at')::bigint;
  v_a_scored bigint;
  v_b_scored bigint;
begin
  if v_a_end is not null and v_b_end is not null then
    v_a_scored := coalesce((p_a ->> 'scored_at')::bigint, 9223372036854775807);
    v_b_scored := coalesce((p_b ->> 'scored_at')::bigint, 9223372036854775807);
    return case
      when v_a_scored < v_b_scored then p_a
      when v_b_scored < v_a_scored then p_b
      when v_a_end < v_b_end then p_a
      when v_b_end < v_a_end then p_b
      when sync.canonical(p_a) collate "C" >= sync.canonical(p_b) then p_a
      else p_b
    end;
  end if;
  if v_a_end is not null then return p_a; end if;
  if v_b_end is not null then return p_b; end if;
  return jsonb_build_object(
    'test_id', greatest((p_a ->> 'test_id') collate "C", p_b ->> 'test_id'),
    'started_at', least((p_a ->> 'started_at')::bigint, (p_b ->> 'started_at')::bigint),
    'finished_at', null,
    'time_spent', greatest((p_a ->> 'time_spent')::bigint, (p_b ->> 'time_spent')::bigint),
    'answers', sync.merge_timed(p_a -> 'answers', p_b -> 'answers', 200) -- ATTEMPT_QUESTIONS
  ) || case when p_a ? 'version' or p_b ? 'version'
    then jsonb_build_object('version', greatest((p_a ->> 'version')::int, (p_b ->> 'version')::int)) else '{}' end;
end
$$;
comment on function sync.merge_attempt is
  'A finished attempt beats an open one and never changes; of two finished ones the scored one wins, otherwise the '
  'first; open ones merge by question.';

create or replace function sync.is_attempt(p_data jsonb) returns boolean language plpgsql immutable parallel safe as $$
declare
  v_question text;
  v_answer jsonb;
  v_answered int := 0;
begin
  if jsonb_typeof(p_data) is distinct from 'object' then return false; end if;
  if not (sync.has_members(p_data - 'version' - 'scored_at', '{test_id,started_at,finished_at,time_spent,answers}')
      and (not p_data ? 'version' or sync.is_whole(p_data -> 'version', 1000000)) -- QUIZ_VERSIONS
      and (not p_data ? 'scored_at' or (sync.is_time(p_data -> 'scored_at') and p_data -> 'finished_at' <> 'null'))
      and sync.is_uuid(p_data -> 'test_id') and sync.is_time(p_data -> 'started_at')
      and (p_data -> 'finished_at' = 'null' or sync.is_time(p_data -> 'finished_at'))
      and sync.is_whole(p_data -> 'time_spent', 2592000000) -- ATTEMPT_MS
      and jsonb_typeof(p_data -> 'answers') = 'object') then
    return false;
  end if;
  for v_question, v_answer in select e.key, e.value from jsonb_each(p_data -> 'answers') e loop
    v_answered := v_answered + 1;
    -- ATTEMPT_QUESTIONS
    if v_answered > 200 or not sync.is_uuid(v_question) or not sync.is_answer(v_answer) then return false; end if;
  end loop;
  return true;
end
$$;

create function sync.mark_scored(p_doc jsonb, p_now_ms bigint) returns jsonb language sql immutable parallel safe as $$
  select case when p_doc #>> '{data,finished_at}' is null or p_doc -> 'data' ? 'scored_at' then p_doc
    else jsonb_set(p_doc, '{data,scored_at}', to_jsonb(p_now_ms)) end
$$;
comment on function sync.mark_scored is
  'A finished attempt with the time of its scoring; an open or scored attempt is returned as it is.';
revoke all on function sync.mark_scored from public;

create or replace function sync.merge_doc(p_user uuid, p_sent jsonb, p_stored jsonb, p_ahead jsonb, p_refused text,
  p_latest bigint) returns sync.push_item
language plpgsql volatile as $$
declare
  v_kind constant text := p_sent ->> 'kind';
  v_normal jsonb := p_sent;
  v_clamped jsonb;
  v_merged jsonb;
  v_refused text := p_refused;
  v_stored jsonb := p_stored;
begin
  if v_kind = 'attempt' then
    -- Only the server sets the time of scoring.
    v_normal := v_normal #- '{data,scored_at}';
    v_stored := sync.mark_scored(p_stored, p_latest - 300000); -- CLOCK_AHEAD_MS
  end if;
  -- Merging a document with itself normalizes its watched intervals.
  if v_kind = 'progress' then v_normal := sync.merge(v_kind, p_sent, p_sent); end if;
  v_clamped := sync.clamp(v_kind, v_normal, p_stored, p_latest);
  v_merged := v_clamped;
  if v_clamped <> v_normal then
    -- Keep the stored document if the device sends nothing new.
    v_merged := case when sync.merge(v_kind, p_ahead, v_normal) = p_ahead then v_stored end;
    p_ahead := sync.merge(v_kind, coalesce(p_ahead, v_normal), v_normal);
    v_merged := coalesce(v_merged, sync.merge(v_kind, v_clamped, v_clamped));
  end if;
  if v_stored is not null then
    v_merged := sync.merge(v_kind, v_stored, v_merged);
  end if;
  if v_kind = 'attempt' then
    v_merged := sync.mark_scored(v_merged, p_latest - 300000); -- CLOCK_AHEAD_MS
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

create or replace function sync.push_answer(p_sent jsonb, p_merged jsonb, p_refused text, p_revision bigint) returns jsonb
language plpgsql immutable as $$
declare
  v_as_sent constant boolean := p_merged = p_sent or p_merged - 'rev' = p_sent - 'rev';
  v_doc jsonb;
begin
  -- Stored as sent, which is the most frequent case: the answer needs no document.
  if v_as_sent and p_refused is null then
    return jsonb_build_object('id', p_sent -> 'id', 'status', case when p_revision is null then 'same'
      else 'applied' end);
  end if;
  v_doc := case when p_revision is null then p_merged else p_merged || jsonb_build_object('rev', p_revision) end;
  -- Repeat the rejection for a document that is sent again, because the first answer may have been lost.
  if p_refused is not null and (p_sent #>> '{data,registered}')::boolean then
    return jsonb_build_object('id', p_sent -> 'id', 'status', 'rejected', 'code', p_refused, 'message',
      sync.code_message(p_refused), 'doc', v_doc);
  end if;
  return jsonb_build_object('id', p_sent -> 'id', 'status', case when p_revision is null then 'same'
    -- The time of scoring is the server's addition, not another device's.
    when (p_merged - 'rev') #- '{data,scored_at}' = (p_sent - 'rev') #- '{data,scored_at}' then 'applied'
    else 'merged' end)
    || case when v_as_sent then '{}' else jsonb_build_object('doc', v_doc) end;
end
$$;

create or replace function sync.check_wire_version(p_version int) returns void
language plpgsql immutable as $$
begin
  if coalesce(p_version, 1) < 1 then
    raise sqlstate 'PT503' using message = 'client_too_old';
  end if;
  if p_version > 7 then
    raise sqlstate 'PT503' using message = 'server_too_old';
  end if;
end
$$;
