create function sync.canonical(p_value jsonb) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  case jsonb_typeof(p_value)
    when 'object' then
      return (select '{' || coalesce(string_agg(to_jsonb(e.key)::text || ':' || sync.canonical(e.value), ','
        order by e.key collate "C"), '') || '}'
              from jsonb_each(p_value) e);
    when 'array' then
      return (select '[' || coalesce(string_agg(sync.canonical(e.value), ',' order by e.ordinality), '') || ']'
              from jsonb_array_elements(p_value) with ordinality e);
    when 'number' then
      return trim_scale(p_value::text::numeric)::text;
    else
      return p_value::text;
  end case;
end
$$;
comment on function sync.canonical is
  'JSON without spaces and with keys in the order of their UTF-8 bytes; an '
  'order that decides between equal times.';

create function sync.merge_intervals(p_a jsonb, p_b jsonb) returns jsonb
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return (
    with piece as (
      select (e.value ->> 0)::bigint as low, (e.value ->> 1)::bigint as high from jsonb_array_elements(p_a || p_b) e
    ), marked as (
      select low, high, coalesce(
        low - max(high) over (order by low, high rows between unbounded preceding and 1 preceding) >= sync.watch_gap_ms(),
          true) as opens
      from piece
    ), grouped as (
      select low, high, count(*) filter (where opens) over (order by low, high rows unbounded preceding) as part
        from marked
    ), joined as (
      select min(low) as low, max(high) as high from grouped group by part
    )
    select coalesce(jsonb_agg(jsonb_build_array(low, high) order by low), '[]') from joined
  );
end
$$;
comment on function sync.merge_intervals is
  'The union of watched intervals, sorted, with gaps of at least a second between them.';

create function sync.later_value(p_a_at bigint, p_a jsonb, p_b_at bigint, p_b jsonb) returns jsonb
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return case
    when p_a_at > p_b_at then p_a
    when p_b_at > p_a_at then p_b
    when sync.canonical(p_a) collate "C" >= sync.canonical(p_b) then p_a
    else p_b
  end;
end
$$;
comment on function sync.later_value is 'The later of two values; at equal times the larger one.';

create function sync.merge_timed(p_a jsonb, p_b jsonb, p_max int) returns jsonb
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_object_agg(joined.key, joined.value), '{}')
    from (
      select coalesce(x.key, y.key) as key,
        case
          when x.key is null then y.value
          when y.key is null then x.value
          else sync.later_value((x.value ->> 'at')::bigint, x.value, (y.value ->> 'at')::bigint, y.value)
        end as value
      from jsonb_each(p_a) x full join jsonb_each(p_b) y on x.key = y.key
      order by coalesce(x.key, y.key) collate "C"
      limit p_max
    ) joined
  );
end
$$;
comment on function sync.merge_timed is
  'The union of two records of {at, …}: the later entry per key, at most p_max of the smallest keys.';

create function sync.merge_attempt(p_a jsonb, p_b jsonb) returns jsonb
language plpgsql immutable parallel safe set search_path = '' as $$
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
    'answers', sync.merge_timed(p_a -> 'answers', p_b -> 'answers', sync.attempt_questions())
  ) || case when p_a ? 'version' or p_b ? 'version'
    then jsonb_build_object('version', greatest((p_a ->> 'version')::int, (p_b ->> 'version')::int)) else '{}' end;
end
$$;
comment on function sync.merge_attempt is
  'A finished attempt beats an open one and never changes; of two finished ones the scored one wins, otherwise the '
  'first; open ones merge by question.';

create function sync.merge_comment(p_a jsonb, p_b jsonb) returns jsonb
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  v_a_words jsonb := p_a - 'deleted';
  v_b_words jsonb := p_b - 'deleted';
  v_a_at bigint := (p_a ->> 'created_at')::bigint;
  v_b_at bigint := (p_b ->> 'created_at')::bigint;
  v_a_first boolean := case when v_a_at = v_b_at
    then sync.canonical(v_a_words) collate "C" <= sync.canonical(v_b_words) else v_a_at < v_b_at end;
