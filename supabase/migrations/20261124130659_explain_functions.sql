-- Plainer comments in the bodies of functions and on objects. The code does not change.

-- accounts.sql

create or replace function public.my_address() returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  v_user auth.users;
begin
  select * into v_user from auth.users where id = (select auth.uid());
  if v_user.id is null then return null; end if;
  return json_build_object(
    'email', v_user.email,
    'proven', v_user.email_confirmed_at is not null,
    'admin_waits', exists (select from public.admin_users a
      where a.email = lower(v_user.email) and a.user_id is null),
    -- A plan that was bought before the registration has a plan row without an account.
    'plan_waits', exists (select from public.user_subscriptions s
      where lower(s.email) = lower(v_user.email) and s.user_id is null and (s.has_pro_plan or s.has_premium_plan))
      -- A later purchase cannot write the plan row, which the unconfirmed account already has, so look at the purchase.
      or (v_user.email_confirmed_at is null and exists (select from billing.subscriptions s
        where lower(s.email) = lower(v_user.email) and s.user_id is null and billing.is_entitled(s.status))));
end
$$;

-- admin/audit.sql

create or replace function sync.audit() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_user constant uuid := (select auth.uid());
  v_old constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  v_new constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  v_row constant jsonb := coalesce(v_new, v_old);
  v_before jsonb := sync.changed_fields(v_old, coalesce(v_new, '{}'));
  v_after jsonb := sync.changed_fields(v_new, coalesce(v_old, '{}'));
begin
  -- Always log changes of administration rights: a caller who removed their own row is not an administrator any more.
  if tg_table_name <> 'admin_users' and (v_user is null or not public.is_admin()) then return null; end if;
  -- Skip what administrators do as learners: their own registrations and comments.
  if tg_table_name in ('event_registrations', 'video_comments') and v_row ->> 'user_id' = v_user::text
    then return null; end if;
  if v_before is null and v_after is null then return null; end if;
  insert into public.admin_audit (user_id, action, table_name, row_id, before, after) values (v_user,
    case when tg_op <> 'UPDATE' then lower(tg_op)
      when v_old -> 'deleted_at' = 'null' and v_new -> 'deleted_at' <> 'null' then 'trash'
      when v_old -> 'deleted_at' <> 'null' and v_new -> 'deleted_at' = 'null' then 'restore'
      else 'update' end,
    tg_table_name,
    coalesce(v_row ->> 'id', v_row ->> 'serial', v_row ->> 'comment_id', sync.mask_addresses(v_row ->> 'email')),
    v_before, v_after);
  return null;
end
$$;

-- admin/content-rules.sql

create or replace function sync.require_text() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_new constant jsonb := to_jsonb(new);
  v_old constant jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) end;
  v_column text;
begin
  -- The arguments name columns. This trigger runs after the write, so that constraints of the columns report first.
  -- Values that were stored before this rule may stay.
  foreach v_column in array tg_argv loop
    if sync.trim_text(v_new ->> v_column) = '' and v_new -> v_column is distinct from v_old -> v_column then
      raise exception using errcode = 'check_violation', message = 'bad_argument', detail = v_column;
    end if;
  end loop;
  return null;
end
$$;

-- admin/files.sql

create or replace function sync.require_file_address() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_value constant text := to_jsonb(new) ->> tg_argv[0];
begin
  -- tg_argv[0] names the column of the file. This trigger runs after the write, so that constraints of the column report
  -- first. Values that were stored before this rule may stay.
  if tg_op = 'UPDATE' and v_value is not distinct from to_jsonb(old) ->> tg_argv[0] then return null; end if;
  if v_value ~ '^[^/?#]*:' and v_value !~* '^https://' or v_value ~ '^[/\\]{2}' or v_value ~ '[\u0001-\u001f\u007f]'
    or v_value <> sync.trim_text(v_value) then
    raise exception using errcode = 'check_violation', message = 'bad_argument', detail = tg_argv[0];
  end if;
  return null;
end
$$;

