-- The laws of the journal in SQL: what a valid document is and how two copies of one become one.
-- Twin of sync/kinds.ts and src/domain/merge.ts; tests/db/merge-*.test.ts holds both together.
-- Rule: every function here is immutable. None reads a table, a clock or a setting, and text is compared by bytes (collate "C").
-- They have no search_path of their own, so that the small ones are inlined; who may call them (sync_push) has an empty one. Those with
-- a query are in plpgsql, whose plans outlive a savepoint; a query in a sql function would be planned again for every document.

/* ---- one text for one value ---------------------------------------------------------------------------------------------- */

create function sync.canonical(v jsonb) returns text
language plpgsql immutable parallel safe as $$
begin
  case jsonb_typeof(v)
    when 'object' then
      return (select '{' || coalesce(string_agg(to_jsonb(e.key)::text || ':' || sync.canonical(e.value), ',' order by e.key collate "C"), '') || '}'
              from jsonb_each(v) e);
    when 'array' then
      return (select '[' || coalesce(string_agg(sync.canonical(e.value), ',' order by e.ordinality), '') || ']'
              from jsonb_array_elements(v) with ordinality e);
    when 'number' then
      return trim_scale(v::text::numeric)::text;
    else
      return v::text;
  end case;
end $$;
comment on function sync.canonical is 'JSON without spaces, keys in the order of their UTF-8 bytes; twin of canonical() in src/domain/canonical.ts.';

/* ---- laws ---------------------------------------------------------------------------------------------------------------- */

create function sync.join_intervals(a jsonb, b jsonb) returns jsonb
language plpgsql immutable parallel safe as $$
begin
  return (
    with stretch as (
      select (e.value ->> 0)::bigint as low, (e.value ->> 1)::bigint as high from jsonb_array_elements(a || b) e
    ), marked as (
      -- 1000 = WATCH_GAP_MS: a shorter gap is no gap.
      select low, high, coalesce(low - max(high) over (order by low, high rows between unbounded preceding and 1 preceding) >= 1000, true) as opens
      from stretch
    ), grouped as (
      select low, high, count(*) filter (where opens) over (order by low, high rows unbounded preceding) as part from marked
    ), joined as (
      select min(low) as low, max(high) as high from grouped group by part
    )
    select coalesce(jsonb_agg(jsonb_build_array(low, high) order by low), '[]') from joined
  );
end $$;
comment on function sync.join_intervals is 'The union of watched stretches, sorted, with gaps of at least a second between them.';

create function sync.later(a_at bigint, a jsonb, b_at bigint, b jsonb) returns jsonb
language sql immutable parallel safe as $$
  select case
    when a_at > b_at then a
    when b_at > a_at then b
    when sync.canonical(a) collate "C" >= sync.canonical(b) then a
    else b
  end
$$;
comment on function sync.later is 'Of two values the later, of one time the larger.';

create function sync.join_timed(a jsonb, b jsonb, most int) returns jsonb
language plpgsql immutable parallel safe as $$
begin
  return (
    select coalesce(jsonb_object_agg(joined.key, joined.value), '{}')
    from (
      select coalesce(x.key, y.key) as key,
        case
          when x.key is null then y.value
          when y.key is null then x.value
          else sync.later((x.value ->> 'at')::bigint, x.value, (y.value ->> 'at')::bigint, y.value)
        end as value
      from jsonb_each(a) x full join jsonb_each(b) y on x.key = y.key
      order by coalesce(x.key, y.key) collate "C"
      limit most
    ) joined
  );
end $$;
comment on function sync.join_timed is 'The union of two records of {at, …}, by key the later one, at most so many of the smallest keys.';

create function sync.join_attempt(a jsonb, b jsonb) returns jsonb
language plpgsql immutable parallel safe as $$
declare
  a_end bigint := (a ->> 'finished_at')::bigint;
  b_end bigint := (b ->> 'finished_at')::bigint;
