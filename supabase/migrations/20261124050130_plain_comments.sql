-- Comments in plain terms: in the bodies of functions and on objects. No behaviour changes.

alter function sync.hide_key rename to redact_review;
comment on function sync.redact_review is
  'Removes the right options from a review; it still shows which questions were wrong.';

-- accounts.sql

create or replace function sync.set_effective_plan() returns trigger language plpgsql set search_path = '' as $$
declare
  v_flagged boolean;
  v_granted text;
begin
  -- Decision 42: setting the flags directly grants a plan. Billing writes paid_plan, a grant writes granted_plan.
  if tg_op = 'INSERT' then
    v_flagged := (new.has_pro_plan or new.has_premium_plan) and new.paid_plan is null and new.granted_plan is null;
  else
    v_flagged := (old.has_pro_plan, old.has_premium_plan) is distinct from (new.has_pro_plan, new.has_premium_plan)
      and (old.paid_plan, old.granted_plan, old.granted_until)
        is not distinct from (new.paid_plan, new.granted_plan, new.granted_until);
  end if;
  if v_flagged then
    -- Rule: a paid plan ends only at the payment provider.
    if current_user = 'authenticated' and (new.paid_plan = 'premium' and not new.has_premium_plan
      or new.paid_plan = 'pro' and not (new.has_pro_plan or new.has_premium_plan)) then
      raise exception using errcode = 'P0001', message = 'paid_plan';
    end if;
    new.granted_plan := case when new.has_premium_plan then 'premium' when new.has_pro_plan then 'pro' end;
    new.granted_until := null;
    new.granted_by := (select auth.uid());
    new.granted_at := now();
    if tg_op = 'UPDATE' then new.row_version := old.row_version + 1; end if;
  end if;
  v_granted := case when new.granted_until is null or new.granted_until > now() then new.granted_plan end;
  new.has_premium_plan := coalesce(new.paid_plan = 'premium' or v_granted = 'premium', false);
  new.has_pro_plan := not new.has_premium_plan and coalesce(new.paid_plan = 'pro' or v_granted = 'pro', false);
  return new;
end
$$;

create or replace function public.end_plan_grants() returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_ended int;
begin
  -- This update fires the trigger that recomputes the plan. The columns keep the expired grant as a record.
  update public.user_subscriptions set updated_at = now()
    where granted_until <= now() and (has_premium_plan, has_pro_plan)
      is distinct from (coalesce(paid_plan = 'premium', false), coalesce(paid_plan = 'pro', false));
  get diagnostics v_ended = row_count;
  return v_ended;
end
$$;

create or replace function sync.on_user_changed() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if lower(old.email) is distinct from lower(new.email) then
    update public.user_subscriptions set email = lower(new.email)
      where user_id = new.id and new.email is not null
        and not exists (select from public.user_subscriptions o where lower(o.email) = lower(new.email) and o.user_id
          is distinct from new.id);
  end if;
  -- Replace the account's empty plan row by the plan that was bought for the confirmed address.
  if new.email_confirmed_at is not null then
    delete from public.user_subscriptions own
      where own.user_id = new.id and own.subscription_id is null and own.granted_plan is null
        and not (own.has_pro_plan or own.has_premium_plan)
        and exists (select from public.user_subscriptions o where lower(o.email) = lower(new.email)
          and o.user_id is null);
  end if;
  if not exists (select from public.user_subscriptions where user_id = new.id) then
    perform sync.claim_subscription(new.id, new.email, new.email_confirmed_at is not null);
  end if;
  if old.email_confirmed_at is null and new.email_confirmed_at is not null then
    update public.admin_users set user_id = new.id where email = lower(new.email) and user_id is null;
  end if;
  return null;
end
$$;

comment on function public.end_plan_grants is
  'Ends plans whose grant has expired; returns how many. A background job calls it.';

comment on function sync.on_user_changed is
  'Moves the plan row and the administration rights to an e-mail address that was changed or confirmed.';

comment on function public.my_address is
  'The caller''s e-mail address {email, proven, admin_waits, plan_waits}: admin_waits and plan_waits tell what the '
  'account gets after confirming it.';

-- courses.sql

create or replace function sync.on_courses() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform sync.touch('courses', coalesce(new.id, old.id)::text);
  -- Lessons and quizzes change scope with their course. The flush looks them up, because only then rows of concurrent
  -- transactions are visible.
  if tg_op = 'UPDATE' and (old.status, old.plan_type, old.deleted_at) is distinct
    from (new.status, new.plan_type, new.deleted_at) then
    perform sync.request('republish_course', new.id::text);
  end if;
  return null;
end
$$;

-- quizzes.sql

create or replace function sync.keep_version() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Versions are deleted only together with their quiz.
  if tg_op = 'DELETE' and not exists (select from public.tests where id = old.test_id) then return old; end if;
  raise insufficient_privilege using message = 'a published version never changes';
end
$$;

