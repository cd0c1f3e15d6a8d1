-- The journal of the learners: one row per document, merged by the rules of its kind before it is stored; and the
-- effect of each kind on the tables of the product. Clients reach the journal only through sync_push and sync_pull.
-- Guarantees of the apply functions: they are idempotent, and the new state follows from the arguments alone. A
-- rejection is an exception whose message is the code.
-- Rule: call sync.lock_user first in a transaction, so that two devices of an account wait for each other.
-- A registration also locks its event.

create table sync.journal (
  user_id uuid not null references public.profiles (id) on delete cascade,
  -- `<kind>/<key>`.
  id text not null,
  kind text not null,
  -- Time of the learner's action by the device's clock (Unix time, ms), at most five minutes ahead of the server's
  -- clock.
  at bigint not null,
  -- The learner's local date, YYYY-MM-DD.
  active_on text not null,
  rev bigint not null,
  deleted boolean not null default false,
  data jsonb not null,
  -- The merge of everything that devices with a fast clock sent for this document, with the times of those clocks. Null
  -- for almost every document.
  ahead jsonb,
  -- Why the server rejected the fact (event_full, event_closed); `data` then states that it did not happen.
  refused text,
  -- When the server first had the document, by its own clock.
  stored_at timestamptz not null default now(),
  primary key (user_id, id)
);
comment on table sync.journal is
  'Everything learners did, one document per fact; the source of their progress on every device.';
-- `kind` is the first column. If `user_id` were first, the planner would use this index instead of the primary key while
-- the table is small.
create index journal_by_kind on sync.journal (kind, user_id) where not deleted;
-- Serves the statistics of a lesson, which read its progress documents only.
create index journal_by_video on sync.journal (id) where kind = 'progress' and not deleted;
alter table sync.journal enable row level security;

create function sync.on_journal() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_tx constant text := pg_current_xact_id()::text;
  v_requests_flush constant boolean := coalesce(current_setting('sync.flush_requested', true), '') <> v_tx;
  v_requested boolean;
begin
  with recorded as (
    insert into sync.dirty as d (kind, command, row_id, scope, requests_flush, row_ids)
      select n.kind, n.command, n.row_id, n.scope, v_requests_flush and row_number() over () = 1, n.row_ids
      from (
        select c.kind, '' as command, '' as row_id, 'journal:' || c.user_id as scope, array_agg(c.id) as row_ids
        from changed c group by c.kind, c.user_id
        -- Achievements count these kinds from the journal; the other kinds have tables whose triggers request the
        -- recount.
        union all
        select distinct '', 'recount_' || c.kind, c.user_id::text, 'account:' || c.user_id, null::text[]
        from changed c where c.kind in ('progress', 'note', 'view')
      ) n
      on conflict (tx, kind, command, row_id, scope) do update set row_ids = d.row_ids || excluded.row_ids
        where excluded.row_ids is not null
      returning requests_flush
  )
  select bool_or(requests_flush) into v_requested from recorded;
  if v_requested then perform set_config('sync.flush_requested', v_tx, true); end if;
  return null;
end
$$;
comment on function sync.on_journal is 'Records all journal documents of a statement, those of one kind as one entry.';
create trigger feed_added after insert on sync.journal referencing new table as changed for each statement
  execute function sync.on_journal();
create trigger feed_changed after update on sync.journal referencing new table as changed for each statement
  execute function sync.on_journal();
create trigger feed_removed after delete on sync.journal referencing old table as changed for each statement
  execute function sync.on_journal();

-- ── Quotas ──
-- Rule: what exceeds a quota per minute or hour is not rejected but asked for again, because a device that was offline for
-- weeks sends everything at once.

create table sync.quotas (
  user_id uuid not null references public.profiles (id) on delete cascade,
  action text not null,
  -- When the current period began, and how many acts it had.
  since timestamptz not null,
  acts int not null,
  primary key (user_id, action)
);
comment on table sync.quotas is 'How often each account did what has a quota, in the current period.';
alter table sync.quotas enable row level security;