begin
  if a_end is not null and b_end is not null then
    return case
      when a_end < b_end then a
      when b_end < a_end then b
      when sync.canonical(a) collate "C" >= sync.canonical(b) then a
      else b
    end;
  end if;
  if a_end is not null then return a; end if;
  if b_end is not null then return b; end if;
  return jsonb_build_object(
    'test_id', greatest((a ->> 'test_id') collate "C", b ->> 'test_id'),
    'started_at', least((a ->> 'started_at')::bigint, (b ->> 'started_at')::bigint),
    'finished_at', null,
    'time_spent', greatest((a ->> 'time_spent')::bigint, (b ->> 'time_spent')::bigint),
    'answers', sync.join_timed(a -> 'answers', b -> 'answers', 200) -- ATTEMPT_QUESTIONS
  );
end $$;
comment on function sync.join_attempt is 'A finished attempt beats an open one and never changes; of two finished ones the first. Open ones are joined by question.';

create function sync.join_comment(a jsonb, b jsonb) returns jsonb
language plpgsql immutable parallel safe as $$
declare
  a_words jsonb := a - 'deleted';
  b_words jsonb := b - 'deleted';
  a_at bigint := (a ->> 'created_at')::bigint;
  b_at bigint := (b ->> 'created_at')::bigint;
  a_first boolean := case when a_at = b_at then sync.canonical(a_words) collate "C" <= sync.canonical(b_words) else a_at < b_at end;
begin
  return case when a_first then a_words else b_words end
    || jsonb_build_object('deleted', (a ->> 'deleted')::boolean or (b ->> 'deleted')::boolean);
end $$;
comment on function sync.join_comment is 'The words that were first; deleted where one of both is.';

create function sync.join_note(a jsonb, b jsonb) returns jsonb
language plpgsql immutable parallel safe as $$
begin
  return (
    select jsonb_build_object(
      'video_id', greatest((a ->> 'video_id') collate "C", b ->> 'video_id'),
      'versions', jsonb_agg(kept.value order by kept.at desc, kept.words desc))
    from (
      select every.value, (every.value ->> 'at')::bigint as at, sync.canonical(every.value) collate "C" as words
      from (
        select e.value from jsonb_array_elements(a -> 'versions') e
        union
        select e.value from jsonb_array_elements(b -> 'versions') e
      ) every
      order by at desc, words desc
      limit 20 -- NOTE_VERSIONS
    ) kept
  );
end $$;
comment on function sync.join_note is 'The newest twenty of all versions of both; the first is the note.';

create function sync.join_progress(a jsonb, b jsonb) returns jsonb
language plpgsql immutable parallel safe as $$
declare
  last jsonb := case
    when ((a ->> 'position_at')::bigint, (a ->> 'position')::bigint) >= ((b ->> 'position_at')::bigint, (b ->> 'position')::bigint) then a
    else b
  end;
begin
  return jsonb_build_object(
    'video_id', greatest((a ->> 'video_id') collate "C", b ->> 'video_id'),
    'course_id', greatest((a ->> 'course_id') collate "C", b ->> 'course_id'), -- greatest passes over null
    'intervals', sync.join_intervals(a -> 'intervals', b -> 'intervals'),
    'position', last -> 'position',
    'position_at', last -> 'position_at',
    'duration', greatest((a ->> 'duration')::bigint, (b ->> 'duration')::bigint),
    'completed', (a ->> 'completed')::boolean or (b ->> 'completed')::boolean,
    'first_watched', least((a ->> 'first_watched')::bigint, (b ->> 'first_watched')::bigint)
  );
end $$;
comment on function sync.join_progress is 'Progress only grows: stretches united, completed by either, the position of the later stop.';

create function sync.merge(kind text, a jsonb, b jsonb) returns jsonb
language plpgsql immutable parallel safe as $$
declare
  x jsonb := a -> 'data';
  y jsonb := b -> 'data';
  a_at bigint := (a ->> 'at')::bigint;
  b_at bigint := (b ->> 'at')::bigint;
  earliest boolean := kind in ('day', 'view', 'form');
  data jsonb;
  a_dates boolean;