create or replace function sync.require_picture_url() returns trigger language plpgsql set search_path = '' as $$
begin
  -- tg_argv[0] names the column of the picture. Values that were stored before this rule may stay.
  if tg_op = 'UPDATE' and to_jsonb(new) ->> tg_argv[0] is not distinct from to_jsonb(old) ->> tg_argv[0] then return new; end if;
  raise exception using errcode = 'P0001', message = 'bad_argument', detail = tg_argv[0];
end
$$;

create or replace function sync.store_portable_url() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  -- tg_argv[0] names the column of the picture.
  return jsonb_populate_record(new, jsonb_build_object(tg_argv[0], sync.portable_url(to_jsonb(new) ->> tg_argv[0])));
end
$$;

-- admin/lists.sql

create or replace function public.admin_registrations(p_event uuid default null, p_status text default 'all',
  p_search text default '', p_page int default 1, p_size int default 10) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_search constant text := lower(btrim(coalesce(p_search, '')));
  -- Include only the conditions in use: `$1 is null or r.event_id = $1` would keep the planner from using an index.
  v_where constant text := 'r.deleted_at is null' || case when p_event is not null then ' and r.event_id = $1' else '' end
    || case when v_search <> '' then ' and r.user_id = any ($2)' else '' end;
  v_status constant text := case when p_status <> 'all' then ' and r.status = $3' else '' end;
  v_total bigint; v_rows jsonb; v_counts jsonb; v_users uuid[]; v_page uuid[];
  v_skipped bigint; v_taken bigint;
begin
  perform sync.require_admin(), sync.require_page(p_page, p_size),
    sync.require_option('p_status', p_status, '{all,registered,cancelled,attended}');
  if v_search <> '' then
    v_users := array(select u.id from auth.users u left join public.profiles p on p.id = u.id
      where strpos(lower(coalesce(u.email, '')), v_search) > 0 or strpos(lower(coalesce(p.full_name, '')), v_search) > 0);
  end if;
  -- The tabs show the count of each status, so the status filter does not apply here. Count in a separate statement, so
  -- that the query for the page below reads only as many index entries as it skips and returns.
  execute format('select jsonb_build_object(''registered'', count(*) filter (where r.status = ''registered''),
      ''cancelled'', count(*) filter (where r.status = ''cancelled''),
      ''attended'', count(*) filter (where r.status = ''attended''))
    from public.event_registrations r where %s', v_where) into v_counts using p_event, v_users;
  v_total := case when p_status = 'all' then (select sum(value::bigint) from jsonb_each_text(v_counts))
    else (v_counts ->> p_status)::bigint end;
  -- Read a page of the second half from the other end of the index, so that the last page is as fast as the first.
  v_skipped := (p_page - 1)::bigint * p_size;
  v_taken := greatest(0, least(p_size, v_total - v_skipped));
  if v_skipped > v_total / 2 then
    execute format('select array(select r.id from public.event_registrations r where %s
      order by r.registered_at, r.id desc limit $4 offset $5)', v_where || v_status)
      into v_page using p_event, v_users, p_status, v_taken, greatest(0, v_total - v_skipped - v_taken);
  else
    execute format('select array(select r.id from public.event_registrations r where %s
      order by r.registered_at desc, r.id limit $4 offset $5)', v_where || v_status)
      into v_page using p_event, v_users, p_status, v_taken, v_skipped;
  end if;
  select jsonb_agg(jsonb_build_object('id', r.id, 'event_id', r.event_id, 'event_title', e.title,
      'user_id', r.user_id, 'email', u.email, 'full_name', p.full_name, 'status', r.status,
      'registered_at', sync.iso(r.registered_at)) order by r.registered_at desc, r.id)
    into v_rows
    from public.event_registrations r join public.events e on e.id = r.event_id
      left join auth.users u on u.id = r.user_id left join public.profiles p on p.id = r.user_id
    where r.id = any (v_page);
  return sync.list_page(v_rows, v_total, p_page, p_size) || jsonb_build_object('counts', v_counts);
end
$$;

-- journal.sql