create function sync.spend(p_user uuid, p_action text, p_most int, p_period interval) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into sync.quotas as q (user_id, action, since, acts) values (p_user, p_action, now(), 1)
    on conflict (user_id, action) do update
      set since = case when q.since > now() - p_period then q.since else now() end,
        acts = case when q.since > now() - p_period then q.acts + 1 else 1 end
      where q.since <= now() - p_period or q.acts < p_most;
  if not found then raise sqlstate 'PT429' using message = 'too_fast'; end if;
end
$$;
comment on function sync.spend is
  'Counts an act of an account; raises PT429 if the account did it p_most times in the period. sync_push answers retry.';

-- ── Effects ──

-- A device without a network trusts the last plan that it saw for OFFLINE_LEASE_DAYS. So for as long
-- after a plan ended, the server also accepts what a learner did under that plan before any device of the account heard
-- of the end, that is before its first pull after the end (decision 52). After a trial that nobody paid for, and after a
-- change to a smaller plan, it accepts only what the learner did before the end. After a refund it accepts nothing.
-- Reporting a false, earlier time gains nothing, because the learner had the larger plan at that time.
-- Rule: an act from before this time may still use the plan that ended. A later act, an act without a time, and an act that needs a
-- larger plan use the current plan.
create table sync.plan_end_pulls (
  user_id uuid not null references public.profiles (id) on delete cascade,
  -- The premium_ended_at or paid_ended_at of the account's plan row.
  ended_at timestamptz not null,
  pulled_at timestamptz not null,
  primary key (user_id, ended_at)
);
comment on table sync.plan_end_pulls is 'The first pull of an account after each end of its plan.';
alter table sync.plan_end_pulls enable row level security;

create function sync.note_plan_end_pull(p_user uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into sync.plan_end_pulls (user_id, ended_at, pulled_at)
    select p.id, e.ended_at, now()
    from public.user_subscriptions s join public.profiles p on p.id = s.user_id,
      unnest(array[s.premium_ended_at, s.paid_ended_at]) as e (ended_at)
    where s.user_id = p_user and e.ended_at > now() - make_interval(days => sync.offline_lease_days())
      and not exists (
      select from sync.plan_end_pulls k where k.user_id = p_user and k.ended_at = e.ended_at)
    on conflict do nothing;
end
$$;
comment on function sync.note_plan_end_pull is
  'Stores that an account pulls after the end of its plan; writes once per end.';

create function sync.acted_under_plan(p_user uuid, p_plan text, p_acted_at timestamptz) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.user_subscriptions s
      cross join lateral (
        select case when p_plan = 'premium' then s.premium_ended_at else s.paid_ended_at end as ended_at) e
      -- The plan that ended was paid by the last payment before its end. A later payment is for another plan: it neither
      -- undoes a refund nor turns a lapsed trial into a paid plan.
      left join lateral (
        select m.id, m.refunded > 0 and coalesce(m.period_end, 'infinity') > e.ended_at - interval '1 day' as is_refunded
        from public.payments m where m.user_id = p_user and m.amount > 0 and m.created_at <= e.ended_at
        order by m.created_at desc, m.period_end desc limit 1) m on true
      cross join lateral (
        select m.id is null and exists (select from billing.subscriptions b where b.user_id = p_user
          and b.trial_ends_at is not null) as is_trial) t
      left join sync.plan_end_pulls k on k.user_id = s.user_id and k.ended_at = e.ended_at
    -- A trial that nobody paid for ends: one day is enough to send what was done offline.
    where s.user_id = p_user and now() < e.ended_at + make_interval(days => case when t.is_trial then 1 else sync.offline_lease_days() end)
      and p_acted_at < case when s.has_pro_plan or s.has_premium_plan or t.is_trial then e.ended_at
        else coalesce(k.pulled_at, 'infinity') end
      -- The refund of an earlier payment took back an earlier plan. The report of the end may come a little later than the
      -- end of the refunded period.
      and not coalesce(m.is_refunded, false));
end
$$;
comment on function sync.acted_under_plan is
  'Returns whether a learner who has a plan no longer may have made an act at the given time under it.';

create function sync.not_before(p_acted_at timestamptz, p_made timestamptz) returns timestamptz
language sql immutable set search_path = '' as $$
  select case when p_acted_at is not null then greatest(p_acted_at, p_made) end