begin
  return case when v_a_first then v_a_words else v_b_words end
    || jsonb_build_object('deleted', (p_a ->> 'deleted')::boolean or (p_b ->> 'deleted')::boolean);
end
$$;
comment on function sync.merge_comment is 'The text that was written first; deleted if either copy is.';

create function sync.merge_note(p_a jsonb, p_b jsonb) returns jsonb
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'video_id', greatest((p_a ->> 'video_id') collate "C", p_b ->> 'video_id'),
      'versions', jsonb_agg(kept.value order by kept.at desc, kept.words desc))
    from (
      select every.value, (every.value ->> 'at')::bigint as at, sync.canonical(every.value) collate "C" as words
      from (
        select e.value from jsonb_array_elements(p_a -> 'versions') e
        union
        select e.value from jsonb_array_elements(p_b -> 'versions') e
      ) every
      order by at desc, words desc
      limit sync.note_versions()
    ) kept
  );
end
$$;
comment on function sync.merge_note is 'The newest twenty versions of both copies; the first one is the note.';

create function sync.merge_progress(p_a jsonb, p_b jsonb) returns jsonb
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  v_last jsonb := case
    when ((p_a ->> 'position_at')::bigint, (p_a ->> 'position')::bigint) >= ((p_b ->> 'position_at')::bigint,
      (p_b ->> 'position')::bigint) then p_a
    else p_b
  end;
begin
  return jsonb_build_object(
    'video_id', greatest((p_a ->> 'video_id') collate "C", p_b ->> 'video_id'),
    'course_id', greatest((p_a ->> 'course_id') collate "C", p_b ->> 'course_id'), -- greatest ignores null
    'intervals', sync.merge_intervals(p_a -> 'intervals', p_b -> 'intervals'),
    'position', v_last -> 'position',
    'position_at', v_last -> 'position_at',
    'duration', greatest((p_a ->> 'duration')::bigint, (p_b ->> 'duration')::bigint),
    'completed', (p_a ->> 'completed')::boolean or (p_b ->> 'completed')::boolean,
    'first_watched', least((p_a ->> 'first_watched')::bigint, (p_b ->> 'first_watched')::bigint)
  );
end
$$;
comment on function sync.merge_progress is
  'Progress only grows: intervals are united, either copy completes, the later stop gives the position.';

create function sync.merge(p_kind text, p_a jsonb, p_b jsonb) returns jsonb
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  v_a_data jsonb := p_a -> 'data';
  v_b_data jsonb := p_b -> 'data';
  v_a_at bigint := (p_a ->> 'at')::bigint;
  v_b_at bigint := (p_b ->> 'at')::bigint;
  v_earliest boolean := p_kind in ('day', 'view', 'form');
  v_data jsonb;
  v_a_dates boolean;