create or replace function sync.apply_result(p_user uuid, p_attempt uuid, p_test uuid, p_answers jsonb, p_time_spent int,
  p_finished_at timestamptz, p_started_at timestamptz default null, p_version int default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_version int; v_body jsonb;
  v_test record; v_old public.test_results; v_score jsonb; v_spent int := greatest(0, p_time_spent);
  v_earlier int; v_passed_before boolean; v_account timestamptz; v_started timestamptz; v_limit interval;
  v_last_answer timestamptz; v_review jsonb;
begin
  perform sync.lock_user(p_user);
  -- Rule: score an attempt by the version with which it began. Older apps do not send a version; then use the version
  -- that was the newest when the attempt began.
  v_version := coalesce(
    (select version from public.test_versions where test_id = p_test and p_version is not null
      and version = greatest(p_version, 1)),
    (select max(version) from public.test_versions where test_id = p_test
      and published_at <= coalesce(p_started_at, p_finished_at)),
    (select min(version) from public.test_versions where test_id = p_test));
  v_body := sync.test_body(p_test, v_version);
  select (v_body ->> 'max_attempts')::int as max_attempts, (v_body ->> 'time_limit')::int as time_limit, c.plan_type
    into v_test from public.tests t join public.courses c on c.id = t.course_id where t.id = p_test;
  if not found then perform sync.reject('not_found'); end if;
  if not sync.may_act(p_user, case when v_test.plan_type = 'premium' then 'premium' else 'basic' end, p_started_at) then
    perform sync.reject('forbidden');
  end if;
  select * into v_old from public.test_results where id = p_attempt;
  if found and v_old.user_id <> p_user then perform sync.reject('duplicate'); end if;
  -- Rule: score once. The review reveals the right options, so answers that arrive later do not count. A later correction
  -- of the quiz does not change the score.
  if v_old.id is not null then return; end if;
  select count(*), coalesce(bool_or(passed), false) into v_earlier, v_passed_before
    from public.test_results where user_id = p_user and test_id = p_test;
  if v_test.max_attempts > 0 and v_earlier >= v_test.max_attempts then
    perform sync.reject('attempts_exhausted');
  end if;
  select created_at into v_account from public.profiles where id = p_user;
  v_started := least(coalesce(p_started_at, p_finished_at), now());
  -- One minute of tolerance for the time between reading the two clocks.
  v_limit := case when v_test.time_limit > 0 then make_interval(mins => v_test.time_limit + 1) end;
  select max(sync.time_of_ms((a.value ->> 'at')::bigint)) into v_last_answer
    from jsonb_each(case when jsonb_typeof(p_answers) = 'object' then p_answers else '{}' end) a
    where jsonb_typeof(a.value) = 'object' and jsonb_typeof(a.value -> 'at') = 'number';
  v_score := sync.score_attempt(p_test, p_answers, v_version);
  v_review := v_score -> 'review';
  -- Rule: the review of a graded quiz contains the right options only after passing or after the last attempt.
  if sync.is_graded(p_test) and not (v_score ->> 'passed')::boolean and not v_passed_before
    and (v_test.max_attempts = 0 or v_earlier + 1 < v_test.max_attempts) then
    v_review := sync.redact_review(v_review);
  end if;
  insert into public.test_results (id, user_id, test_id, score, passed, time_spent, answers, review, completed_at,
      started_at, over_time, version)
    values (p_attempt, p_user, p_test, (v_score ->> 'score')::int, (v_score ->> 'passed')::boolean,
      case when v_test.time_limit > 0 then least(v_spent, v_test.time_limit * 60) else v_spent end, p_answers, v_review,
      greatest(least(greatest(p_finished_at, v_started), now()), v_account), greatest(v_started, v_account),
      coalesce(greatest(make_interval(secs => v_spent), p_finished_at - v_started, v_last_answer - v_started) > v_limit,
        false), v_version);
end
$$;

-- push.sql

create or replace function public.push_claim(p_limit int, p_lease_ms int) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_ids bigint[];
begin
  perform pg_advisory_xact_lock(hashtextextended('push_claim', 0));
  -- Rule: at most once. A sender that died may have sent its messages, so do not send them again.
  update sync.push_outbox set ended_at = now(), outcome = 'lost'
    where ended_at is null and claimed_at < now() - p_lease_ms * interval '1 millisecond';
  v_ids := array(select id from sync.push_outbox where ended_at is null and claimed_at is null and due_at <= now()
    order by due_at, id limit least(p_limit, 500));
  perform sync.prepare_push(v_ids);
  update sync.push_outbox set claimed_at = now(), attempts = attempts + 1
    where id = any (v_ids) and ended_at is null and claimed_at is null and due_at <= now();
  return (
    select jsonb_build_object('looked', cardinality(v_ids), 'messages', coalesce(jsonb_agg(jsonb_build_object(
      'id', o.id, 'attempts', o.attempts, 'combined', o.combined,
      'platform', d.platform, 'token', d.token, 'account', d.user_id,
      'notification_id', o.notification_id, 'reminder_on', o.reminder_on,
      'title', coalesce(sync.event_reminder_title(e.start_date, now()), n.title, o.message ->> 'title', ''),
      'body', coalesce(n.body, n.message, o.message ->> 'body', ''),
      'type', coalesce(n.type, o.message ->> 'type', 'info'),
      'topic', coalesce(n.topic, 'admin'),
      'link', coalesce(n.link, o.message ->> 'link'),
      -- A push service must not deliver a reminder after the event has begun.
      'seconds_left', floor(extract(epoch from e.start_date - now()))::int,
      'unread', (select count(*) from public.notifications u where u.user_id = d.user_id and not u.is_read))
      order by o.id), '[]'))
    from sync.push_outbox o
      join public.push_devices d on d.id = o.device_id
      left join public.notifications n on n.id = o.notification_id
      -- The title of an event reminder names the time that is left, so compute it when the reminder is sent.
      left join public.events e on e.id = sync.reminded_event(n.source)
    where o.id = any (v_ids) and o.ended_at is null and o.claimed_at = now());
end
$$;

create or replace function sync.is_reminder_over(p_source text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_event constant uuid := sync.reminded_event(p_source);
begin
  return v_event is not null and not exists (select from public.events e
    where e.id = v_event and e.start_date > now() and e.start_date <= now() + interval '24 hours'
      -- The third part of the source is the start time that the reminder names. It differs once the event was moved.
      and split_part(p_source, ':', 3) = extract(epoch from e.start_date)::bigint::text
      and e.status = 'active' and e.deleted_at is null);
end
$$;

-- sync-push.sql

create or replace function sync.clamp_versions(p_versions jsonb, p_stored jsonb, p_latest bigint) returns jsonb
language plpgsql immutable parallel safe as $$
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

create or replace function sync.push_all(p_user uuid, p_plans text[], p_docs json, p_now_ms bigint) returns jsonb[]
language plpgsql volatile as $$
declare
  v_latest constant bigint := p_now_ms + 300000; -- CLOCK_AHEAD_MS
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

create or replace function sync.push_answer(p_sent jsonb, p_merged jsonb, p_refused text, p_revision bigint) returns jsonb
language plpgsql immutable as $$
declare
  v_as_sent constant boolean := p_merged = p_sent or p_merged - 'rev' = p_sent - 'rev';
  v_doc jsonb;
begin
  -- The usual case: the document was stored as sent, so the answer omits it.
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
    -- A difference in scored_at only is not a merge with another device, because the server adds that field.
    when (p_merged - 'rev') #- '{data,scored_at}' = (p_sent - 'rev') #- '{data,scored_at}' then 'applied'
    else 'merged' end)
    || case when v_as_sent then '{}' else jsonb_build_object('doc', v_doc) end;
end
$$;

create or replace function sync.push_doc(p_user uuid, p_plans text[], p_raw json, p_now_ms bigint) returns jsonb
language plpgsql volatile as $$
declare
  v_latest constant bigint := p_now_ms + 300000; -- CLOCK_AHEAD_MS
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

-- discussion.sql

comment on policy "subscribers comment on lessons they may see" on public.video_comments is
  'A comment needs a paid plan that covers the lesson, names the caller as author, and the caller is not blocked.';

-- courses.sql

comment on function sync.may_read_lesson_file is
  'Returns whether the caller may have a lesson file: the plan covers its course and it is not a link to a '
  'hidden course file.';

-- sync-core.sql

comment on function sync.uuid_or_null is
  'Converts a text to a uuid, or to null if it is not one, so that input from outside never raises.';