$$;
comment on function sync.not_before is
  'The time of an act, but not before what it is about was made; null stays null, which counts as now.';

create function sync.may_act(p_user uuid, p_plan text, p_acted_at timestamptz default null) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return sync.user_has_plan(p_user, p_plan)
    or exists (select from public.admin_users a where a.user_id = p_user)
    or p_acted_at is not null and sync.acted_under_plan(p_user, p_plan, p_acted_at);
end
$$;
comment on function sync.may_act is 'Returns whether a learner may have made an act at the given time under a plan.';

create function sync.reject(p_code text) returns void language plpgsql immutable set search_path = '' as $$
begin
  raise exception '%', p_code using errcode = 'P0001';
end
$$;
comment on function sync.reject is 'Raises a rejection code of sync_push.';

-- Rule: score an attempt by the version with which it began. Older apps do not send a version; then use the version that
-- was the newest when the attempt began. Devices keep a replaced version for 30 days (sync.project_shared), so a graded
-- quiz is not scored by an older one, and never by a replaced version that was practice: every device has its key.
create function sync.attempt_version(p_test uuid, p_named int, p_started_at timestamptz, p_graded boolean) returns int
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    with kept as (
      select v.version, v.published_at from public.test_versions v join public.tests t on t.id = v.test_id
      where v.test_id = p_test and (not p_graded or v.version = t.published_version
        or v.graded and exists (select from public.test_versions n where n.test_id = v.test_id and n.version = v.version + 1
          and n.published_at > now() - interval '30 days'))
    )
    select coalesce((select version from kept where version = greatest(p_named, 1) and p_named is not null),
      (select max(version) from kept where published_at <= p_started_at), (select min(version) from kept)));
end
$$;
comment on function sync.attempt_version is
  'The version by which an attempt is scored; null if the quiz has no versions.';