begin
  v_data := case p_kind
    when 'progress' then sync.merge_progress(v_a_data, v_b_data)
    when 'attempt' then sync.merge_attempt(v_a_data, v_b_data)
    when 'day' then '{}'::jsonb
    when 'registration' then sync.later_value(v_a_at, v_a_data, v_b_at, v_b_data)
    when 'like' then sync.later_value(v_a_at, v_a_data, v_b_at, v_b_data)
    when 'comment' then sync.merge_comment(v_a_data, v_b_data)
    when 'note' then sync.merge_note(v_a_data, v_b_data)
    when 'read' then jsonb_build_object(
      'notification_id', greatest((v_a_data ->> 'notification_id') collate "C", v_b_data ->> 'notification_id'),
      'deleted', (v_a_data ->> 'deleted')::boolean or (v_b_data ->> 'deleted')::boolean)
    when 'profile' then jsonb_build_object('fields', sync.merge_timed(v_a_data -> 'fields', v_b_data -> 'fields', 1000))
    when 'cart' then sync.later_value(v_a_at, v_a_data, v_b_at, v_b_data)
    when 'view' then jsonb_build_object('news_id', greatest((v_a_data ->> 'news_id') collate "C",
      v_b_data ->> 'news_id'))
    when 'form' then case when v_a_at < v_b_at then v_a_data when v_b_at < v_a_at then v_b_data
      when sync.canonical(v_a_data) collate "C" <= sync.canonical(v_b_data) then v_a_data else v_b_data end
  end;
  if v_data is null then
    raise exception 'unknown_kind';
  end if;
  v_a_dates := case
    when v_a_at = v_b_at then (p_a ->> 'active_on') collate "C" <= (p_b ->> 'active_on')
    when v_earliest then v_a_at < v_b_at
    else v_a_at > v_b_at
  end;
  return jsonb_build_object(
    'id', p_a -> 'id',
    'kind', p_kind,
    'at', case when v_a_dates then v_a_at else v_b_at end,
    'active_on', case when v_a_dates then p_a -> 'active_on' else p_b -> 'active_on' end,
    'rev', greatest((p_a ->> 'rev')::bigint, (p_b ->> 'rev')::bigint),
    'data', v_data
  );
end
$$;
comment on function sync.merge is
  'Merges two valid documents of one id: idempotent, commutative, '
  'associative. Devices do not merge.';

create function sync.is_whole(p_value jsonb, p_max bigint) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return coalesce(case when jsonb_typeof(p_value) = 'number' and octet_length(p_value::text) <= 16
    and translate(p_value::text, '0123456789', '') = '' then p_value::text::bigint <= p_max end, false);
end
$$;
comment on function sync.is_whole is 'Returns whether a value is a whole number from 0 to the bound.';