begin
  data := case kind
    when 'progress' then sync.join_progress(x, y)
    when 'attempt' then sync.join_attempt(x, y)
    when 'day' then '{}'::jsonb
    when 'registration' then sync.later(a_at, x, b_at, y)
    when 'like' then sync.later(a_at, x, b_at, y)
    when 'comment' then sync.join_comment(x, y)
    when 'note' then sync.join_note(x, y)
    when 'read' then jsonb_build_object(
      'notification_id', greatest((x ->> 'notification_id') collate "C", y ->> 'notification_id'),
      'deleted', (x ->> 'deleted')::boolean or (y ->> 'deleted')::boolean)
    when 'profile' then jsonb_build_object('fields', sync.join_timed(x -> 'fields', y -> 'fields', 1000))
    when 'cart' then sync.later(a_at, x, b_at, y)
    when 'view' then jsonb_build_object('news_id', greatest((x ->> 'news_id') collate "C", y ->> 'news_id'))
    when 'form' then case when a_at < b_at then x when b_at < a_at then y when sync.canonical(x) collate "C" <= sync.canonical(y) then x else y end
  end;
  if data is null then
    raise exception 'unknown_kind';
  end if;
  a_dates := case
    when a_at = b_at then (a ->> 'active_on') collate "C" <= (b ->> 'active_on')
    when earliest then a_at < b_at
    else a_at > b_at
  end;
  return jsonb_build_object(
    'id', a -> 'id',
    'kind', kind,
    'at', case when a_dates then a_at else b_at end,
    'active_on', case when a_dates then a -> 'active_on' else b -> 'active_on' end,
    'rev', greatest((a ->> 'rev')::bigint, (b ->> 'rev')::bigint),
    'data', data
  );
end $$;
comment on function sync.merge is 'The join of two valid documents of one id: idempotent, commutative, associative. Twin: mergeValid in src/domain/merge.ts.';

/* ---- validity ------------------------------------------------------------------------------------------------------------ */

-- Rule: what every document is asked is asked without regular expressions: one costs as much as all the rest of a check.

create function sync.is_digits(v text) returns boolean
language sql immutable parallel safe as $$
  select translate(v, '0123456789', '') = ''
$$;
comment on function sync.is_digits is 'Nothing but the digits 0 to 9.';

create function sync.is_whole(v jsonb, most bigint) returns boolean
language sql immutable parallel safe as $$
  select coalesce(case when jsonb_typeof(v) = 'number' and octet_length(v::text) <= 16 and sync.is_digits(v::text) then v::text::bigint <= most end, false)
$$;
comment on function sync.is_whole is 'A whole number from 0 to the given bound.';

create function sync.is_time(v jsonb) returns boolean
language sql immutable parallel safe as $$
  select sync.is_whole(v, 8640000000000000)
$$;
comment on function sync.is_time is 'Milliseconds since the epoch, up to the last instant that a JavaScript date can name.';

create function sync.is_media(v jsonb) returns boolean
language sql immutable parallel safe as $$
  select sync.is_whole(v, 28800000) -- MEDIA_MS
$$;
comment on function sync.is_media is 'A position in a video, ms.';