create function sync.apply_result(p_user uuid, p_attempt uuid, p_test uuid, p_answers jsonb, p_time_spent int,
  p_finished_at timestamptz, p_started_at timestamptz default null, p_version int default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_graded constant boolean := sync.is_graded(p_test);
  v_version constant int := sync.attempt_version(p_test, p_version, coalesce(p_started_at, p_finished_at), v_graded);
  v_now timestamptz; v_made timestamptz; v_published jsonb; v_plan text; v_most int; v_minutes int; v_passing int; v_counted boolean;
  v_old public.test_results; v_scored jsonb; v_score int; v_spent int := greatest(0, p_time_spent);
  v_account timestamptz; v_started timestamptz; v_limit interval; v_last_answer timestamptz;
begin
  perform sync.lock_user(p_user);
  -- Only after the lock does no other push of the account have a later time.
  v_now := clock_timestamp();
  select c.plan_type, t.created_at into v_plan, v_made from public.tests t join public.courses c on c.id = t.course_id
    where t.id = p_test;
  if not found then perform sync.reject('not_found'); end if;
  if not sync.may_act(p_user, case when v_plan = 'premium' then 'premium' else 'basic' end,
    sync.not_before(p_started_at, v_made)) then
    perform sync.reject('forbidden');
  end if;
  select * into v_old from public.test_results where id = p_attempt;
  if found and v_old.user_id <> p_user then perform sync.reject('duplicate'); end if;
  -- Rule: score once. The review reveals the right options, so answers that arrive later do not count. A later correction
  -- of the quiz does not change the score.
  if v_old.id is not null then return; end if;
  -- Rule: the published version has the limits, because the learner chooses the version that an attempt names.
  v_published := sync.test_body(p_test);
  v_most := (v_published ->> 'max_attempts')::int;
  if not v_graded and v_version is not null then v_published := sync.test_body(p_test, v_version); end if;
  v_minutes := (v_published ->> 'time_limit')::int;
  v_passing := (v_published ->> 'passing_score')::int;
  if v_most > 0 and v_most <= (select count(*) from public.test_results
      where user_id = p_user and test_id = p_test and counted and (graded or not v_graded)) then
    perform sync.reject('attempts_exhausted');
  end if;
  v_counted := not v_graded or sync.attempt_counts(p_user, p_test, v_now);
  select created_at into v_account from public.profiles where id = p_user;
  v_started := least(coalesce(p_started_at, p_finished_at), now());
  -- An attempt with a version began after that version was published, even if the device's clock is slow.
  if v_graded then
    v_started := greatest(v_started, (select published_at from public.test_versions
      where test_id = p_test and version = v_version));
  end if;
  -- One minute of tolerance for the time between reading the two clocks.
  v_limit := case when v_minutes > 0 then make_interval(mins => v_minutes + 1) end;
  select max(sync.time_of_ms((a.value ->> 'at')::bigint)) into v_last_answer
    from jsonb_each(case when jsonb_typeof(p_answers) = 'object' then p_answers else '{}' end) a
    where jsonb_typeof(a.value) = 'object' and jsonb_typeof(a.value -> 'at') = 'number';
  v_scored := sync.score_attempt(p_test, p_answers, v_version);
  v_score := (v_scored ->> 'score')::int;
  insert into public.test_results (id, user_id, test_id, score, passed, time_spent, answers, review, completed_at,
      created_at, started_at, over_time, version, counted, graded)
    values (p_attempt, p_user, p_test, case when v_counted then v_score end,
      v_counted and (v_scored ->> 'total')::int > 0 and v_score >= v_passing,
      case when v_minutes > 0 then least(v_spent, v_minutes * 60) else v_spent end, p_answers,
      case when v_graded then '[]' else v_scored -> 'review' end,
      greatest(least(greatest(p_finished_at, v_started), now()), v_account), v_now, greatest(v_started, v_account),
      coalesce(greatest(make_interval(secs => v_spent), p_finished_at - least(p_started_at, now()),
        v_last_answer - least(p_started_at, now())) > v_limit, false), v_version, v_counted, v_graded);
  -- Rule: before the learner passed, or used up the attempts, nothing about a question leaves the server.
  if v_graded then
    insert into sync.sealed_results (result_id, score, review) values (p_attempt, v_score, v_scored -> 'review');
    perform sync.open_reviews(p_test, p_user);
  end if;
end
$$;
comment on function sync.apply_result is
  'Scores a finished attempt once and stores the result, with times between the creation of the account and now.';

create function sync.apply_day(p_user uuid, p_day date) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- Accept up to two days ahead: time zones reach UTC+14 and clocks may be wrong. No activity predates the academy.
  if p_day > (now() at time zone 'UTC')::date + 2 or p_day < '2020-01-01' then perform sync.reject('clock'); end if;
  -- A day before the account is a wrong clock: the journal keeps the document, and no day is active.
  if p_day < (select created_at - interval '2 days' from public.profiles where id = p_user)::date then return; end if;
  insert into public.user_activity (user_id, active_on, counted)
    values (p_user, p_day, p_day >= (now() at time zone 'UTC')::date - sync.offline_lease_days()) on conflict do nothing;
end
$$;
comment on function sync.apply_day is 'Stores an active day; a day older than the offline lease does not count.';

-- Rule: a lesson that learners never had does not exist for them. One that was withdrawn does: a device that was offline
-- sends what it has, and only what was begun before the withdrawal counts for achievements (sync.count_facts).
create function sync.require_lesson(p_video uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (select from sync.lesson_offers where video_id = p_video and offered_until > '-infinity') then
    perform sync.reject('not_found');
  end if;
end
$$;
comment on function sync.require_lesson is 'Rejects what is about a lesson that learners never had.';

-- Rule: the first copy of a document about a withdrawn row must come from a device that was offline: it was written, and
-- arrives, within the offline lease around the withdrawal, and its account existed then. Others see a comment, so a new one
-- is never about a withdrawn lesson. Later copies of a stored document need nothing of this.
create function sync.require_recent_offer(p_user uuid, p_kind text, p_data jsonb, p_written_at timestamptz) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  v_until constant timestamptz := case
    when p_kind in ('progress', 'note', 'comment') or p_kind = 'like' and p_data -> 'liked' = 'true' then (
      select offered_until from sync.lesson_offers where video_id = (p_data ->> 'video_id')::uuid)
    when p_kind = 'attempt' then sync.offered_until((p_data ->> 'test_id')::uuid)
    when p_kind = 'view' then (
      select withdrawn_at from public.news where id = (p_data ->> 'news_id')::uuid) end;
  v_lease constant interval := make_interval(days => sync.offline_lease_days());
begin
  -- What learners still have, and what they never had, is the matter of the apply functions.
  if v_until is null or isfinite(v_until) is false then return; end if;
  if p_kind = 'comment' or now() > v_until + v_lease
    or p_written_at not between v_until - v_lease and v_until + v_lease
    or not exists (select from public.profiles where id = p_user and created_at < v_until) then
    perform sync.reject('not_found');
  end if;
end
$$;
comment on function sync.require_recent_offer is
  'Rejects a first document about a withdrawn row, unless it comes from a device that was offline when the row was withdrawn.';

create function sync.require_discussion_access(p_user uuid, p_video uuid, p_acted_at timestamptz default null)
  returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  v_plan text; v_made timestamptz;
begin
  perform sync.require_lesson(p_video);
  select case when c.plan_type = 'premium' and not v.is_free_preview then 'premium' else 'basic' end, v.created_at
    into v_plan, v_made from public.videos v join public.courses c on c.id = v.course_id where v.id = p_video;
  if not sync.may_act(p_user, v_plan, sync.not_before(p_acted_at, v_made)) then perform sync.reject('forbidden'); end if;
end
$$;
comment on function sync.require_discussion_access is
  'Rejects a like or comment if the account cannot have had the lesson when it was made; without a time, now.';

create function sync.apply_like(p_user uuid, p_video uuid, p_liked boolean, p_at timestamptz default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if p_liked then
    perform sync.require_discussion_access(p_user, p_video, p_at);
    insert into public.video_likes (video_id, user_id, created_at) values (p_video, p_user, coalesce(p_at, now()))
      on conflict do nothing;
  else
    delete from public.video_likes where video_id = p_video and user_id = p_user;
  end if;
end
$$;
comment on function sync.apply_like is 'Adds or removes a like.';

create function sync.apply_comment(p_user uuid, p_id uuid, p_video uuid, p_content text, p_created_at timestamptz,
  p_deleted boolean, p_position int default null, p_parent uuid default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if exists (select from public.video_comments where id = p_id and user_id <> p_user)
    then perform sync.reject('duplicate'); end if;
  -- Rule: what moderation removed stays in the trash, so that its author can neither erase it nor post it again.
  if exists (select from public.video_comments where id = p_id and deleted_at is not null) then return; end if;
  if p_deleted then
    delete from public.video_comments where id = p_id;
    return;
  end if;
  if exists (select from public.profiles where id = p_user and blocked_at is not null)
    then perform sync.reject('blocked'); end if;
  -- Decision 52: others see a comment, so it needs a plan that is valid now, whenever it was written.
  perform sync.require_discussion_access(p_user, p_video);
  if coalesce(btrim(p_content, E' \t\r\n'), '') = '' or char_length(p_content) > sync.comment_length()
    then perform sync.reject('bad_document'); end if;
  -- Others may have answered the stored text, so a later push does not change it.
  if not exists (select from public.video_comments where id = p_id) then
    insert into public.video_comments (id, video_id, user_id, content, created_at, position, parent_id)
      values (p_id, p_video, p_user, p_content, p_created_at, p_position, p_parent);
  end if;
exception
  -- The answered comment was deleted, belongs to another lesson, or is a reply itself.
  when check_violation then perform sync.reject('not_found');
end
$$;
comment on function sync.apply_comment is 'Adds or deletes a comment; it never changes one.';

create function sync.apply_registration(p_user uuid, p_event uuid, p_registered boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not p_registered then
    delete from public.event_registrations where event_id = p_event and user_id = p_user and status <> 'attended';
    return;
  end if;
  -- Decision 52: a seat is taken from others, so it needs a plan that is valid now, whenever it was asked for.
  if not sync.may_act(p_user, 'basic') then perform sync.reject('forbidden'); end if;
  insert into public.event_registrations as r (event_id, user_id) values (p_event, p_user)
    on conflict (event_id, user_id) do update set status = 'registered', registered_at = now(), deleted_at = null
      where r.status = 'cancelled';
end
$$;
comment on function sync.apply_registration is 'Takes a seat at an event or gives it back.';

-- If the notification no longer exists, another device deleted it, so there is nothing to do.
create function sync.apply_read(p_user uuid, p_notification uuid, p_deleted boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if exists (select from public.notifications where id = p_notification and user_id <> p_user)
    then perform sync.reject('not_found'); end if;
  if p_deleted then
    delete from public.notifications where id = p_notification;
  else
    update public.notifications set is_read = true where id = p_notification and not is_read;
  end if;
end
$$;
comment on function sync.apply_read is 'Marks a notification as read or deletes it.';

create function sync.muted_after(p_muted text[], p_fields jsonb) returns text[]
language sql immutable set search_path = '' as $$
  select coalesce(array_agg(kind order by kind), '{}') from unnest(array['info', 'success', 'warning']) kind
    where case when p_fields ? ('notify_' || kind) then p_fields ->> ('notify_' || kind) = 'off'
      else kind = any (p_muted) end
$$;
comment on function sync.muted_after is
  'The switched-off notification kinds after a profile change: notify_<kind> is `off`, or empty for a wanted kind.';

create function sync.push_off_after(p_off text[], p_fields jsonb) returns text[]
language sql immutable set search_path = '' as $$
  select coalesce(array_agg(topic order by topic), '{}')
    from unnest(array['billing', 'event', 'lesson', 'achievement', 'comment', 'admin']) topic
    where case when p_fields ? ('push_' || topic) then p_fields ->> ('push_' || topic) = 'off'
      else topic = any (p_off) end
$$;
comment on function sync.push_off_after is
  'The topics that are not pushed after a profile change: push_<topic> is `off`, or empty for a wanted topic.';

-- The fields `notify_*` and `push_*` are stored in the array columns `muted` and `push_off`; every other field has a
-- column of the same name.
create function sync.apply_profile(p_user uuid, p_fields jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_fields jsonb;
begin
  select coalesce(jsonb_object_agg(key, nullif(btrim(case when jsonb_typeof(value) = 'object' then value ->> 'value'
    else value #>> '{}' end), '')), '{}')
    into v_fields from jsonb_each(p_fields);
  if v_fields - array['full_name', 'bio', 'job_title', 'location', 'website', 'notify_info', 'notify_success',
    'notify_warning', 'push_billing', 'push_event', 'push_lesson', 'push_achievement', 'push_comment', 'push_admin',
    'daily_reminder', 'quiet_hours'] <> '{}' then
    perform sync.reject('bad_document');
  end if;
  if exists (select from jsonb_each_text(v_fields) where key ~ '^(notify|push)_' and value <> 'off'
    or key = 'daily_reminder' and value <> 'on')
    then perform sync.reject('bad_document'); end if;
  if v_fields ->> 'website' ~ '[\u0001-\u001f\u007f]' then perform sync.reject('bad_document'); end if;
  if v_fields ->> 'website' !~* '^https?://' then
    -- "example.com" is a URL without its scheme; a URL with another scheme is not accepted.
    if v_fields ->> 'website' ~* '^[a-z][a-z0-9+.-]*:' then perform sync.reject('bad_document'); end if;
    v_fields := v_fields || jsonb_build_object('website', 'https://' || (v_fields ->> 'website'));
  end if;
  update public.profiles p set
    full_name = case when v_fields ? 'full_name' then v_fields ->> 'full_name' else p.full_name end,
    bio = case when v_fields ? 'bio' then v_fields ->> 'bio' else p.bio end,
    job_title = case when v_fields ? 'job_title' then v_fields ->> 'job_title' else p.job_title end,
    location = case when v_fields ? 'location' then v_fields ->> 'location' else p.location end,
    website = case when v_fields ? 'website' then v_fields ->> 'website' else p.website end,
    muted = sync.muted_after(p.muted, v_fields),
    push_off = sync.push_off_after(p.push_off, v_fields),
    daily_reminder = case when v_fields ? 'daily_reminder' then v_fields ->> 'daily_reminder' is not null
      else p.daily_reminder end,
    quiet_hours = case when v_fields ? 'quiet_hours' then v_fields ->> 'quiet_hours' else p.quiet_hours end
  where p.id = p_user and (
    (sync.muted_after(p.muted, v_fields), sync.push_off_after(p.push_off, v_fields)) is distinct from
      (p.muted, p.push_off)
    or exists (select from jsonb_each_text(v_fields) f
      where case when f.key ~ '^(notify|push)_' then false
        when f.key = 'daily_reminder' then f.value is not null <> p.daily_reminder
        else f.value is distinct from to_jsonb(p) ->> f.key end));
exception when check_violation then
  perform sync.reject('bad_document');
end
$$;
comment on function sync.apply_profile is
  'Writes profile fields given as `{field: {value, at}}` or `{field: value}`; an empty text clears a field.';

create function sync.apply_cart(p_user uuid, p_product uuid, p_quantity int) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if p_quantity <= 0 then
    delete from public.user_cart where user_id = p_user and product_id = p_product;
    return;
  end if;
  -- What was put into the cart while it was on sale may still change.
  if not exists (select from public.products p where p.id = p_product and (p.is_active
    or exists (select from public.user_cart c where c.user_id = p_user and c.product_id = p.id))) then perform sync.reject('not_found'); end if;
  if p_quantity > 999 then perform sync.reject('bad_document'); end if;
  insert into public.user_cart (user_id, product_id, quantity) values (p_user, p_product, p_quantity)
    on conflict (user_id, product_id) do update set quantity = excluded.quantity;
end
$$;
comment on function sync.apply_cart is 'Sets the quantity of a product in the cart; 0 removes it.';

create function sync.apply_view(p_user uuid, p_news uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not exists (select from public.news where id = p_news
    and (status = 'published' and deleted_at is null or withdrawn_at is not null)) then perform sync.reject('not_found'); end if;
end
$$;
comment on function sync.apply_view is
  'Checks that learners had an opened news item; the journal document itself is the fact that achievements count.';

create function sync.apply_progress(p_user uuid, p_video uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform sync.require_lesson(p_video);
end
$$;
comment on function sync.apply_progress is
  'Checks that learners had a watched lesson; the journal document itself is the fact that achievements count.';

create function sync.apply_form(p_user uuid, p_id uuid, p_form text, p_payload jsonb, p_log text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_email text := btrim(p_payload ->> 'email');
begin
  if p_user is not null then perform sync.spend(p_user, 'form', 5, interval '1 hour'); end if; -- FORMS_PER_HOUR
  if p_form = 'report' then
    if p_user is null then perform sync.reject('sign_in'); end if;
    if not sync.is_uuid(p_payload -> 'comment_id') then perform sync.reject('bad_document'); end if;
    insert into public.comment_reports (comment_id, user_id, reason)
      select c.id, p_user, coalesce(btrim(p_payload ->> 'reason'), '') from public.video_comments c
        where c.id = (p_payload ->> 'comment_id')::uuid and sync.user_may_discuss(p_user, c.video_id)
      on conflict do nothing;
    return;
  end if;
  if p_form = 'contact' then
    perform sync.apply_contact(p_user, p_id, p_payload, p_log);
    return;
  end if;
  if v_email is null or v_email not like '%_@_%' or char_length(v_email) > sync.email_length()
    then perform sync.reject('bad_document'); end if;
  if p_form = 'launch' then
    insert into public.store_launch_notifications (id, email, source)
      values (p_id, v_email, case when p_payload ->> 'source' = any (sync.launch_sources())
        then p_payload ->> 'source' else 'store_page' end)
      on conflict do nothing;
  elsif p_form = 'demo' then
    insert into public.demo_requests (id, user_id, first_name, last_name, email, phone, company, job_title, interest,
      message)
      values (p_id, p_user, btrim(p_payload ->> 'first_name'), btrim(p_payload ->> 'last_name'), v_email,
        p_payload ->> 'phone',
        p_payload ->> 'company', p_payload ->> 'job_title', p_payload ->> 'interest', p_payload ->> 'message')
      on conflict do nothing;
  else
    perform sync.reject('bad_document');
  end if;
exception when check_violation or not_null_violation then
  perform sync.reject('bad_document');
end
$$;
comment on function sync.apply_form is
  'Stores a form of a visitor or learner; an address that signed up before is a success, as specified.';