create function sync.is_time(p_value jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return sync.is_whole(p_value, 8640000000000000);
end
$$;
comment on function sync.is_time is
  'Returns whether a value is milliseconds since the epoch, up to the last instant of a JavaScript date.';

create function sync.is_media_position(p_value jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return sync.is_whole(p_value, sync.media_ms());
end
$$;
comment on function sync.is_media_position is 'Returns whether a value is a position in a video (ms).';

create function sync.is_text(p_value jsonb, p_max_length int) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return coalesce(jsonb_typeof(p_value) = 'string' and char_length(p_value #>> '{}') <= p_max_length, false);
end
$$;
comment on function sync.is_text is
  'Returns whether a value is a text of at most p_max_length characters; jsonb cannot hold NUL characters or lone '
  'surrogates.';

create function sync.is_bool(p_value jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return coalesce(jsonb_typeof(p_value) = 'boolean', false);
end
$$;
comment on function sync.is_bool is 'Returns whether a value is true or false.';

create function sync.is_uuid(p_value text) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return coalesce(p_value like '________-____-____-____-____________'
    and translate(p_value, '0123456789abcdef', '') = '----', false);
end
$$;
comment on function sync.is_uuid(text) is
  'Returns whether a text is a uuid in lower case, as PostgreSQL writes it, so that one document has one spelling.';

create function sync.is_uuid(p_value jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return coalesce(jsonb_typeof(p_value) = 'string' and p_value #>> '{}' like '________-____-____-____-____________'
    and translate(p_value #>> '{}', '0123456789abcdef', '') = '----', false);
end
$$;
comment on function sync.is_uuid(jsonb) is 'Returns whether a JSON value is a uuid in lower case.';

create function sync.is_date(p_value text) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return coalesce(case when p_value like '____-__-__' and translate(p_value, '0123456789', '') = '--' then
    case
      when substr(p_value, 1, 2) not in ('19', '20', '21') or substr(p_value, 6, 2)::int not between 1 and 12 then false
      when substr(p_value, 9, 2)::int <= 28 then substr(p_value, 9, 2) <> '00'
      else substr(p_value, 9, 2)::int <= extract(day from
        make_date(substr(p_value, 1, 4)::int, substr(p_value, 6, 2)::int, 1) + interval '1 month' - interval '1 day')
    end
  end, false);
end
$$;
comment on function sync.is_date is 'Returns whether a text is a calendar date YYYY-MM-DD from 1900 to 2199.';

create function sync.has_members(p_value jsonb, p_names text[]) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return coalesce(case when jsonb_typeof(p_value) = 'object' then
    p_value ?& p_names and p_value - p_names = '{}'
  end, false);
end
$$;
comment on function sync.has_members is 'Returns whether a value is an object with exactly these members.';

create function sync.is_array(p_value jsonb, p_min int, p_max int) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return coalesce(case when jsonb_typeof(p_value) = 'array'
    then jsonb_array_length(p_value) between p_min and p_max end, false);
end
$$;
comment on function sync.is_array is 'Returns whether a value is an array with a length between the bounds.';

create function sync.is_progress(p_data jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  v_intervals constant jsonb := p_data -> 'intervals';
  v_interval jsonb;
  v_last bigint := 0;
begin
  if not (sync.has_members(p_data,
    '{video_id,course_id,intervals,position,position_at,duration,completed,first_watched}')
      and sync.is_uuid(p_data -> 'video_id') and (p_data -> 'course_id' = 'null' or sync.is_uuid(p_data -> 'course_id'))
      and sync.is_media_position(p_data -> 'position') and sync.is_time(p_data -> 'position_at')
        and sync.is_media_position(p_data -> 'duration')
      and sync.is_bool(p_data -> 'completed') and sync.is_time(p_data -> 'first_watched')
      and jsonb_typeof(v_intervals) = 'array') then
    return false;
  end if;
  for v_place in 0 .. jsonb_array_length(v_intervals) - 1 loop
    v_interval := v_intervals -> v_place;
    if not (sync.is_array(v_interval, 2, 2) and sync.is_media_position(v_interval -> 0)
      and sync.is_media_position(v_interval -> 1)) then return false; end if;
    if (v_interval ->> 0)::bigint >= (v_interval ->> 1)::bigint
      or ((v_interval ->> 0)::bigint <= v_last and v_last > 0) then return false; end if;
    v_last := (v_interval ->> 1)::bigint;
  end loop;
  return true;
end
$$;
comment on function sync.is_progress is 'Returns whether data is valid for the kind progress.';

create function sync.is_answer(p_a jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  v_options constant jsonb := p_a -> 'options';
  v_option jsonb;
  v_id text;
  v_previous text;
begin
  if not (sync.has_members(p_a, '{options,at}') and sync.is_time(p_a -> 'at')
      and sync.is_array(v_options, 0, sync.answer_options())) then
    return false;
  end if;
  for v_place in 0 .. jsonb_array_length(v_options) - 1 loop
    v_option := v_options -> v_place;
    v_id := v_option #>> '{}';
    if jsonb_typeof(v_option) <> 'string' or v_id !~ '^[A-Za-z0-9_-]{1,40}$' or v_id collate "C" <= v_previous
      then return false; end if;
    v_previous := v_id;
  end loop;
  return true;
end
$$;
comment on function sync.is_answer is
  'Returns whether a value is an answer to one question: distinct option ids in the order of their bytes.';

create function sync.is_attempt(p_data jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  v_question text;
  v_answer jsonb;
  v_answered int := 0;
begin
  if jsonb_typeof(p_data) is distinct from 'object' then return false; end if;
  if not (sync.has_members(p_data - 'version' - 'scored_at', '{test_id,started_at,finished_at,time_spent,answers}')
      and (not p_data ? 'version' or sync.is_whole(p_data -> 'version', sync.quiz_versions()))
      and (not p_data ? 'scored_at' or (sync.is_time(p_data -> 'scored_at') and p_data -> 'finished_at' <> 'null'))
      and sync.is_uuid(p_data -> 'test_id') and sync.is_time(p_data -> 'started_at')
      and (p_data -> 'finished_at' = 'null' or sync.is_time(p_data -> 'finished_at'))
      and sync.is_whole(p_data -> 'time_spent', sync.attempt_ms())
      and jsonb_typeof(p_data -> 'answers') = 'object') then
    return false;
  end if;
  for v_question, v_answer in select e.key, e.value from jsonb_each(p_data -> 'answers') e loop
    v_answered := v_answered + 1;
    if v_answered > sync.attempt_questions() or not sync.is_uuid(v_question) or not sync.is_answer(v_answer) then return false; end if;
  end loop;
  return true;
end
$$;
comment on function sync.is_attempt is 'Returns whether data is valid for the kind attempt.';

create function sync.is_comment(p_data jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  if jsonb_typeof(p_data) is distinct from 'object' then
    return false;
  end if;
  return sync.has_members(p_data - 'position' - 'parent_id', '{video_id,content,created_at,deleted}')
    and sync.is_uuid(p_data -> 'video_id')
    and (not p_data ? 'position' or sync.is_media_position(p_data -> 'position'))
    and (not p_data ? 'parent_id' or sync.is_uuid(p_data -> 'parent_id'))
    and sync.is_text(p_data -> 'content', sync.comment_length()) and p_data ->> 'content' ~ '[^ \t\n\r]'
    and sync.is_time(p_data -> 'created_at') and sync.is_bool(p_data -> 'deleted');
end
$$;
comment on function sync.is_comment is
  'Returns whether data is valid for the kind comment: a text, and optionally a position and the parent comment.';

create function sync.is_note(p_data jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  v_versions constant jsonb := p_data -> 'versions';
  v_version jsonb;
  v_newer jsonb;
begin
  if not (sync.has_members(p_data, '{video_id,versions}') and sync.is_uuid(p_data -> 'video_id')
    and sync.is_array(v_versions, 1, sync.note_versions())) then
    return false;
  end if;
  for v_place in 0 .. jsonb_array_length(v_versions) - 1 loop
    v_version := v_versions -> v_place;
    if not (sync.has_members(v_version, '{at,text,position,deleted}') and sync.is_time(v_version -> 'at')
        and sync.is_text(v_version -> 'text', sync.note_length())
        and sync.is_media_position(v_version -> 'position') and sync.is_bool(v_version -> 'deleted')) then
      return false;
    end if;
    if v_newer is not null and not ((v_newer ->> 'at')::bigint > (v_version ->> 'at')::bigint
        or ((v_newer ->> 'at')::bigint = (v_version ->> 'at')::bigint
          and sync.canonical(v_newer) collate "C" > sync.canonical(v_version))) then
      return false;
    end if;
    v_newer := v_version;
  end loop;
  return true;
end
$$;
comment on function sync.is_note is 'Returns whether data is valid for the kind note: distinct versions, newest first.';

create function sync.is_profile(p_data jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return (
    select coalesce(case
      when sync.has_members(p_data, '{fields}') and jsonb_typeof(p_data -> 'fields') = 'object' then
        (select coalesce(bool_and(coalesce(
           sync.has_members(e.value, '{value,at}') and sync.is_time(e.value -> 'at')
             and sync.is_text(e.value -> 'value',
               ((sync.profile_lengths() || sync.preference_lengths()) ->> e.key)::int)
             and (e.key <> 'website' or e.value ->> 'value' ~* '^(https?://|(?![a-z][a-z0-9+.-]*:))'),
           false)), true)
         from jsonb_each(p_data -> 'fields') e)
    end, false)
  );
end
$$;
comment on function sync.is_profile is
  'Returns whether data is valid for the kind profile: some of its fields, each with its time.';

create function sync.is_form(p_data jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return (
    select coalesce(case
      when jsonb_typeof(p_data) <> 'object' then false
      when sync.has_members(p_data - 'log', '{form,payload}')
        and p_data -> 'form' in ('"launch"', '"demo"', '"report"', '"contact"')
        and (not p_data ? 'log' or sync.is_text(p_data -> 'log', sync.form_log_length()))
        and jsonb_typeof(p_data -> 'payload') = 'object' then
        (select count(*) <= sync.form_fields() and coalesce(bool_and(e.key ~ '^[a-z][a-z_]{0,39}$'
           and sync.is_text(e.value, sync.form_value_length())), true)
         from jsonb_each(p_data -> 'payload') e)
    end, false)
  );
end
$$;
comment on function sync.is_form is
  'Returns whether data is valid for the kind form: texts by field name, and optionally the log of the sync engine.';

create function sync.validate(p_kind text, p_id text, p_data jsonb) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  v_key text := substr(p_id, char_length(p_kind) + 2);
  v_is_valid boolean;
  v_named_id text;
begin
  if p_kind <> all (sync.journal_kinds()) then
    return 'unknown_kind';
  end if;
  if not starts_with(p_id, p_kind || '/') or not (case p_kind
      when 'day' then sync.is_date(v_key)
      when 'profile' then v_key = 'me'
      when 'view' then starts_with(v_key, 'news/') and sync.is_uuid(substr(v_key, 6))
      else sync.is_uuid(v_key)
    end) then
    return 'bad_id';
  end if;
  v_is_valid := case p_kind
    when 'progress' then sync.is_progress(p_data)
    when 'attempt' then sync.is_attempt(p_data)
    when 'day' then p_data = '{}'
    when 'registration' then sync.has_members(p_data, '{event_id,registered}') and sync.is_uuid(p_data -> 'event_id')
      and sync.is_bool(p_data -> 'registered')
    when 'like' then sync.has_members(p_data, '{video_id,liked}') and sync.is_uuid(p_data -> 'video_id')
      and sync.is_bool(p_data -> 'liked')
    when 'comment' then sync.is_comment(p_data)
    when 'note' then sync.is_note(p_data)
    when 'read' then sync.has_members(p_data, '{notification_id,deleted}')
      and sync.is_uuid(p_data -> 'notification_id') and sync.is_bool(p_data -> 'deleted')
    when 'profile' then sync.is_profile(p_data)
    when 'cart' then sync.has_members(p_data, '{product_id,quantity}') and sync.is_uuid(p_data -> 'product_id')
      and sync.is_whole(p_data -> 'quantity', sync.cart_quantity())
    when 'view' then sync.has_members(p_data, '{news_id}') and sync.is_uuid(p_data -> 'news_id')
    when 'form' then sync.is_form(p_data)
  end;
  if v_is_valid is not true then
    return 'bad_document';
  end if;
  v_named_id := case p_kind
    when 'progress' then p_data ->> 'video_id'
    when 'registration' then p_data ->> 'event_id'
    when 'like' then p_data ->> 'video_id'
    when 'read' then p_data ->> 'notification_id'
    when 'cart' then p_data ->> 'product_id'
    when 'view' then 'news/' || (p_data ->> 'news_id')
  end;
  return case when v_named_id <> v_key then 'bad_id' end;
end
$$;
comment on function sync.validate is
  'Returns null for a valid document, otherwise unknown_kind, bad_id or bad_document, as checkDoc in '
  'sync/protocol/kinds.ts does.';

create function sync.check_doc(p_doc jsonb) returns text language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return case
    when coalesce(jsonb_typeof(p_doc) = 'object' and jsonb_typeof(p_doc -> 'id') = 'string'
      and jsonb_typeof(p_doc -> 'kind') = 'string'
      and sync.is_time(p_doc -> 'at') and jsonb_typeof(p_doc -> 'active_on') = 'string'
        and sync.is_date(p_doc ->> 'active_on')
      and sync.is_whole(p_doc -> 'rev', 9007199254740991), false)
    then sync.validate(p_doc ->> 'kind', p_doc ->> 'id', coalesce(p_doc -> 'data', 'null'))
    else 'bad_document'
  end;
end
$$;
comment on function sync.check_doc is
  'Returns the verdict on a whole document as a device sends it; ignores unknown members.';