create function sync.is_text(v jsonb, longest int) returns boolean
language sql immutable parallel safe as $$
  select coalesce(jsonb_typeof(v) = 'string' and char_length(v #>> '{}') <= longest, false)
$$;
comment on function sync.is_text is 'A text of at most so many characters; jsonb cannot hold NUL characters nor lone surrogates.';

create function sync.is_bool(v jsonb) returns boolean
language sql immutable parallel safe as $$
  select coalesce(jsonb_typeof(v) = 'boolean', false)
$$;
comment on function sync.is_bool is 'True or false.';

create function sync.is_uuid(v text) returns boolean
language sql immutable parallel safe as $$
  select coalesce(v like '________-____-____-____-____________' and translate(v, '0123456789abcdef', '') = '----', false)
$$;
comment on function sync.is_uuid(text) is 'A uuid in lower case, as PostgreSQL writes it: one spelling, one document.';

create function sync.is_uuid(v jsonb) returns boolean
language sql immutable parallel safe as $$
  select coalesce(jsonb_typeof(v) = 'string' and sync.is_uuid(v #>> '{}'), false)
$$;
comment on function sync.is_uuid(jsonb) is 'A JSON string that is a uuid in lower case.';

create function sync.is_date(v text) returns boolean
language sql immutable parallel safe as $$
  select coalesce(case when v like '____-__-__' and translate(v, '0123456789', '') = '--' then
    case
      when substr(v, 1, 2) not in ('19', '20', '21') or substr(v, 6, 2)::int not between 1 and 12 then false
      when substr(v, 9, 2)::int <= 28 then substr(v, 9, 2) <> '00'
      else substr(v, 9, 2)::int <= extract(day from make_date(substr(v, 1, 4)::int, substr(v, 6, 2)::int, 1) + interval '1 month' - interval '1 day')
    end
  end, false)
$$;
comment on function sync.is_date is 'A calendar date YYYY-MM-DD from 1900 to 2199.';

create function sync.has_members(v jsonb, names text[]) returns boolean
language sql immutable parallel safe as $$
  select coalesce(case when jsonb_typeof(v) = 'object' then
    v ?& names and v - names = '{}'
  end, false)
$$;
comment on function sync.has_members is 'An object with exactly these members.';

create function sync.is_array(v jsonb, least_length int, most int) returns boolean
language sql immutable parallel safe as $$
  select coalesce(case when jsonb_typeof(v) = 'array' then jsonb_array_length(v) between least_length and most end, false)
$$;
comment on function sync.is_array is 'An array of a length between the bounds.';

create function sync.is_progress(d jsonb) returns boolean
language plpgsql immutable parallel safe as $$
declare
  stretches constant jsonb := d -> 'intervals';
  stretch jsonb;
  last bigint := 0;
begin
  if not (sync.has_members(d, '{video_id,course_id,intervals,position,position_at,duration,completed,first_watched}')
      and sync.is_uuid(d -> 'video_id') and (d -> 'course_id' = 'null' or sync.is_uuid(d -> 'course_id'))
      and sync.is_media(d -> 'position') and sync.is_time(d -> 'position_at') and sync.is_media(d -> 'duration')
      and sync.is_bool(d -> 'completed') and sync.is_time(d -> 'first_watched')
      and jsonb_typeof(stretches) = 'array') then
    return false;
  end if;
  for place in 0 .. jsonb_array_length(stretches) - 1 loop
    stretch := stretches -> place;
    if not (sync.is_array(stretch, 2, 2) and sync.is_media(stretch -> 0) and sync.is_media(stretch -> 1)) then return false; end if;
    -- Sorted and disjoint: each begins after the one before ended; the first may begin at 0.
    if (stretch ->> 0)::bigint >= (stretch ->> 1)::bigint or ((stretch ->> 0)::bigint <= last and last > 0) then return false; end if;
    last := (stretch ->> 1)::bigint;
  end loop;
  return true;
end $$;
comment on function sync.is_progress is 'The data of a document of kind progress.';

create function sync.is_answer(a jsonb) returns boolean
language plpgsql immutable parallel safe as $$
declare
  options constant jsonb := a -> 'options';
  option jsonb;
  word text;
  before text;
begin
  if not (sync.has_members(a, '{options,at}') and sync.is_time(a -> 'at') and sync.is_array(options, 0, 50)) then -- ANSWER_OPTIONS
    return false;
  end if;
  for place in 0 .. jsonb_array_length(options) - 1 loop
    option := options -> place;
    word := option #>> '{}';
    if jsonb_typeof(option) <> 'string' or word !~ '^[A-Za-z0-9_-]{1,40}$' or word collate "C" <= before then return false; end if;
    before := word;
  end loop;
  return true;
end $$;
comment on function sync.is_answer is 'What was chosen for one question: option ids in the order of their bytes, none twice.';

create function sync.is_attempt(d jsonb) returns boolean
language plpgsql immutable parallel safe as $$
declare
  question text;
  answer jsonb;
  answered int := 0;
begin
  if not (sync.has_members(d, '{test_id,started_at,finished_at,time_spent,answers}')
      and sync.is_uuid(d -> 'test_id') and sync.is_time(d -> 'started_at')
      and (d -> 'finished_at' = 'null' or sync.is_time(d -> 'finished_at'))
      and sync.is_whole(d -> 'time_spent', 2592000000) -- ATTEMPT_MS
      and jsonb_typeof(d -> 'answers') = 'object') then
    return false;
  end if;
  for question, answer in select e.key, e.value from jsonb_each(d -> 'answers') e loop
    answered := answered + 1;
    if answered > 200 or not sync.is_uuid(question) or not sync.is_answer(answer) then return false; end if; -- ATTEMPT_QUESTIONS
  end loop;
  return true;
end $$;
comment on function sync.is_attempt is 'The data of a document of kind attempt.';

create function sync.is_note(d jsonb) returns boolean
language plpgsql immutable parallel safe as $$
declare
  versions constant jsonb := d -> 'versions';
  version jsonb;
  newer jsonb;
begin
  if not (sync.has_members(d, '{video_id,versions}') and sync.is_uuid(d -> 'video_id') and sync.is_array(versions, 1, 20)) then -- NOTE_VERSIONS
    return false;
  end if;
  for place in 0 .. jsonb_array_length(versions) - 1 loop
    version := versions -> place;
    if not (sync.has_members(version, '{at,text,position,deleted}') and sync.is_time(version -> 'at')
        and sync.is_text(version -> 'text', 5000) -- NOTE_LENGTH
        and sync.is_media(version -> 'position') and sync.is_bool(version -> 'deleted')) then
      return false;
    end if;
    if newer is not null and not ((newer ->> 'at')::bigint > (version ->> 'at')::bigint
        or ((newer ->> 'at')::bigint = (version ->> 'at')::bigint and sync.canonical(newer) collate "C" > sync.canonical(version))) then
      return false;
    end if;
    newer := version;
  end loop;
  return true;
end $$;
comment on function sync.is_note is 'The data of a document of kind note: versions, the newest first, none twice.';

create function sync.is_profile(d jsonb) returns boolean
language plpgsql immutable parallel safe as $$
begin
  return (
    select coalesce(case
      when sync.has_members(d, '{fields}') and jsonb_typeof(d -> 'fields') = 'object' then
        (select coalesce(bool_and(coalesce(
           sync.has_members(e.value, '{value,at}') and sync.is_time(e.value -> 'at')
             -- PROFILE_LENGTHS
             and sync.is_text(e.value -> 'value', ('{"full_name":120,"bio":2000,"job_title":120,"location":120,"website":300,"notify_info":3,"notify_success":3,"notify_warning":3}'::jsonb ->> e.key)::int)
             and (e.key <> 'website' or e.value ->> 'value' ~* '^(https?://|(?![a-z][a-z0-9+.-]*:))'),
           false)), true)
         from jsonb_each(d -> 'fields') e)
    end, false)
  );
end $$;
comment on function sync.is_profile is 'The data of a document of kind profile: some of its fields, each with its time.';

create function sync.is_form(d jsonb) returns boolean
language plpgsql immutable parallel safe as $$
begin
  return (
    select coalesce(case
      when sync.has_members(d, '{form,payload}') and (d -> 'form' = '"launch"' or d -> 'form' = '"demo"') and jsonb_typeof(d -> 'payload') = 'object' then
        (select count(*) <= 20 and coalesce(bool_and(e.key ~ '^[a-z][a-z_]{0,39}$' and sync.is_text(e.value, 2000)), true) -- FORM_FIELDS, FORM_VALUE_LENGTH
         from jsonb_each(d -> 'payload') e)
    end, false)
  );
end $$;
comment on function sync.is_form is 'The data of a document of kind form: texts by the name of their field.';

create function sync.validate(kind text, id text, data jsonb) returns text
language plpgsql immutable parallel safe as $$
declare
  key text := substr(id, char_length(kind) + 2);
  good boolean;
  named text;
begin
  if kind not in ('progress', 'attempt', 'day', 'registration', 'like', 'comment', 'note', 'read', 'profile', 'cart', 'view', 'form') then
    return 'unknown_kind';
  end if;
  if not starts_with(id, kind || '/') or not (case kind
      when 'day' then sync.is_date(key)
      when 'profile' then key = 'me'
      when 'view' then starts_with(key, 'news/') and sync.is_uuid(substr(key, 6))
      else sync.is_uuid(key)
    end) then
    return 'bad_id';
  end if;
  good := case kind
    when 'progress' then sync.is_progress(data)
    when 'attempt' then sync.is_attempt(data)
    when 'day' then data = '{}'
    when 'registration' then sync.has_members(data, '{event_id,registered}') and sync.is_uuid(data -> 'event_id') and sync.is_bool(data -> 'registered')
    when 'like' then sync.has_members(data, '{video_id,liked}') and sync.is_uuid(data -> 'video_id') and sync.is_bool(data -> 'liked')
    when 'comment' then sync.has_members(data, '{video_id,content,created_at,deleted}') and sync.is_uuid(data -> 'video_id')
      and sync.is_text(data -> 'content', 2000) and data ->> 'content' ~ '[^ \t\n\r]' -- COMMENT_LENGTH
      and sync.is_time(data -> 'created_at') and sync.is_bool(data -> 'deleted')
    when 'note' then sync.is_note(data)
    when 'read' then sync.has_members(data, '{notification_id,deleted}') and sync.is_uuid(data -> 'notification_id') and sync.is_bool(data -> 'deleted')
    when 'profile' then sync.is_profile(data)
    when 'cart' then sync.has_members(data, '{product_id,quantity}') and sync.is_uuid(data -> 'product_id') and sync.is_whole(data -> 'quantity', 999) -- CART_QUANTITY
    when 'view' then sync.has_members(data, '{news_id}') and sync.is_uuid(data -> 'news_id')
    when 'form' then sync.is_form(data)
  end;
  if good is not true then
    return 'bad_document';
  end if;
  named := case kind
    when 'progress' then data ->> 'video_id'
    when 'registration' then data ->> 'event_id'
    when 'like' then data ->> 'video_id'
    when 'read' then data ->> 'notification_id'
    when 'cart' then data ->> 'product_id'
    when 'view' then 'news/' || (data ->> 'news_id')
  end;
  return case when named <> key then 'bad_id' end;
end $$;
comment on function sync.validate is 'Null for a valid document, else unknown_kind, bad_id or bad_document. Twin: checkDoc in sync/kinds.ts.';

create function sync.check_doc(doc jsonb) returns text
language sql immutable parallel safe as $$
  select case
    when coalesce(jsonb_typeof(doc) = 'object' and jsonb_typeof(doc -> 'id') = 'string' and jsonb_typeof(doc -> 'kind') = 'string'
      and sync.is_time(doc -> 'at') and jsonb_typeof(doc -> 'active_on') = 'string' and sync.is_date(doc ->> 'active_on')
      and sync.is_whole(doc -> 'rev', 9007199254740991), false)
    then sync.validate(doc ->> 'kind', doc ->> 'id', coalesce(doc -> 'data', 'null'))
    else 'bad_document'
  end
$$;
comment on function sync.check_doc is 'The verdict about a whole document as it travels; members that a document does not have are passed over.';