create or replace function sync.test_body(p_test uuid, p_version int default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  -- Version 0 means the questions before the first version; publishing stored them as version 1.
  return coalesce(
    (select v.body from public.test_versions v where v.test_id = p_test
      and p_version is not null and v.version = greatest(p_version, 1)),
    (select v.body from public.test_versions v join public.tests t on t.id = v.test_id
      where v.test_id = p_test and v.version = t.published_version),
    sync.live_test(p_test));
end
$$;

comment on table public.test_versions is 'Published versions of quizzes with the key; a version never changes.';

comment on function sync.keep_version is 'Rejects every change of a published version.';

-- certificates.sql

create or replace function sync.on_certificate_requirements() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A quiz turns graded or practice when a certificate starts or stops requiring it, so publish it too.
  if tg_op <> 'INSERT' then
    perform sync.touch('certificates', old.certificate_id::text), sync.touch('tests', old.test_id::text);
  end if;
  if tg_op <> 'DELETE' then
    perform sync.touch('certificates', new.certificate_id::text), sync.touch('tests', new.test_id::text);
  end if;
  insert into sync.dirty (command, row_id, scope)
    select 'recount_result', u.user_id::text, 'account:' || u.user_id from (
      select r.user_id from public.test_results r where r.test_id in (old.test_id, new.test_id)
      union select c.user_id from public.user_certificates c where c.certificate_id
        in (old.certificate_id, new.certificate_id)) u
    on conflict do nothing;
  return null;
end
$$;

-- events.sql

create or replace function sync.set_event_duration() returns trigger language plpgsql set search_path = '' as $$
begin
  if new.end_date > new.start_date then
    new.duration_minutes := greatest(1, round(extract(epoch from new.end_date - new.start_date) / 60)::int);
  end if;
  if tg_op = 'UPDATE' then
    -- Compare the columns; `updated_at` changes with every registration.
    new.sequence := old.sequence + ((new.title, new.start_date, new.end_date, new.location, new.status)
      is distinct from (old.title, old.start_date, old.end_date, old.location, old.status))::int;
  end if;
  return new;
end
$$;

create or replace function sync.take_seat() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_event public.events; v_taken int;
begin
  if new.status = 'cancelled' then return new; end if;
  if tg_op = 'UPDATE' and old.status <> 'cancelled' and old.event_id = new.event_id then return new; end if;
  select * into v_event from public.events where id = new.event_id for update;
  if not found or v_event.status = 'draft' then raise exception 'not_found' using errcode = 'P0001'; end if;
  -- Already registered: let the unique index raise the error.
  if tg_op = 'INSERT' and exists (select from public.event_registrations r where r.event_id = new.event_id
    and r.user_id = new.user_id and r.status <> 'cancelled')
    then return new; end if;
  -- A registration may be restored from the trash after the event.
  if (v_event.status <> 'active' or v_event.end_date < now())
    and not (tg_op = 'UPDATE' and old.trashed_status is not null and new.trashed_status is null) then raise exception 'event_closed'
    using errcode = 'P0001'; end if;
  select count(*) into v_taken from public.event_registrations r where r.event_id = new.event_id
    and r.status <> 'cancelled';
  if v_event.max_participants is not null and v_taken >= v_event.max_participants then raise exception 'event_full'
    using errcode = 'P0001'; end if;
  return new;
end
$$;

-- news.sql

create or replace function sync.set_slug() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_base text;
  v_number int := 1;
begin
  new.slug := nullif(btrim(new.slug), '');
  if tg_op = 'UPDATE' and new.slug is null then new.slug := old.slug; end if;
  -- A draft gets its slug from the title; a published item keeps its slug unless a new one is given.
  if new.slug is null or (tg_op = 'UPDATE' and old.published_at is null and new.slug = old.slug
    and new.title <> old.title) then
    v_base := sync.slug_of(new.title, new.id);
    new.slug := v_base;
    -- Serialize by slug, so that two items with one title do not get the same one.
    perform pg_advisory_xact_lock(hashtextextended('slug:' || v_base, 0));
    while exists (select from public.news n where n.slug = new.slug and n.id <> new.id)
      or exists (select from public.slug_history h where h.slug = new.slug and h.news_id <> new.id) loop
      v_number := v_number + 1;
      new.slug := v_base || '-' || v_number;
    end loop;
  end if;
  if tg_op = 'UPDATE' and old.published_at is not null and new.slug <> old.slug then
    insert into public.slug_history (slug, news_id) values (old.slug, new.id) on conflict do nothing;
    delete from public.slug_history where slug = new.slug and news_id = new.id;
  end if;
  return new;
end
$$;

create or replace function sync.skip_muted_notification() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Payments and answers to the learner's own messages cannot be muted.
  if new.topic <> 'billing' and coalesce(new.source, '') not like 'contact:%'
    and exists (select from public.profiles where id = new.user_id and new.type = any (muted))
    then return null; end if;
  return new;
end
$$;

-- discussion.sql

create or replace function sync.on_video_comments() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_video text := coalesce(new.video_id, old.video_id)::text;
  v_user text := coalesce(new.user_id, old.user_id)::text;
begin
  perform sync.touch('comments', coalesce(new.id, old.id)::text, 'video:' || v_video),
    sync.touch('video_stats', v_video, 'video:' || v_video),
    sync.request('recount_comment', v_user, 'account:' || v_user);
  -- Publish the replies again: without its parent in the feed, a reply is shown as a top-level comment.
  if tg_op = 'UPDATE' and (old.deleted_at is null) <> (new.deleted_at is null) then
    perform sync.touch('comments', c.id::text, 'video:' || v_video) from public.video_comments c
      where c.parent_id = new.id;
  end if;
  return null;
end
$$;

-- billing.sql

create or replace function billing.entitle(p_user uuid, p_email text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_best billing.subscriptions;
  v_row uuid;
  v_paid text;
begin
  select * into v_best from billing.subscriptions s
    where s.user_id = p_user or (p_user is null and s.user_id is null and lower(s.email) = lower(p_email))
    order by billing.is_entitled(s.status) desc, case when billing.is_entitled(s.status)
      then s.plan = 'premium' end desc nulls last,
      s.started_at desc, s.id desc limit 1;
  if not found then return; end if;
  v_paid := case when billing.is_entitled(v_best.status) then v_best.plan end;
  select id into v_row from public.user_subscriptions
    where user_id = p_user or (user_id is null and lower(email) = lower(p_email)) order by user_id nulls last limit 1;
  if v_row is null then
    insert into public.user_subscriptions (user_id, email) values (p_user, lower(p_email))
      on conflict (lower(email)) do nothing returning id into v_row;
    -- Another account owns the plan row of this address; leave it unchanged.
    if v_row is null then return; end if;
  end if;
  -- Rule: this function never writes a granted plan. The trigger effective_plan computes the flags.
  update public.user_subscriptions u set
      user_id = coalesce(u.user_id, p_user), paid_plan = v_paid,
      subscription_id = v_best.id, status = v_best.status, billing_period = v_best.period,
      current_period_end = v_best.current_period_end, trial_ends_at = v_best.trial_ends_at,
      cancel_at_period_end = v_best.cancel_at_period_end
    where u.id = v_row
      and (u.user_id, u.paid_plan, u.subscription_id, u.status, u.billing_period, u.current_period_end,
        u.trial_ends_at, u.cancel_at_period_end)
        is distinct from (coalesce(u.user_id, p_user), v_paid, v_best.id, v_best.status, v_best.period,
          v_best.current_period_end, v_best.trial_ends_at, v_best.cancel_at_period_end);
end
$$;

create or replace function billing.write_subscription(p_ticket bigint, p_state jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_user uuid := coalesce((select user_id from billing.subscriptions where id = p_state ->> 'id'),
    billing.owner_of(p_state ->> 'user_id', p_state ->> 'email'));
  v_email text := lower(coalesce((select email from auth.users where id = v_user), p_state ->> 'email'));
begin
  -- Serialize the writers of a plan, so that the reads below see committed rows.
  if v_user is null then perform pg_advisory_xact_lock(hashtextextended('billing:' || v_email, 0));
    else perform sync.lock_user(v_user); end if;
  insert into billing.subscriptions as s (id, provider, customer_id, user_id, email, plan, period, status,
    current_period_end, trial_ends_at,
      cancel_at_period_end, started_at, ticket)
    values (p_state ->> 'id', p_state ->> 'provider', p_state ->> 'customer_id', v_user, v_email, p_state ->> 'plan',
      p_state ->> 'period',
      p_state ->> 'status', (p_state ->> 'current_period_end')::timestamptz, (p_state ->> 'trial_ends_at')::timestamptz,
      (p_state ->> 'cancel_at_period_end')::boolean, (p_state ->> 'started_at')::timestamptz, p_ticket)
    on conflict (id) do update set customer_id = excluded.customer_id, user_id = coalesce(s.user_id, excluded.user_id),
      -- Rule: never write the address of a deleted account again.
      email = case when v_user is null or exists (select from auth.users where id = v_user) then excluded.email
        else s.email end,
      plan = excluded.plan, period = excluded.period, status = excluded.status,
        current_period_end = excluded.current_period_end,
      trial_ends_at = excluded.trial_ends_at, cancel_at_period_end = excluded.cancel_at_period_end,
        ticket = excluded.ticket
      where s.ticket < excluded.ticket;
  if not found then return; end if;
  -- Purchases made under this address before registration now belong to the account.
  update billing.subscriptions set user_id = v_user where user_id is null and lower(email) = v_email
    and exists (select from auth.users where id = v_user and email_confirmed_at is not null);
  if p_state ->> 'trial_ends_at' is not null then
    insert into billing.trials (address_digest) values (billing.address_digest(v_email)) on conflict do nothing;
  end if;
  if v_user is null or exists (select from auth.users where id = v_user)
    then perform billing.entitle(v_user, v_email); end if;
end
$$;

comment on function billing.address_digest is
  'The digest of an e-mail address; ignores case, Unicode compatibility forms and blanks.';

comment on function public.billing_apply is
  'Stores the fetched states and the event in one transaction; returns applied, or duplicate if another '
  'delivery was applied first.';

-- journal-merge.sql

create or replace function sync.is_progress(p_data jsonb) returns boolean language plpgsql immutable parallel safe as $$
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
    -- Intervals must be sorted and disjoint: each begins after the previous one ended; the first may begin at 0.
    if (v_interval ->> 0)::bigint >= (v_interval ->> 1)::bigint
      or ((v_interval ->> 0)::bigint <= v_last and v_last > 0) then return false; end if;
    v_last := (v_interval ->> 1)::bigint;
  end loop;
  return true;
end
$$;

comment on function sync.is_text is
  'Returns whether a value is a text of at most p_max_length characters; jsonb cannot hold NUL characters or lone '
  'surrogates.';

comment on function sync.is_comment is
  'Returns whether data is valid for the kind comment: a text, and optionally a position and the parent comment.';

comment on function sync.is_form is
  'Returns whether data is valid for the kind form: texts by field name, and optionally the log of the sync engine.';

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
  -- Rule: score an attempt by the version with which it began. Older apps do not send it; then use the newest version of
  -- that time.
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
  -- Rule: score once. The review reveals the key, so later answers cannot count; neither does a key corrected later.
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

create or replace function sync.apply_day(p_user uuid, p_day date) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- Accept up to two days ahead: time zones reach UTC+14 and clocks may be wrong. No activity predates the academy.
  if p_day > (now() at time zone 'UTC')::date + 2 or p_day < '2020-01-01' then perform sync.reject('clock'); end if;
  insert into public.user_activity (user_id, active_on) values (p_user, p_day) on conflict do nothing;
end
$$;

create or replace function sync.apply_comment(p_user uuid, p_id uuid, p_video uuid, p_content text, p_created_at timestamptz,
  p_deleted boolean, p_position int default null, p_parent uuid default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if exists (select from public.video_comments where id = p_id and user_id <> p_user)
    then perform sync.reject('duplicate'); end if;
  if p_deleted then
    delete from public.video_comments where id = p_id;
    return;
  end if;
  if exists (select from public.profiles where id = p_user and blocked_at is not null)
    then perform sync.reject('forbidden'); end if;
  perform sync.require_discussion_access(p_user, p_video, p_created_at);
  if coalesce(btrim(p_content, E' \t\r\n'), '') = '' or char_length(p_content) > 2000
    then perform sync.reject('bad_document'); end if;
  -- Position and parent are set at the insert only: they never change.
  insert into public.video_comments as c (id, video_id, user_id, content, created_at, position, parent_id)
    values (p_id, p_video, p_user, p_content, p_created_at, p_position, p_parent)
    on conflict (id) do update set content = btrim(p_content, E' \t\r\n'), created_at = excluded.created_at
    where (c.content, c.created_at) is distinct from (excluded.content, excluded.created_at);
exception
  -- The answered comment was deleted, belongs to another lesson, or is a reply itself.
  when check_violation then perform sync.reject('not_found');
end
$$;

-- feed.sql

create or replace function sync.project_shared(p_kind text, p_ids text[]) returns table (scope text, row_id text, body json)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_ids uuid[];
begin
  if p_kind = 'achievements' then
    return query select 'public', a.id, json_build_object('id', a.id, 'name', a.name, 'description', a.description,
      'icon', a.icon,
        'points', a.points, 'target_value', a.target_value, 'type', a.type)
      from public.achievements a where a.id = any (p_ids);
    return;
  end if;
  v_ids := p_ids::uuid[];
  case p_kind
    when 'courses' then
      return query select 'public', c.id::text, json_build_object('id', c.id, 'title', c.title, 'description',
        c.description, 'status', c.status,
          'plan_type', c.plan_type, 'category', c.category, 'instructor', c.instructor, 'thumbnail_url',
            c.thumbnail_url, 'shape', c.shape, 'hue', c.hue,
          'lesson_count', l.number, 'duration_seconds', l.duration, 'creator_id', c.creator_id,
          'created_at', sync.iso(c.created_at), 'updated_at', sync.iso(c.updated_at))
        from public.courses c, lateral (
          select count(*)::int as number, coalesce(sum(v.duration_seconds), 0)::int as duration from public.videos v
            where v.course_id = c.id and v.deleted_at is null and (v.status = 'published' or sync.is_previewed(c.id))) l
        where c.id = any (v_ids) and (c.status in ('published', 'public') or sync.is_previewed(c.id))
          and c.deleted_at is null;
    when 'videos' then
      return query select 'public', v.id::text, json_build_object('id', v.id, 'course_id', v.course_id, 'title',
        v.title,
          'duration_seconds', v.duration_seconds, 'order_position', v.order_position, 'is_free_preview',
            v.is_free_preview,
          'thumbnail_url', v.thumbnail_url,
          'test_count', (select count(*) from public.tests t where t.video_id = v.id and t.deleted_at is null
            and (t.status = 'published' or sync.is_previewed(c.id))),
          'created_at', sync.iso(v.created_at), 'updated_at', sync.iso(v.updated_at))
        from public.videos v join public.courses c on c.id = v.course_id
        where v.id = any (v_ids) and c.deleted_at is null and v.deleted_at is null
          and (c.status in ('published', 'public') and v.status = 'published' or sync.is_previewed(c.id));
    when 'lessons' then
      return query select sync.lesson_scope(case when sync.is_previewed(c.id) then 'public' else c.status end, c.plan_type,
        v.is_free_preview), v.id::text,
        json_build_object('id', v.id,
          'course_id', v.course_id, 'description', v.description, 'video_url', v.video_url, 'media_bytes',
            v.media_bytes, 'captions', v.captions, 'chapters', v.chapters,
          'resources', coalesce((
            select json_agg(json_build_object('id', r.id, 'title', r.title, 'file_url', r.file_url, 'file_name',
              r.file_name,
              'file_size', r.file_size, 'file_type', r.file_type, 'created_at', sync.iso(r.created_at))
                order by r.created_at, r.id)
            from public.video_resources r left join public.course_resources k on k.id = r.course_resource_id
            where r.video_id = v.id and r.deleted_at is null and k.is_visible is not false
              and k.deleted_at is null), '[]'))
        from public.videos v join public.courses c on c.id = v.course_id
        where v.id = any (v_ids) and c.deleted_at is null and v.deleted_at is null
          and (c.status in ('published', 'public') and v.status = 'published' or sync.is_previewed(c.id));
    when 'tests' then
      return query select case when c.plan_type = 'premium' then 'plan:premium' else 'plan:basic' end, t.id::text,
        (jsonb_build_object('id', t.id, 'video_id', t.video_id, 'course_id', t.course_id, 'graded', g.graded,
          'version', coalesce(t.published_version, 0)) || sync.public_test(w.body, g.graded)
          -- Up to three versions replaced within 30 days, so that a device can finish an attempt with the version it began with.
          || coalesce((select jsonb_build_object('previous', jsonb_agg(jsonb_build_object('version', p.version)
              || sync.public_test(p.body, g.graded) order by p.version desc))
            from (select v.version, v.body from public.test_versions v where v.test_id = t.id
                and v.version < t.published_version and exists (select from public.test_versions n
                  where n.test_id = t.id and n.version = v.version + 1 and n.published_at > now() - interval '30 days')
              order by v.version desc limit 3) p having count(*) > 0), '{}'))::json
        from public.tests t join public.courses c on c.id = t.course_id,
          lateral (select sync.is_graded(t.id) as graded) g,
          lateral (select case when sync.is_previewed(c.id) then sync.live_test(t.id) else sync.test_body(t.id) end
            as body) w
        where t.id = any (v_ids) and t.deleted_at is null and c.deleted_at is null
          and (t.status = 'published' and c.status in ('published', 'public') or sync.is_previewed(c.id));
    when 'news' then
      return query select 'public', n.id::text, json_build_object('id', n.id, 'title', n.title, 'summary', n.summary,
        'slug', n.slug,
          'category', n.category, 'image_url', n.image_url, 'reading_minutes', sync.reading_minutes(n.content),
          'published_at', sync.iso(n.published_at), 'created_at', sync.iso(n.created_at),
          'old_slugs', (select coalesce(json_agg(h.slug order by h.slug), '[]') from public.slug_history h
            where h.news_id = n.id))
        from public.news n where n.id = any (v_ids) and n.status = 'published' and n.deleted_at is null;
    when 'news_bodies' then
      return query select 'plan:premium', n.id::text, json_build_object('id', n.id, 'content', n.content)
        from public.news n where n.id = any (v_ids) and n.status = 'published' and n.deleted_at is null;
    when 'events' then
      return query select 'public', e.id::text, json_build_object('id', e.id, 'title', e.title, 'description',
        e.description, 'image_url', e.image_url,
          'location', e.location, 'start_date', sync.iso(e.start_date), 'end_date', sync.iso(e.end_date),
            'duration_minutes', e.duration_minutes,
          'type', e.type, 'is_free', e.is_free, 'max_participants', e.max_participants, 'current_participants',
            e.current_participants,
          'status', e.status, 'sequence', e.sequence, 'created_at', sync.iso(e.created_at), 'updated_at',
            sync.iso(e.updated_at))
        from public.events e where e.id = any (v_ids) and e.status <> 'draft' and e.deleted_at is null;
    when 'certificates' then
      return query select 'public', c.id::text, json_build_object('id', c.id, 'title', c.title, 'description',
        c.description,
          'template_url', c.template_url, 'name_position', c.name_position, 'name_font_size', c.name_font_size,
            'name_font_color', c.name_font_color,
          'requirements', coalesce((
            select json_agg(json_build_object('test_id', r.test_id, 'test_title', t.title, 'minimum_score',
              r.minimum_score) order by r.created_at, r.id)
            from public.certificate_requirements r join public.tests t on t.id = r.test_id
              where r.certificate_id = c.id), '[]'))
        from public.certificates c where c.id = any (v_ids) and c.is_active and c.deleted_at is null;
    else
      raise exception 'no projection for %', p_kind;
  end case;
end
$$;

create or replace function sync.publish_documents(p_group text, p_kinds text[], p_ids text[], p_scopes text[]) returns text[]
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_changed text[];
begin
  with document as (
    select s.scope, t.kind, t.row_id, w.body
    from unnest(p_kinds, p_ids, p_scopes) as t (kind, row_id, scope)
    cross join lateral unnest(case when t.scope = '' then array['plan:basic', 'plan:premium', 'public']
      else array[t.scope] end) as s (scope)
    left join (
      select * from sync.project_shared(p_group, p_ids) where p_scopes[1] = ''
      union all select * from sync.project_scoped(p_group, p_scopes, p_ids)
        where p_scopes[1] <> '') w on w.scope = s.scope and w.row_id = t.row_id
  ), changed as materialized (
    -- Skip unpublished documents (no tombstone needed) and unchanged ones (no new number needed).
    select d.scope, d.kind, d.row_id, d.body, f.seq as before,
      scope.seq + row_number() over (partition by d.scope order by d.kind, d.row_id) as seq
    from document d
    -- `limit 1` makes the planner use the key, whatever its row estimates are.
    left join lateral (
      select case when not f.deleted then f.seq end as seq, f.body::text as body
      from sync.feed f where f.scope = d.scope and f.kind = d.kind and f.row_id = d.row_id limit 1) f on true
    cross join lateral (select s.seq from sync.scope s where s.scope = d.scope limit 1) scope
    where f.body is distinct from d.body::text
  ), fed as (
    insert into sync.feed (scope, kind, row_id, seq, deleted, body)
      select c.scope, c.kind, c.row_id, c.seq, c.body is null, c.body from changed c
      on conflict (scope, kind, row_id) do update set seq = excluded.seq, deleted = excluded.deleted,
        body = excluded.body
  ), counted as (
    -- Change of count, sum and xor: rows added minus rows removed.
    select c.scope, max(c.seq) as seq,
      count(c.body) - count(c.before) as live_count,
      coalesce(sum(c.seq) filter (where c.body is not null), 0) - coalesce(sum(c.before), 0) as live_sum,
      coalesce(bit_xor(c.seq) filter (where c.body is not null), 0) # coalesce(bit_xor(c.before), 0) as live_xor
    from changed c group by c.scope
  ), numbered as (
    update sync.scope s
      set seq = c.seq, live_count = s.live_count + c.live_count, live_sum = s.live_sum + c.live_sum,
        live_xor = s.live_xor # c.live_xor
      from counted c where s.scope = c.scope returning s.scope
  )
  select coalesce(array_agg(scope), '{}') into v_changed from numbered;
  return v_changed;
end
$$;

create or replace function sync.flush() returns trigger language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off as $$
declare
  v_tx constant xid8 := pg_current_xact_id();
  v_scope text;
  v_recorded record;
  v_group record;
  v_gone text;
  v_changed text[] := '{}';
begin
  -- The first trigger call processes all entries of the transaction; later calls find an empty queue.
  select array_agg(distinct scope) as scopes, bool_or(command <> '') as has_commands,
      bool_or(scope like 'video:%' or command = 'republish_author') as has_discussions
    into v_recorded from sync.dirty where tx = v_tx;
  if v_recorded.scopes is null then return null; end if;

  for v_scope in
    select s from unnest(v_recorded.scopes) s where s <> '' and s not like 'video:%'
    union select unnest(sync.shared_scopes()) where '' = any (v_recorded.scopes)
    order by 1
  loop
    perform sync.lock_scope(v_scope);
  end loop;

  -- Expand commands only after locking: rows that other transactions committed before are visible now.
  if v_recorded.has_commands then perform sync.expand_commands(v_tx); end if;
  if v_recorded.has_discussions then
    for v_scope in select distinct scope from sync.dirty where tx = v_tx and scope like 'video:%' order by 1 loop
      perform sync.lock_scope(v_scope);
    end loop;
    perform sync.count_discussion(row_id::uuid) from sync.dirty where tx = v_tx and kind = 'video_stats';
  end if;

  -- Take all entries. Clear the setting, so that an entry recorded later requests another flush.
  perform set_config('sync.flush_requested', '', true);
  for v_group in
    with taken as (delete from sync.dirty where tx = v_tx returning kind, row_id, scope, row_ids), entry as (
      select kind, row_id, scope from taken where row_ids is null
      union all select distinct t.kind, d.id, t.scope from taken t, unnest(t.row_ids) as d (id)
    )
    select case when scope like 'journal:%' then 'journal' else kind end as name,
      array_agg(kind) as kinds, array_agg(row_id) as ids, array_agg(scope) as scopes
    from entry group by 1 order by 1
  loop
    v_changed := v_changed || sync.publish_documents(v_group.name, v_group.kinds, v_group.ids, v_group.scopes);
    -- Delete the rows of a deleted account from the feed, including tombstones.
    if v_group.name = 'profiles' then
      for v_gone in
        select unnest(v_group.ids) except select id::text from public.profiles where id = any (v_group.ids::uuid[])
      loop
        delete from sync.feed where scope in ('account:' || v_gone, 'journal:' || v_gone);
        delete from sync.scope where scope in ('account:' || v_gone, 'journal:' || v_gone);
      end loop;
    end if;
  end loop;

  for v_scope in select distinct unnest(v_changed) order by 1 loop
    perform realtime.send(
      json_build_object('spread_ms', case when v_scope ~ '^(account|journal):' then 0
        else sync.spread_ms(v_scope) end)::jsonb,
      'poke', 'scope:' || v_scope, true);
  end loop;
  return null;
end
$$;

-- notification-sources.sql

create or replace function sync.notify(p_user uuid, p_topic text, p_source text, p_type text, p_title text, p_message text,
  p_link text) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.notifications (user_id, topic, source, type, title, message, link)
  select p_user, p_topic, p_source, p_type, left(p_title, 300), left(p_message, 5000), p_link
  -- Restoring a backup and seeding insert old facts, which must not notify anybody.
  where coalesce(current_setting('sync.skip_notifications', true), '') <> 'on'
  on conflict (user_id, source) where source is not null do nothing
$$;

create or replace function sync.notify_result() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_title text;
begin
  -- Practice quizzes are scored on the device, so their result is no news.
  if not sync.is_graded(new.test_id) then return null; end if;
  select title into v_title from public.tests where id = new.test_id;
  perform sync.notify(new.user_id, 'lesson', 'result:' || new.id, case when new.passed then 'success' else 'info' end,
    'Тестът е оценен', '„' || v_title || '“: ' || new.score || '%, ' || case when new.passed then 'издържан'
      else 'неиздържан' end || '.', '/test/' || new.test_id);
  return null;
end
$$;

create or replace function sync.notify_lesson() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_course text;
begin
  if new.status = 'draft' then return null; end if;
  select title into v_course from public.courses where id = new.course_id and status in ('published', 'public')
    and deleted_at is null;
  if not found then return null; end if;
  -- One notification per course and day: the source names both, so ten lessons added together send one.
  perform sync.notify(j.user_id, 'lesson', 'lesson:' || new.course_id || ':' || current_date, 'info',
      'Нов урок в „' || v_course || '“', new.title, '/course/' || new.course_id)
    from (select distinct user_id from sync.journal
      where kind = 'progress' and not deleted and data ->> 'course_id' = new.course_id::text) j;
  return null;
end
$$;

create or replace function public.send_event_reminders() returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_before int;
  v_after int;
begin
  select count(*) into v_before from public.notifications where source like 'event-reminder-%';
  perform sync.notify(r.user_id, 'event', 'event-reminder-' || k.name || ':' || e.id, 'info', k.title,
      '„' || e.title || '“ започва на ' || sync.event_time(e.start_date) || ', ' || e.location || '.',
      '/dashboard?section=events')
    from public.events e
    join public.event_registrations r on r.event_id = e.id and r.status = 'registered'
    join (values ('24h', 'Събитието е утре', interval '24 hours', interval '1 hour'),
      ('1h', 'Събитието започва след час', interval '1 hour', interval '0 hours'))
      as k (name, title, starts_within, but_not_within)
      on e.start_date <= now() + k.starts_within and e.start_date > now() + k.but_not_within
    where e.status = 'active'
      -- Skip learners who registered after this reminder would have been due.
      and r.registered_at <= e.start_date - k.starts_within;
  select count(*) into v_after from public.notifications where source like 'event-reminder-%';
  return v_after - v_before;
end
$$;

-- billing-notifications.sql

create or replace function public.take_billing_mails() returns jsonb
language sql volatile security definer set search_path = '' as $$
  with taken as (
    insert into billing.sent_mails (notification_id)
      select n.id from public.notifications n
      -- Skip older messages, written while no mail server was configured.
      where n.topic = 'billing' and n.source is not null and n.created_at > now() - interval '2 days'
        and not exists (select from billing.sent_mails m where m.notification_id = n.id)
      order by n.created_at limit 50
      on conflict do nothing returning notification_id)
  select coalesce(jsonb_agg(jsonb_build_object('email', u.email, 'title', n.title, 'message', n.message,
      'link', n.link)), '[]')
  from taken t join public.notifications n on n.id = t.notification_id join auth.users u on u.id = n.user_id
  where u.email_confirmed_at is not null
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
      -- Stored versions that may come from an earlier push with a fast clock: those without a sent copy at the same time.
      select e.value - 'at' as content, (e.value ->> 'at')::bigint as at,
        row_number() over (partition by e.value - 'at' order by (e.value ->> 'at')::bigint) as nth
      from jsonb_array_elements(coalesce(p_stored, '[]')) e
      where e.value not in (select sent.value from sent where sent.at <= p_latest)
    )
    select jsonb_agg(case
      when sent.at <= p_latest then sent.value
      -- Set one millisecond apart, so that the newest version stays the newest.
      else sent.value || jsonb_build_object('at', coalesce(stored.at, p_latest - sent.place + 1))
    end order by sent.place)
    from sent left join stored on sent.at > p_latest and stored.content = sent.content and stored.nth = sent.nth
  );
end
$$;

create or replace function sync.clamp(p_kind text, p_doc jsonb, p_stored jsonb, p_latest bigint) returns jsonb
language plpgsql immutable parallel safe as $$
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

create or replace function sync.plan_of(p_kind text, p_data jsonb) returns text language plpgsql stable as $$
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

create or replace function sync.require_access(p_user uuid, p_plans text[], p_plan text, p_kind text, p_data jsonb) returns void
language plpgsql stable as $$
begin
  if p_kind not in ('progress', 'note', 'attempt') then
    return; -- the apply functions of the other kinds check access themselves
  elsif p_plan is null then
    perform sync.reject('not_found');
  elsif p_plan <> all (p_plans) then
    -- Check the time when the act began. The last version of a note is its oldest.
    if not sync.may_act(p_user, p_plan, sync.time_of_ms(coalesce(p_data ->> 'started_at', p_data ->> 'first_watched',
      p_data #>> '{versions,-1,at}')::bigint)) then
      perform sync.reject('forbidden');
    end if;
  end if;
end
$$;

create or replace function sync.apply(p_user uuid, p_doc jsonb) returns void language plpgsql volatile as $$
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
      perform sync.apply_registration(p_user, v_key::uuid, (v_data ->> 'registered')::boolean,
        sync.time_of_ms((p_doc ->> 'at')::bigint));
    when 'like' then perform sync.apply_like(p_user, v_key::uuid, (v_data ->> 'liked')::boolean,
      sync.time_of_ms((p_doc ->> 'at')::bigint));
    when 'comment' then
      perform sync.apply_comment(p_user, v_key::uuid, (v_data ->> 'video_id')::uuid, v_data ->> 'content',
        sync.time_of_ms((v_data ->> 'created_at')::bigint), (v_data ->> 'deleted')::boolean,
        (v_data ->> 'position')::int, (v_data ->> 'parent_id')::uuid);
    when 'note' then null;
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

create or replace function sync.merge_doc(p_user uuid, p_sent jsonb, p_stored jsonb, p_ahead jsonb, p_refused text,
  p_latest bigint) returns sync.push_item
language plpgsql volatile as $$
declare
  v_kind constant text := p_sent ->> 'kind';
  v_normal jsonb := p_sent;
  v_clamped jsonb;
  v_merged jsonb;
  v_refused text := p_refused;
begin
  -- Merging a document with itself normalizes its watched intervals.
  if v_kind = 'progress' then v_normal := sync.merge(v_kind, p_sent, p_sent); end if;
  v_clamped := sync.clamp(v_kind, v_normal, p_stored, p_latest);
  v_merged := v_clamped;
  if v_clamped <> v_normal then
    -- Keep the stored document if the device sends nothing new.
    v_merged := case when sync.merge(v_kind, p_ahead, v_normal) = p_ahead then p_stored end;
    p_ahead := sync.merge(v_kind, coalesce(p_ahead, v_normal), v_normal);
    v_merged := coalesce(v_merged, sync.merge(v_kind, v_clamped, v_clamped));
  end if;
  if p_stored is not null then
    v_merged := sync.merge(v_kind, p_stored, v_merged);
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
    elsif p_stored is null or v_kind in ('like', 'cart') or v_merged -> 'data' <> p_stored -> 'data' then
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
  return jsonb_build_object('id', p_sent -> 'id', 'status', case when p_revision is null then 'same' when v_as_sent
    then 'applied' else 'merged' end)
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
  v_ahead jsonb; -- the merge of what a fast clock sent before
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

create or replace function sync.push_all(p_user uuid, p_plans text[], p_docs json, p_now_ms bigint) returns jsonb[]
language plpgsql volatile as $$
declare
  v_latest constant bigint := p_now_ms + 300000; -- CLOCK_AHEAD_MS
  v_items sync.push_item[] := '{}';
  v_next record;
  v_subject text;
  v_plan_subject text; -- the lesson or quiz of v_plan, which the next documents often share
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
    perform sync.reject('duplicate'); -- the second copy must be merged with the stored first one
  end if;
  return sync.store_docs(p_user, v_items);
end
$$;

create or replace function sync.push_rejection(p_user uuid, p_raw json, p_state text, p_message text) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  v_doc_id text;
  v_stored jsonb;
  v_code text := case
    when p_state = 'P0001' and p_message in ('bad_document', 'unknown_kind', 'bad_id', 'too_large', 'forbidden',
      'not_found', 'event_full', 'event_closed',
      'attempts_exhausted', 'clock', 'duplicate', 'sign_in', 'too_many') then p_message
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
    raise warning 'sync_push will be asked again for %: % %', v_doc_id, p_state, p_message;
    return jsonb_build_object('id', v_doc_id, 'status', 'retry', 'message', sync.code_message(null));
  end if;
  return jsonb_build_object('id', v_doc_id, 'status', 'rejected', 'code', v_code, 'message', sync.code_message(v_code))
    || case when v_stored is null then '{}' else jsonb_build_object('doc', v_stored) end;
end
$$;

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
  -- Apps from before send_forms push visitor forms here; the forms stay pending until the app is updated.
  if v_user is null then raise insufficient_privilege using message = 'client_too_old'; end if;
  perform sync.check_wire_version(p_version);
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

-- account-end.sql

create or replace function public.erase_account(p_user uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_email text;
begin
  perform sync.lock_user(p_user);
  select lower(u.email) into v_email from auth.users u join public.profiles p on p.id = u.id
    where u.id = p_user and p.deleted_at <= now() - sync.account_deletion_grace()
      and not exists (select from public.admin_users a where a.user_id = u.id);
  if not found then return false; end if;
  delete from public.demo_requests where user_id = p_user or lower(email) = v_email;
  delete from public.contact_requests where user_id = p_user or lower(email) = v_email;
  delete from public.store_launch_notifications where lower(email) = v_email;
  update public.payments set email = 'erased', buyer = null where user_id = p_user;
  update billing.subscriptions set email = 'erased' where user_id = p_user;
  update billing.test_objects set version = version + 1, body = body || '{"email": "erased"}' where owner = p_user
    and body ? 'email';
  begin
    delete from auth.audit_log_entries where payload::jsonb ->> 'actor_id' = p_user::text;
  -- On some hosts the owner has no right to delete these rows; the auth service purges old ones itself.
  exception when others then null;
  end;
  delete from auth.users where id = p_user;
  return true;
end
$$;

comment on function public.withdraw_account_deletion is 'Cancels the request to delete the caller''s account.';

-- jobs.sql

create or replace function public.job_begin(p_name text, p_pause_ms int, p_lease_ms int) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_job public.background_jobs;
begin
  -- Serialize claims. The lock lasts for this transaction, the claim until job_finish or until its lease expires:
  -- a REST service has no session that could hold an advisory lock for the whole run.
  perform pg_advisory_xact_lock(hashtextextended('job:' || p_name, 0));
  insert into public.background_jobs (name) values (p_name) on conflict do nothing;
  select * into v_job from public.background_jobs where name = p_name;
  if v_job.running_until > now() then return jsonb_build_object('claim', 'busy'); end if;
  if v_job.last_started_at > now() - p_pause_ms * interval '1 millisecond'
    then return jsonb_build_object('claim', 'done'); end if;
  update public.background_jobs set run = run + 1, last_started_at = now(),
      running_until = now() + p_lease_ms * interval '1 millisecond'
    where name = p_name returning * into v_job;
  return jsonb_build_object('claim', 'run', 'run', v_job.run);
end
$$;

-- push.sql

create or replace function public.register_push_device(p_platform text, p_token text, p_device text, p_time_zone text)
returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_user constant uuid := auth.uid();
  v_address text;
  v_zone text := p_time_zone;
  v_id uuid;
begin
  if v_user is null then raise insufficient_privilege using message = 'an account registers its own devices'; end if;
  if coalesce(p_device, '') !~ '^[A-Za-z0-9-]{8,100}$' or p_platform is null or p_token is null
    then perform sync.reject('bad_token'); end if;
  v_address := sync.push_address(p_platform, p_token);
  begin
    if v_zone is null or char_length(v_zone) > 60 or now() at time zone v_zone is null then v_zone := 'Europe/Sofia'; end if;
  exception when others then
    v_zone := 'Europe/Sofia';
  end;
  perform sync.lock_user(v_user);
  -- An account that is marked for deletion receives no messages.
  if not exists (select from public.profiles where id = v_user and deleted_at is null) then return null; end if;
  -- A push subscription belongs to one account: the one that was signed in on the device before loses it.
  delete from public.push_devices where address = v_address and (user_id, device) <> (v_user, p_device);
  insert into public.push_devices as d (user_id, platform, address, token, device, time_zone)
    values (v_user, p_platform, v_address, p_token, p_device, v_zone)
    on conflict (user_id, device) do update set platform = excluded.platform, address = excluded.address,
      token = excluded.token, time_zone = excluded.time_zone, renewed_at = now()
    returning d.id into v_id;
  -- At most 20 devices per account; remove the least recently renewed ones.
  delete from public.push_devices where id in (
    select id from public.push_devices where user_id = v_user order by renewed_at desc, id offset 20);
  insert into public.user_push_tokens (user_id, platform, fcm_token) values (v_user, p_platform, p_token)
    on conflict (user_id, platform) do update set fcm_token = excluded.fcm_token;
  return v_id;
end
$$;

create or replace function sync.queue_push() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into sync.push_outbox (device_id, notification_id)
    select d.id, n.id from fresh n
      join public.push_devices d on d.user_id = n.user_id
      join public.profiles p on p.id = n.user_id and p.deleted_at is null
    where n.topic <> all (p.push_off)
      -- Skip sends that the administrator did not mark for push.
      and (n.source is null or n.source not like 'send:%' or exists (select from public.notification_sends s
        where s.id = sync.uuid_or_null(substr(n.source, 6)) and s.push));
  -- Wake the sender of this server at commit; senders of other servers poll the table every few seconds.
  if found then perform pg_notify('push', ''); end if;
  return null;
end
$$;

create or replace function sync.quiet_until(p_quiet text, p_zone text, p_now timestamptz) returns timestamptz
language plpgsql stable security definer set search_path = '' as $$
declare
  v_local constant timestamp := p_now at time zone p_zone;
  v_from constant time := case when p_quiet = 'off' then '00:00' else coalesce(split_part(p_quiet, '-', 1), '22:00') end;
  v_to constant time := case when p_quiet = 'off' then '00:00' else coalesce(split_part(p_quiet, '-', 2), '08:00') end;
  v_end timestamp;
begin
  if v_from < v_to and v_local::time >= v_from and v_local::time < v_to then v_end := v_local::date + v_to;
  elsif v_from > v_to and v_local::time >= v_from then v_end := v_local::date + 1 + v_to;
  elsif v_from > v_to and v_local::time < v_to then v_end := v_local::date + v_to;
  else return null; end if;
  -- In the hour that a clock change repeats, the computed end can be in the past.
  return greatest(v_end at time zone p_zone, p_now + interval '1 minute');
end
$$;

create or replace function sync.prepare_push(p_ids bigint[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- Do not send messages that were read or that the account has switched off since.
  update sync.push_outbox o set ended_at = now(), outcome = k.why
    from (
      select x.id, case when n.is_read then 'read' else 'unwanted' end as why
      from sync.push_outbox x
        join public.push_devices d on d.id = x.device_id
        join public.profiles p on p.id = d.user_id
        left join public.notifications n on n.id = x.notification_id
      where x.id = any (p_ids) and (coalesce(n.is_read, false) or coalesce(n.topic = any (p.push_off), false)
        or p.deleted_at is not null or (x.reminder_on is not null and not p.daily_reminder))) k
    where o.id = k.id;
  -- A daily reminder that falls into the quiet hours is dropped, because it is about the day that ends.
  update sync.push_outbox o set held = o.reminder_on is null, due_at = k.until,
      ended_at = case when o.reminder_on is null then null else now() end,
      outcome = case when o.reminder_on is null then null else 'quiet' end
    from (
      select x.id, sync.quiet_until(p.quiet_hours, d.time_zone, now()) as until
      from sync.push_outbox x
        join public.push_devices d on d.id = x.device_id
        join public.profiles p on p.id = d.user_id
      where x.id = any (p_ids) and x.ended_at is null) k
    where o.id = k.id and k.until is not null;
  -- Combine more than three held messages of a device into the newest one.
  with held as (
    select device_id, max(id) as newest, count(*)::int as messages from sync.push_outbox
      where ended_at is null and claimed_at is null and held and due_at <= now() and device_id in (
        select device_id from sync.push_outbox where id = any (p_ids) and held)
      group by device_id having count(*) > 3)
  update sync.push_outbox o set combined = case when o.id = h.newest then h.messages else 0 end,
      ended_at = case when o.id = h.newest then null else now() end,
      outcome = case when o.id = h.newest then null else 'combined' end
    from held h
    where o.device_id = h.device_id and o.ended_at is null and o.claimed_at is null and o.held and o.due_at <= now();
end
$$;

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
      'title', coalesce(n.title, o.message ->> 'title', ''),
      'body', coalesce(n.body, n.message, o.message ->> 'body', ''),
      'type', coalesce(n.type, o.message ->> 'type', 'info'),
      'topic', coalesce(n.topic, 'admin'),
      'link', coalesce(n.link, o.message ->> 'link'),
      'unread', (select count(*) from public.notifications u where u.user_id = d.user_id and not u.is_read))
      order by o.id), '[]'))
    from sync.push_outbox o
      join public.push_devices d on d.id = o.device_id
      left join public.notifications n on n.id = o.notification_id
    where o.id = any (v_ids) and o.ended_at is null and o.claimed_at = now());
end
$$;

create or replace function public.push_report(p_results jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- Keep a device that was registered again after the claim: it has a new address.
  delete from public.push_devices d using sync.push_outbox o, jsonb_array_elements(p_results) r
    where o.id = (r ->> 'id')::bigint and r ->> 'outcome' = 'gone' and d.id = o.device_id
      and d.renewed_at <= o.claimed_at;
  update sync.push_outbox o set
      claimed_at = case when k.again then null else o.claimed_at end,
      due_at = case when k.again then now() + k.retry_ms * interval '1 millisecond' else o.due_at end,
      ended_at = case when k.again then null else now() end,
      outcome = case when k.again then null when k.outcome = 'retry' then 'gave_up' else k.outcome end
    from (
      select x.id, r ->> 'outcome' as outcome, (r ->> 'retry_ms')::bigint as retry_ms,
        r ->> 'outcome' = 'retry' and x.attempts < 6 and x.created_at > now() - interval '24 hours' as again
      from jsonb_array_elements(p_results) r join sync.push_outbox x on x.id = (r ->> 'id')::bigint) k
    where o.id = k.id and o.ended_at is null and o.claimed_at is not null;
end
$$;

create or replace function public.push_send(p_caller uuid, p_users uuid[], p_message jsonb, p_notification uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_admin constant boolean := sync.is_administrator(p_caller);
  v_queued int;
begin
  if p_notification is not null then
    -- Rule: read the text of a notification from its row; never take it from the caller.
    if not exists (select from public.notifications where id = p_notification and (v_admin or user_id = p_caller))
      then return jsonb_build_object('refused', 'not_found'); end if;
    insert into sync.push_outbox (device_id, notification_id)
      select d.id, n.id from public.notifications n
        join public.push_devices d on d.user_id = n.user_id
        join public.profiles p on p.id = n.user_id and p.deleted_at is null
      where n.id = p_notification and n.topic <> all (p.push_off)
      on conflict (notification_id, device_id) do nothing;
    select count(*) into v_queued from sync.push_outbox where notification_id = p_notification;
  elsif not v_admin then
    return jsonb_build_object('refused', 'forbidden');
  else
    insert into sync.push_outbox (device_id, message)
      select d.id, p_message from public.push_devices d
        join public.profiles p on p.id = d.user_id and p.deleted_at is null
      where d.user_id = any (p_users) and 'admin' <> all (p.push_off);
    get diagnostics v_queued = row_count;
  end if;
  return jsonb_build_object('queued', v_queued);
end
$$;

create or replace function sync.queue_push_reminders(p_now timestamptz) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_local constant timestamp := p_now at time zone 'Europe/Sofia';
  v_today constant date := v_local::date;
  v_queued int;
begin
  if v_local::time < '17:00' or v_local::time >= '19:00' then return 0; end if;
  with due as (
    insert into sync.push_reminders as r (user_id, last_on)
      select p.id, v_today from public.profiles p
        left join public.user_streaks s on s.user_id = p.id
        cross join lateral (select max(renewed_at) as seen_at from public.push_devices where user_id = p.id) d
      where p.daily_reminder and p.deleted_at is null and d.seen_at is not null
        and not exists (select from sync.journal j where j.user_id = p.id and j.id = 'day/' || v_today and not j.deleted)
        and greatest(s.last_active, (d.seen_at at time zone 'Europe/Sofia')::date) >= v_today - 30
      -- Rule: one reminder per account and day. Of concurrent processes only one updates the row.
      on conflict (user_id) do update set last_on = excluded.last_on where r.last_on < excluded.last_on
      returning user_id)
  insert into sync.push_outbox (device_id, reminder_on)
    select d.id, v_today from due join public.push_devices d on d.user_id = due.user_id
    on conflict (device_id, reminder_on) do nothing;
  get diagnostics v_queued = row_count;
  return v_queued;
end
$$;

comment on function sync.prepare_push is
  'Drops due messages that must not be sent, delays those in quiet hours and combines delayed ones.';

comment on function public.push_report is
  'Stores the outcomes of claimed messages and removes devices whose subscription is gone.';

comment on function public.push_send is
  'Queues a notification for the devices of its account, or a message of an administrator; `refused` in the answer '
  'is the reason why not.';

-- admin/audit.sql

create or replace function sync.keep_audit() returns trigger language plpgsql set search_path = '' as $$
begin
  -- Let the foreign key set user_id to null when an administrator's account is erased.
  if tg_op = 'UPDATE' and new.user_id is null and to_jsonb(new) - 'user_id' = to_jsonb(old) - 'user_id'
    then return new; end if;
  raise insufficient_privilege using message = 'the audit log is append-only';
end
$$;

create or replace function sync.mask_value(p_field text, p_value jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  if p_value = 'null' then return p_value; end if;
  if p_field ~* '(secret|token|password|seal|credential|private)' then return '"•••"'; end if;
  if jsonb_typeof(p_value) = 'string'
    then return to_jsonb(sync.mask_addresses(left(p_value #>> '{}', 2000))); end if;
  if jsonb_typeof(p_value) not in ('object', 'array') then return p_value; end if;
  -- Masking JSON text could cut an escape sequence in two, so values with control characters are left out.
  if octet_length(p_value::text) > 8000 or p_value::text like '%\\u00%' then return '"…"'; end if;
  return sync.mask_addresses(p_value::text)::jsonb;
end
$$;

create or replace function sync.changed_fields(p_row jsonb, p_other jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_object_agg(f.key, sync.mask_value(f.key, f.value))
  from jsonb_each(p_row) f
  where f.value is distinct from coalesce(p_other -> f.key, 'null')
    -- Columns that the server computes.
    and f.key not in ('created_at', 'updated_at', 'row_version', 'current_participants', 'sequence', 'deleted_by',
      'published_at')
$$;

create or replace function sync.audit() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_user constant uuid := (select auth.uid());
  v_old constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  v_new constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  v_row constant jsonb := coalesce(v_new, v_old);
  v_before jsonb := sync.changed_fields(v_old, coalesce(v_new, '{}'));
  v_after jsonb := sync.changed_fields(v_new, coalesce(v_old, '{}'));
begin
  -- Changes of administration rights are always logged: after removing their own row the caller is no administrator.
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

create or replace function sync.require_rate(p_action text, p_limit int) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_user constant uuid := (select auth.uid());
  v_nth timestamptz;
begin
  -- Serialize the calls of an administrator, so that two concurrent ones cannot both take the last place in the limit.
  perform pg_advisory_xact_lock(hashtextextended('admin:' || p_action || ':' || v_user, 0));
  select at into v_nth from public.admin_audit
    where user_id = v_user and action = p_action and at > now() - interval '1 hour'
    order by at desc offset p_limit - 1 limit 1;
  if found then
    raise sqlstate 'PT429' using message = 'too_many',
      detail = ceil(extract(epoch from v_nth + interval '1 hour' - now()))::text;
  end if;
end
$$;

comment on function sync.keep_audit is 'Rejects every change of the audit log.';

comment on function public.note_admin_action is
  'Logs the request for a sign-in link or an export; raises too_many above 30 links or 20 exports an hour.';

-- contact.sql

create or replace function public.admin_contact_requests(p_state text default 'open', p_search text default '',
  p_page int default 1, p_size int default 10) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_search constant text := lower(btrim(coalesce(p_search, '')));
  v_total bigint; v_rows jsonb; v_counts jsonb;
begin
  perform sync.require_admin(), sync.require_page(p_page, p_size),
    sync.require_option('p_state', p_state, '{open,answered,all}');
  select jsonb_build_object('open', count(*) filter (where c.answered_at is null),
      'answered', count(*) filter (where c.answered_at is not null)),
      count(*) filter (where p_state = 'all' or (c.answered_at is null) = (p_state = 'open'))
    into v_counts, v_total from public.contact_requests c
    where v_search = '' or strpos(lower(c.email), v_search) > 0 or strpos(lower(c.name), v_search) > 0
      or strpos(lower(c.message), v_search) > 0;
  -- Open requests first: by priority, then the oldest. Answered ones after them, newest first.
  select jsonb_agg(sync.contact_row(m.request) order by m.place) into v_rows
    from (select c as request, row_number() over (order by c.answered_at is not null,
        case when c.answered_at is null then c.priority end desc nulls last,
        case when c.answered_at is null then c.created_at end, c.answered_at desc, c.id) as place
      from public.contact_requests c
      where (p_state = 'all' or (c.answered_at is null) = (p_state = 'open'))
        and (v_search = '' or strpos(lower(c.email), v_search) > 0 or strpos(lower(c.name), v_search) > 0
          or strpos(lower(c.message), v_search) > 0)
      order by place limit p_size offset (p_page - 1) * p_size) m;
  return sync.list_page(v_rows, v_total, p_page, p_size) || jsonb_build_object('counts', v_counts);
end
$$;

create or replace function public.reply_to_contact_request(p_id uuid, p_answer text default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_answer constant text := nullif(btrim(p_answer), '');
  v_request public.contact_requests;
begin
  perform sync.require_admin();
  if char_length(v_answer) > 4000 then perform sync.refuse('bad_argument', 'p_answer'); end if;
  select * into v_request from public.contact_requests where id = p_id for update;
  if not found then perform sync.refuse('not_found'); end if;
  if v_request.answered_at is not null then
    -- Idempotent: a repeated call with the same answer succeeds.
    if v_request.answer is distinct from v_answer then perform sync.refuse('answered'); end if;
    return sync.contact_row(v_request);
  end if;
  -- A visitor has no account that could receive the answer.
  if v_answer is not null and v_request.user_id is null then perform sync.refuse('no_account'); end if;
  update public.contact_requests set answer = v_answer, answered_at = now(), answered_by = (select auth.uid())
    where id = p_id returning * into v_request;
  if v_answer is not null then
    perform sync.notify(v_request.user_id, 'admin', 'contact:' || p_id, 'info', 'Отговор на съобщението Ви', v_answer,
      '/contact');
  end if;
  return sync.contact_row(v_request);
end
$$;

-- consents.sql

comment on table public.consents is 'Consents of accounts: which version of which text, when and on which occasion.';

comment on function sync.keep_consents is 'Rejects every change of a consent.';

-- billing-details.sql

create or replace function public.billing_company_save(p_user uuid, p_company jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if p_company is null or p_company = 'null' then
    delete from public.billing_details where user_id = p_user;
    return null;
  end if;
  insert into public.billing_details as d (user_id, name, company_id, vat_number, address)
    values (p_user, p_company ->> 'name', p_company ->> 'company_id', p_company ->> 'vat_number',
      p_company ->> 'address')
    on conflict (user_id) do update set name = excluded.name, company_id = excluded.company_id,
      vat_number = excluded.vat_number, address = excluded.address, updated_at = now();
  -- Add the company to earlier invoices that have no buyer.
  update public.payments set buyer = billing.company_of(p_user) where user_id = p_user and buyer is null;
  return billing.company_of(p_user);
end
$$;

-- admin/users.sql

create or replace function public.set_user_plan(p_user uuid, p_pro boolean, p_premium boolean, p_until timestamptz default null,
  p_version int default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_paid text;
  v_wanted constant text := case when p_premium then 'premium' when p_pro then 'pro' end;
begin
  perform sync.require_admin();
  select paid_plan into v_paid from public.user_subscriptions where user_id = p_user for update;
  if not found then perform sync.refuse('not_found'); end if;
  -- Rule: a paid plan ends only at the payment provider.
  if v_paid = 'premium' and v_wanted is distinct from 'premium' or v_paid = 'pro' and v_wanted is null
    then perform sync.refuse('paid_plan'); end if;
  perform public.grant_plan(p_user, case when v_wanted is distinct from v_paid then v_wanted end, p_until, p_version);
  return sync.admin_user(p_user);
end
$$;

comment on function public.set_user_plan is
  'Grants the plan of the two checkboxes of the console, or ends the grant; raises paid_plan instead of ending a '
  'paid plan.';

-- admin/lists.sql

create or replace function public.admin_registrations(p_event uuid default null, p_status text default 'all',
  p_search text default '', p_page int default 1, p_size int default 10) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_search constant text := lower(btrim(coalesce(p_search, '')));
  v_total bigint; v_rows jsonb; v_counts jsonb; v_users uuid[]; v_page uuid[];
  v_skipped bigint; v_taken bigint;
begin
  perform sync.require_admin(), sync.require_page(p_page, p_size),
    sync.require_option('p_status', p_status, '{all,registered,cancelled,attended}');
  if v_search <> '' then
    v_users := array(select u.id from auth.users u left join public.profiles p on p.id = u.id
      where strpos(lower(coalesce(u.email, '')), v_search) > 0 or strpos(lower(coalesce(p.full_name, '')), v_search) > 0);
  end if;
  -- The tabs show the count of each status, so the status filter does not apply here. Counting is a statement of its own:
  -- without a search the page below is read from its index alone.
  select jsonb_build_object('registered', count(*) filter (where r.status = 'registered'),
      'cancelled', count(*) filter (where r.status = 'cancelled'),
      'attended', count(*) filter (where r.status = 'attended')),
      count(*) filter (where p_status = 'all' or r.status = p_status)
    into v_counts, v_total from public.event_registrations r
    where r.deleted_at is null and (p_event is null or r.event_id = p_event)
      and (v_search = '' or r.user_id = any (v_users));
  -- Read a page of the second half from the other end of the index, so that the last page is as fast as the first.
  v_skipped := (p_page - 1)::bigint * p_size;
  v_taken := greatest(0, least(p_size, v_total - v_skipped));
  if v_skipped > v_total / 2 then
    v_page := array(select r.id from public.event_registrations r
      where r.deleted_at is null and (p_event is null or r.event_id = p_event)
        and (p_status = 'all' or r.status = p_status) and (v_search = '' or r.user_id = any (v_users))
      order by r.registered_at, r.id desc limit v_taken offset greatest(0, v_total - v_skipped - v_taken));
  else
    v_page := array(select r.id from public.event_registrations r
      where r.deleted_at is null and (p_event is null or r.event_id = p_event)
        and (p_status = 'all' or r.status = p_status) and (v_search = '' or r.user_id = any (v_users))
      order by r.registered_at desc, r.id limit v_taken offset v_skipped);
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

-- admin/dashboard.sql

create or replace function public.admin_dashboard() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_users bigint; v_pro bigint; v_premium bigint; v_revenue record; v_plans jsonb;
begin
  perform sync.require_admin();
  select count(*), count(*) filter (where s.has_pro_plan and not s.has_premium_plan),
      count(*) filter (where s.has_premium_plan)
    into v_users, v_pro, v_premium from auth.users u left join public.user_subscriptions s on s.user_id = u.id;
  -- Decision 8: count running subscriptions without trials. Granted plans have no paid_plan, so they are left out.
  select coalesce(sum(sync.monthly_cents(paid_plan, billing_period)), 0)::bigint as cents, count(*) as number
    into v_revenue from public.user_subscriptions
    where paid_plan is not null and status in ('active', 'past_due') and coalesce(trial_ends_at, now()) <= now();
  v_plans := jsonb_build_object('free', v_users - v_pro - v_premium, 'pro', v_pro, 'premium', v_premium);
  return jsonb_build_object('at', sync.iso(now()),
    'totals', v_plans || jsonb_build_object('users', v_users, 'paying', v_pro + v_premium),
    'revenue', jsonb_build_object('monthly', v_revenue.cents, 'yearly', v_revenue.cents * 12, 'currency', 'EUR',
      'subscriptions', v_revenue.number),
    'growth', sync.admin_growth(), 'distribution', v_plans,
    'latest_payments', (select coalesce(jsonb_agg(sync.admin_payment(p) order by p.created_at desc, p.id), '[]')
      from (select * from public.payments order by created_at desc, id limit 5) p),
    'latest_users', (select coalesce(jsonb_agg(sync.admin_user(u.id) order by u.created_at desc, u.id), '[]')
      from (select id, created_at from auth.users order by created_at desc, id limit 5) u),
    'attention', sync.admin_attention());
end
$$;

comment on function sync.monthly_cents is
  'Monthly revenue of a plan in cents; a yearly plan counts a twelfth of its price.';

comment on function sync.admin_attention is
  'Returns the problems that the dashboard lists for administrators, as far as the database knows them.';

comment on function public.admin_dashboard is
  'Returns the totals, the revenue, the growth, the latest payments and accounts, and the open problems.';

comment on table sync.admin_seen is 'The time up to which an administrator has seen the activity list.';

-- admin/content-rules.sql

create or replace function sync.check_version() returns trigger language plpgsql set search_path = '' as $$
declare
  v_named constant boolean := coalesce(current_setting('sync.version_named', true), '') = 'yes';
begin
  perform set_config('sync.version_named', '', true);
  if not v_named then
    if current_user = 'authenticated' then
      raise sqlstate 'PT428' using message = 'version_needed';
    end if;
    -- Writes of the server (seats, feeds) do not count as edits.
    new.row_version := old.row_version;
    return new;
  end if;
  if new.row_version is distinct from old.row_version then
    raise sqlstate 'PT409' using message = 'version_conflict', detail = to_jsonb(old)::text;
  end if;
  new.row_version := old.row_version + 1;
  return new;
end
$$;

create or replace function sync.place_lesson() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'INSERT' and current_user = 'authenticated' then new.status := 'draft'; end if;
  -- Serialize inserts of a course, so that two lessons added at the same time get different positions.
  perform pg_advisory_xact_lock(hashtextextended('lessons:' || new.course_id, 0));
  if current_user = 'authenticated' or tg_op = 'UPDATE' or exists (select from public.videos v
    where v.course_id = new.course_id and v.order_position = new.order_position) then
    new.order_position := (select coalesce(max(v.order_position), 0) + 1 from public.videos v
      where v.course_id = new.course_id);
  end if;
  return new;
end
$$;

create or replace function public.note_editing(p_table text, p_id uuid, p_editing boolean default true) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_user constant uuid := (select auth.uid());
begin
  perform sync.require_admin(),
    sync.require_option('p_table', p_table, sync.trash_tables() || array['user_subscriptions']);
  if exists (select from sync.admin_editing where at < now() - interval '60 seconds') then
    delete from sync.admin_editing where at < now() - interval '60 seconds';
  end if;
  if p_editing then
    -- A heartbeat pokes nobody; only a new entry pokes the other consoles.
    update sync.admin_editing set at = now() where table_name = p_table and row_id = p_id and user_id = v_user;
    if not found then
      insert into sync.admin_editing (table_name, row_id, user_id) values (p_table, p_id, v_user)
        on conflict do nothing;
    end if;
  else
    delete from sync.admin_editing where table_name = p_table and row_id = p_id and user_id = v_user;
  end if;
  return (select coalesce(jsonb_agg(jsonb_build_object('user_id', e.user_id,
      'name', coalesce(nullif(btrim(p.full_name), ''), u.email::text), 'since', sync.iso(e.since)) order by e.since), '[]')
    from sync.admin_editing e join auth.users u on u.id = e.user_id left join public.profiles p on p.id = e.user_id
    where e.table_name = p_table and e.row_id = p_id and e.user_id <> v_user);
end
$$;

comment on function sync.name_version is 'Records that the running update states the version that it started from.';

comment on function sync.check_version is
  'Raises the version of a row, or rejects an edit that started from another one, with the stored row as detail.';

comment on function sync.trash_tables is 'Names of the content tables whose rows have versions and a trash.';

comment on function public.move_to_trash is
  'Moves a row to the trash (idempotent). Registrations: super administrators only.';

comment on function public.restore is 'Restores a row from the trash, with the rows that belong to it.';

comment on function sync.is_purgeable is 'Returns whether a lesson has no learner data, so that it can be purged.';

comment on function sync.is_purgeable_test is
  'Returns whether a quiz has no results and no certificate requires it, so that it can be purged.';

comment on function public.purge_trash is
  'Deletes rows that were in the trash for 30 days, except those with learner data; returns how many. A background '
  'job calls it.';

comment on table sync.admin_editing is
  'Rows that administrators have open in the console; an entry expires 60 seconds after its last heartbeat.';

comment on function public.note_editing is
  'Records that the caller opened or left a row; returns the other administrators who have it open.';

-- admin/files.sql

create or replace function sync.release_files() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_old constant jsonb := to_jsonb(old);
  v_new constant jsonb := case when tg_op = 'UPDATE' then to_jsonb(new) end;
  v_bucket text; v_name text;
begin
  -- The trigger arguments are pairs: a bucket, and a column with the name of a file in it.
  for v_pair in 0 .. tg_nargs / 2 - 1 loop
    v_bucket := tg_argv[2 * v_pair];
    v_name := sync.file_name(v_bucket, v_old ->> tg_argv[2 * v_pair + 1]);
    continue when v_name is null or v_name = sync.file_name(v_bucket, v_new ->> tg_argv[2 * v_pair + 1]);
    -- A purged row was in the trash for 30 days, so its files may be removed at once.
    insert into sync.released_files as f (bucket, name, released_at)
      values (v_bucket, v_name, now() - case when tg_op = 'DELETE' then interval '30 days' else interval '0' end)
      on conflict (bucket, name) do update set released_at = greatest(f.released_at, excluded.released_at);
  end loop;
  return null;
end
$$;

create or replace function sync.is_file_in_use(p_bucket text, p_name text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return case p_bucket
    when 'videos' then exists (select from public.videos where video_url = p_name)
    when 'resources' then exists (select from public.course_resources where file_url = p_name)
      or exists (select from public.video_resources where file_url = p_name)
    when 'certificate-templates' then exists (select from public.certificates
      where sync.file_name(p_bucket, template_url) = p_name)
      or exists (select from public.user_certificates
        where sync.file_name(p_bucket, drawing ->> 'template_url') = p_name)
    else exists (select from public.courses where sync.file_name(p_bucket, thumbnail_url) = p_name)
      or exists (select from public.videos where sync.file_name(p_bucket, thumbnail_url) = p_name)
      or exists (select from public.events where sync.file_name(p_bucket, image_url) = p_name)
      or exists (select from public.news
        where sync.file_name(p_bucket, image_url) = p_name or strpos(content, p_name) > 0)
      or exists (select from public.test_questions where sync.file_name(p_bucket, image_url) = p_name)
      -- Open attempts still show pictures of earlier versions.
      or exists (select from public.test_versions where strpos(body::text, p_name) > 0) end;
end
$$;

comment on function sync.release_files is 'Records the files that a changed or deleted row no longer names.';

comment on function sync.is_file_in_use is 'Returns whether any row, also one in the trash, names a stored file.';

comment on function public.forget_released_files is 'Deletes the records of files that were removed from storage.';

-- admin/courses.sql

create or replace function public.save_course(p_id uuid, p_version int, p_course jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_field text; v_row public.courses; v_checklist jsonb;
begin
  perform sync.require_admin();
  if p_id is null then perform sync.refuse('bad_argument', 'p_id'); end if;
  if jsonb_typeof(p_course) is distinct from 'object' then perform sync.refuse('bad_argument', 'p_course'); end if;
  for v_field in select jsonb_object_keys(p_course) loop
    if v_field <> all ('{title,description,status,plan_type,category,instructor,thumbnail_url,shape,hue,template_id}')
      then perform sync.refuse('bad_argument', v_field); end if;
  end loop;
  if p_course ? 'title' and btrim(coalesce(p_course ->> 'title', '')) = '' or p_version is null and not p_course ? 'title'
    then perform sync.refuse('bad_argument', 'title'); end if;
  if p_version is null then
    -- The client chooses the id, so that pressing the button twice creates one course.
    insert into public.courses (id, title, creator_id, row_version)
      values (p_id, btrim(p_course ->> 'title'), (select auth.uid()), 0)
      on conflict (id) do nothing;
    if not found then return (select to_jsonb(c) from public.courses c where c.id = p_id); end if;
    insert into public.videos (course_id, title, order_position, status)
      select p_id, left(coalesce(m.value ->> 'title', m.value #>> '{}'), 300), m.place, 'draft'
      from public.course_templates t, jsonb_array_elements(t.modules) with ordinality as m (value, place)
      where t.id = sync.uuid_or_null(p_course ->> 'template_id') order by m.place;
  end if;
  select * into v_row from public.courses where id = p_id for update;
  if not found then perform sync.refuse('not_found'); end if;
  if v_row.status = 'draft' and coalesce(p_course ->> 'status', 'draft') <> 'draft' then
    v_checklist := sync.checklist_of(p_id, false);
    if not (v_checklist ->> 'ok')::boolean then perform sync.refuse('checklist', v_checklist::text); end if;
  end if;
  v_row := jsonb_populate_record(v_row, p_course - 'template_id');
  update public.courses set title = btrim(v_row.title), description = v_row.description, status = v_row.status,
      plan_type = v_row.plan_type, category = v_row.category, instructor = v_row.instructor,
      thumbnail_url = v_row.thumbnail_url, shape = v_row.shape, hue = v_row.hue,
      row_version = coalesce(p_version, row_version)
    where id = p_id returning * into v_row;
  return to_jsonb(v_row);
end
$$;

create or replace function public.reorder_videos(p_course uuid, p_ids uuid[]) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_stored uuid[];
begin
  perform sync.require_admin();
  if not exists (select from public.courses where id = p_course) then perform sync.refuse('not_found'); end if;
  perform pg_advisory_xact_lock(hashtextextended('lessons:' || p_course, 0));
  v_stored := array(select id from public.videos where course_id = p_course and deleted_at is null
    order by order_position);
  if p_ids is null or array(select unnest(p_ids) order by 1) <> array(select unnest(v_stored) order by 1) then
    raise sqlstate 'PT409' using message = 'lessons_changed', detail = to_jsonb(v_stored)::text;
  end if;
  -- Lessons in the trash come last: positions stay unique.
  update public.videos v set order_position = n.place, row_version = row_version
    from (
      select id, place from unnest(p_ids) with ordinality as p (id, place)
      union all
      select id, cardinality(p_ids) + row_number() over (order by order_position) from public.videos
        where course_id = p_course and deleted_at is not null) n
    where v.id = n.id and v.order_position <> n.place;
  return (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'order_position', order_position,
      'row_version', row_version) order by order_position), '[]')
    from public.videos where course_id = p_course and deleted_at is null);
end
$$;

create or replace function public.duplicate_course(p_course uuid, p_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_lesson record; v_test record; v_id uuid;
  -- Ids of the copied lessons by the ids of the originals.
  v_copies jsonb := '{}';
begin
  perform sync.require_admin();
  insert into public.courses (id, title, description, plan_type, category, instructor, thumbnail_url, shape, hue,
      creator_id)
    select p_id, left(title, 290) || ' (копие)', description, plan_type, category, instructor, thumbnail_url, shape, hue,
      (select auth.uid()) from public.courses where id = p_course and deleted_at is null
    on conflict (id) do nothing;
  if found then
    for v_lesson in select * from public.videos where course_id = p_course and deleted_at is null
      order by order_position loop
      v_id := gen_random_uuid();
      v_copies := v_copies || jsonb_build_object(v_lesson.id, v_id);
      insert into public.videos (id, course_id, title, description, video_url, media_bytes, captions, duration_seconds,
          order_position, thumbnail_url, is_free_preview, chapters, status)
        values (v_id, p_id, v_lesson.title, v_lesson.description, v_lesson.video_url, v_lesson.media_bytes,
          v_lesson.captions, v_lesson.duration_seconds, v_lesson.order_position, v_lesson.thumbnail_url,
          v_lesson.is_free_preview, v_lesson.chapters, 'draft');
      insert into public.video_resources (video_id, title, file_url, file_name, file_size, file_type)
        select v_id, r.title, r.file_url, r.file_name, r.file_size, r.file_type
        from public.video_resources r where r.video_id = v_lesson.id and r.deleted_at is null;
    end loop;
    for v_test in select * from public.tests where course_id = p_course and deleted_at is null loop
      v_id := gen_random_uuid();
      insert into public.tests (id, video_id, course_id, title, emoji, description, passing_score, time_limit, shuffle,
          max_attempts, status, graded)
        values (v_id, (v_copies ->> v_test.video_id::text)::uuid, p_id, v_test.title, v_test.emoji, v_test.description,
          v_test.passing_score, v_test.time_limit, v_test.shuffle, v_test.max_attempts, 'draft', v_test.graded);
      insert into public.test_questions (test_id, text, type, options, points, order_position, explanation, image_url)
        select v_id, text, type, options, points, order_position, explanation, image_url
        from public.test_questions where test_id = v_test.id;
    end loop;
  end if;
  if not exists (select from public.courses where id = p_id) then perform sync.refuse('not_found'); end if;
  return (select to_jsonb(c) from public.courses c where c.id = p_id);
end
$$;

comment on function sync.test_faults is
  'Returns the faults that make a quiz unanswerable; an empty list if there are none.';

comment on function sync.checklist_of is 'Returns the unmet conditions for publishing a course.';

comment on function public.course_checklist is
  'Returns the unmet conditions for publishing a course. For administrators.';

comment on function sync.require_checklist is 'Rejects publishing a course whose checklist is not complete.';

comment on function sync.require_lesson_file is 'Rejects publishing a lesson without a video file and its duration.';

comment on function public.reorder_videos is 'Sets the order of all lessons of a course in one transaction.';

comment on function public.save_template is 'Creates a template from a course, with one module per lesson.';

-- admin/quizzes.sql

create or replace function public.save_test(p_id uuid, p_version int, p_test jsonb, p_questions jsonb default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_field text; v_row public.tests;
begin
  perform sync.require_admin();
  if p_id is null then perform sync.refuse('bad_argument', 'p_id'); end if;
  if jsonb_typeof(p_test) is distinct from 'object' then perform sync.refuse('bad_argument', 'p_test'); end if;
  for v_field in select jsonb_object_keys(p_test) loop
    if v_field <> all ('{course_id,video_id,title,emoji,description,passing_score,time_limit,shuffle,max_attempts,graded}')
      then perform sync.refuse('bad_argument', v_field); end if;
  end loop;
  if p_test ? 'title' and btrim(coalesce(p_test ->> 'title', '')) = '' or p_version is null and not p_test ? 'title'
    then perform sync.refuse('bad_argument', 'title'); end if;
  if p_version is null then
    if not exists (select from public.courses where id = sync.uuid_or_null(p_test ->> 'course_id'))
      then perform sync.refuse('bad_argument', 'course_id'); end if;
    insert into public.tests (id, course_id, title, status, row_version)
      values (p_id, (p_test ->> 'course_id')::uuid, btrim(p_test ->> 'title'), 'draft', 0) on conflict (id) do nothing;
    if not found then return sync.admin_test(p_id); end if;
  end if;
  select * into v_row from public.tests where id = p_id for update;
  if not found then perform sync.refuse('not_found'); end if;
  if p_version is not null and p_version <> v_row.row_version then
    raise sqlstate 'PT409' using message = 'version_conflict', detail = sync.admin_test(p_id)::text;
  end if;
  -- A published quiz from before versions existed: store its questions as version 1 before they change.
  if v_row.status = 'published' and v_row.published_version is null then
    update public.tests set published_version = sync.add_test_version(p_id) where id = p_id;
  end if;
  v_row := jsonb_populate_record(v_row, p_test - 'course_id');
  if v_row.video_id is not null and not exists (select from public.videos
    where id = v_row.video_id and course_id = v_row.course_id)
    then perform sync.refuse('bad_argument', 'video_id'); end if;
  update public.tests set video_id = v_row.video_id, title = btrim(v_row.title), emoji = v_row.emoji,
      description = v_row.description, passing_score = v_row.passing_score, time_limit = v_row.time_limit,
      shuffle = v_row.shuffle, max_attempts = v_row.max_attempts, graded = v_row.graded, row_version = row_version
    where id = p_id;
  if jsonb_typeof(p_questions) is not null and p_questions <> 'null' then
    perform sync.save_questions(p_id, p_questions);
  end if;
  return sync.admin_test(p_id);
end
$$;

create or replace function public.publish_test(p_test uuid, p_version int) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_faults jsonb;
begin
  perform sync.require_admin();
  perform 1 from public.tests where id = p_test and deleted_at is null for update;
  if not found then perform sync.refuse('not_found'); end if;
  v_faults := sync.test_faults(sync.live_test(p_test));
  if v_faults <> '[]' then perform sync.refuse('not_answerable', v_faults::text); end if;
  -- Publishing an unchanged quiz adds no version.
  update public.tests t set status = 'published', row_version = coalesce(p_version, row_version),
      published_version = case when sync.live_test(p_test) is distinct from (select v.body from public.test_versions v
          where v.test_id = p_test and v.version = t.published_version)
        then sync.add_test_version(p_test) else t.published_version end
    where id = p_test;
  return sync.admin_test(p_test) || jsonb_build_object('version', (select published_version from public.tests
    where id = p_test));
end
$$;

create or replace function public.unpublish_test(p_test uuid, p_version int) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform sync.require_admin();
  update public.tests set status = 'draft', row_version = coalesce(p_version, row_version),
      -- Open attempts still need the published questions, so store them if they have no version yet.
      published_version = coalesce(published_version, sync.add_test_version(p_test))
    where id = p_test and deleted_at is null;
  if not found then perform sync.refuse('not_found'); end if;
  return sync.admin_test(p_test);
end
$$;

comment on function sync.admin_test is
  'A quiz with the questions of its working copy; `changed` tells whether it differs from the published version.';

comment on function sync.add_test_version is 'Stores the working copy of a quiz as its newest version.';

comment on function sync.save_questions is
  'Replaces the questions of a working copy by a list; rows of unchanged questions are not written.';

comment on function public.save_certificate is
  'Saves a certificate with its requirements in one transaction; earned certificates do not change.';

-- admin/statistics.sql

create or replace function public.video_statistics(p_video uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_length bigint;
begin
  perform sync.require_admin();
  select duration_seconds * 1000 into v_length from public.videos where id = p_video;
  if not found then perform sync.refuse('not_found'); end if;
  return (
    with viewer as materialized (
      select j.user_id, coalesce((j.data ->> 'completed')::boolean, false) as completed, j.data -> 'intervals' as intervals,
        greatest(v_length, (j.data ->> 'duration')::bigint, 1) as length
      from sync.journal j where j.kind = 'progress' and not j.deleted and j.id = 'progress/' || p_video
    ), watched as (
      -- Stored intervals are already merged: sorted and disjoint.
      select v.user_id, least(1, coalesce(sum(least((i ->> 1)::numeric, v.length) - least((i ->> 0)::numeric, v.length)),
        0) / v.length) as share
      from viewer v left join lateral jsonb_array_elements(v.intervals) i on true group by v.user_id, v.length
    ), step as (
      select s as place, count(distinct v.user_id) as viewers
      from generate_series(0, 19) s left join (viewer v cross join lateral jsonb_array_elements(v.intervals) i)
        on (i ->> 0)::numeric < v.length * (s + 1) / 20.0 and (i ->> 1)::numeric > v.length * s / 20.0
      group by s
    )
    select jsonb_build_object('viewers', (select count(*) from viewer),
      'completed', (select count(*) from viewer where completed),
      'share_watched', (select coalesce(round(avg(share), 4), 0) from watched),
      'remaining', (select jsonb_agg(round(viewers::numeric / greatest((select count(*) from viewer), 1), 4) order by place)
        from step)));
end
$$;

comment on function public.video_statistics is
  'Returns the number of viewers of a lesson, their watched share, and the drop-off in 20 steps.';

-- admin/sends.sql

create or replace function public.fan_out_notifications(p_limit int default 200) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_send public.notification_sends; v_batch uuid[]; v_made int; v_source text;
begin
  -- Wait for a process that holds the oldest send (no `skip locked`), so that sends are processed in order.
  select * into v_send from public.notification_sends where state in ('queued', 'sending', 'withdrawing')
    order by created_at, id limit 1 for update;
  if not found then return jsonb_build_object('done', true, 'made', 0); end if;
  v_source := 'send:' || v_send.id;
  if v_send.state = 'withdrawing' then
    with gone as (
      delete from public.notifications where id in (select n.id from public.notifications n
        where n.source = v_source and not n.is_read limit p_limit) returning 1
    ) select count(*) into v_made from gone;
    if v_made < p_limit then
      update public.notification_sends set state = 'withdrawn', finished_at = now(),
          delivered = (select count(*) from public.notifications where source = v_source) where id = v_send.id;
    end if;
    return jsonb_build_object('done', false, 'send', v_send.id, 'made', v_made);
  end if;
  v_batch := array(select p.id from public.profiles p
    where p.deleted_at is null and p.created_at <= v_send.created_at and (v_send.last_user is null or p.id > v_send.last_user)
      and (v_send.users is null or p.id = any (v_send.users))
    order by p.id limit p_limit);
  insert into public.notifications (user_id, title, message, type, link, topic, source)
    select u, v_send.title, v_send.message, v_send.type, v_send.link, 'admin', v_source from unnest(v_batch) u
    on conflict (user_id, source) where source is not null do nothing;
  get diagnostics v_made = row_count;
  update public.notification_sends set delivered = delivered + v_made,
      skipped = skipped + cardinality(v_batch) - v_made,
      last_user = coalesce(v_batch[cardinality(v_batch)], last_user),
      state = case when cardinality(v_batch) < p_limit then 'sent' else 'sending' end,
      finished_at = case when cardinality(v_batch) < p_limit then now() end
    where id = v_send.id;
  return jsonb_build_object('done', false, 'send', v_send.id, 'made', v_made);
end
$$;

comment on function public.fan_out_notifications is
  'Sends or withdraws the next batch of the oldest open send; `done` when no send is open. A background job calls it.';
