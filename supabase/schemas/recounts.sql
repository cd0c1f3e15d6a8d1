-- The figures that the server computes: scores from the key, streaks from days, certificates from results, achievements
-- from facts.
-- Guarantees: every figure is computed from stored facts each time, so computing it twice changes nothing and order
-- does not matter.
-- Rule: only the flush runs sync.recount, under the lock of the account's scope; nothing else writes streaks,
-- certificates or achievements.

-- A question is right if exactly the right options are chosen; the score is the rounded percentage of right questions.
-- DANGER: never let clients call this function, because its result reveals the key.
create function sync.score_attempt(p_test uuid, p_answers jsonb, p_version int default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  with content as materialized (
    select sync.test_body(p_test, p_version) as body
  ), marked as (
    select q.value ->> 'id' as id, q.place, q.value -> 'explanation' as explanation, k.correct_options,
      coalesce((select array_agg(distinct c.option order by c.option) from (
          select value collate "C" as option from jsonb_array_elements_text(case
            when jsonb_typeof(p_answers -> (q.value ->> 'id')) = 'array' then p_answers -> (q.value ->> 'id')
            when jsonb_typeof(p_answers -> (q.value ->> 'id') -> 'options') = 'array'
              then p_answers -> (q.value ->> 'id') -> 'options'
            else '[]' end)) c), '{}') = k.correct_options as correct
    from content, jsonb_array_elements(content.body -> 'questions') with ordinality as q (value, place), lateral (
      select coalesce(array_agg(o ->> 'id' collate "C" order by o ->> 'id' collate "C"), '{}') as correct_options
      from jsonb_array_elements(q.value -> 'options') o where (o ->> 'isCorrect')::boolean) k
  ), counted as (
    select count(*) as questions, count(*) filter (where correct) as right_ones,
      coalesce(round(100.0 * count(*) filter (where correct) / nullif(count(*), 0))::int, 0) as score,
      coalesce(jsonb_agg(jsonb_build_object('question_id', id, 'correct', correct, 'correct_options',
        to_jsonb(correct_options), 'explanation', explanation) order by place), '[]') as review
    from marked
  )
  select jsonb_build_object('score', c.score,
    'passed', c.questions > 0 and c.score >= (content.body ->> 'passing_score')::int,
    'correct', c.right_ones, 'total', c.questions, 'review', c.review)
  from counted c, content
$$;
comment on function sync.score_attempt is
  'Scores answers `{question id: {options: […]}}` (or `{question id: […]}`) against the key of a version of the quiz.';

create function sync.recount_streaks(p_users uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  with days as (
    -- Consecutive days have the same difference between their date and their row number.
    select user_id, active_on, active_on - row_number() over (partition by user_id order by active_on)::int as run
    from public.user_activity where user_id = any (p_users) and counted
  ), runs as (
    select user_id, count(*)::int as length, max(active_on) as last_day from days group by user_id, run
  ), streaks as (
    select distinct on (user_id) user_id, length as current_streak,
      max(length) over (partition by user_id) as longest_streak, last_day
    from runs order by user_id, last_day desc
  )
  insert into public.user_streaks as s (user_id, current_streak, longest_streak, last_active)
    select user_id, current_streak, longest_streak, last_day from streaks order by user_id
    on conflict (user_id) do update set current_streak = excluded.current_streak,
      longest_streak = excluded.longest_streak,
      last_active = excluded.last_active, updated_at = now()
    where (s.current_streak, s.longest_streak, s.last_active) is distinct
      from (excluded.current_streak, excluded.longest_streak, excluded.last_active);
end
$$;
comment on function sync.recount_streaks is 'Computes the streaks of accounts from their active days.';

create function sync.recount_certificates(p_users uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  with met as (
    select u.id as user_id, r.certificate_id, r.test_id, b.passed_at
    from unnest(p_users) as u (id)
    cross join public.certificate_requirements r
    join public.certificates c on c.id = r.certificate_id and c.is_active and c.deleted_at is null
    left join lateral (
      select min(t.completed_at) as passed_at from public.test_results t
      where t.user_id = u.id and t.test_id = r.test_id and t.score >= r.minimum_score
        and sync.counts_for_certificate(t.id)) b on true
  ), progress as (
    select user_id, certificate_id, coalesce(array_agg(test_id order by test_id) filter (where passed_at is not null),
      '{}') as done,
      (100 * count(passed_at) / count(*))::int as percent, count(passed_at) = count(*) as complete,
        max(passed_at) as complete_at
    from met group by user_id, certificate_id
  )
  insert into public.user_certificates as s (user_id, certificate_id, completed_requirements, progress_percentage,
    completed, completed_at)
    select p.user_id, p.certificate_id, p.done, p.percent, p.complete, case when p.complete then p.complete_at end
    from progress p
    where p.done <> '{}' or exists (select from public.user_certificates e where e.user_id = p.user_id
      and e.certificate_id = p.certificate_id)
    order by p.user_id, p.certificate_id
    on conflict (user_id, certificate_id) do update set completed_requirements = excluded.completed_requirements,
      progress_percentage = case when s.completed then 100 else excluded.progress_percentage end,
      completed = s.completed or excluded.completed, completed_at = coalesce(s.completed_at, excluded.completed_at)
    where (s.completed_requirements, s.progress_percentage, s.completed) is distinct
      from (excluded.completed_requirements,
      case when s.completed then 100 else excluded.progress_percentage end, s.completed or excluded.completed);
end
$$;
comment on function sync.recount_certificates is
  'Computes the certificate progress of accounts from their results; an earned certificate stays earned.';

-- A progress document is what a device claims. Watching takes time: at double speed, half of what was watched. The time
-- runs until now, so that a device with a fast clock only has to wait.
create function sync.watched_ms(p_data jsonb) returns bigint
language plpgsql immutable set search_path = '' as $$
begin
  return (select coalesce(sum((i ->> 1)::bigint - (i ->> 0)::bigint), 0) from jsonb_array_elements(p_data -> 'intervals') i);
end
$$;
comment on function sync.watched_ms is 'How much of a lesson was played (ms).';

create function sync.is_watched(p_data jsonb, p_seconds int, p_account timestamptz) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  v_watched constant bigint := sync.watched_ms(p_data);
  v_duration constant bigint := (p_data ->> 'duration')::bigint;
begin
  -- The device knows the length of its video, and the row can have an estimate. Half or double of it is credible.
  return coalesce(p_data -> 'completed' = 'true' and v_watched > 0
    and v_watched >= sync.completed_share() * case
      when p_seconds = 0 or v_duration between p_seconds * 500 and p_seconds * 2000 then v_duration else p_seconds * 1000 end
    and v_watched <= sync.watched_limit_ms(greatest(sync.time_of_ms((p_data ->> 'first_watched')::bigint), p_account)), false);
end
$$;
comment on function sync.is_watched is
  'True for a completed lesson whose intervals cover the share that completes it and fit twice the elapsed time.';

create function sync.watched_limit_ms(p_since timestamptz) returns bigint
language sql stable set search_path = '' as $$
  select (2000 * extract(epoch from now() - p_since) + 60000)::bigint
$$;
comment on function sync.watched_limit_ms is 'The most that can be played in the time since a moment (ms), with a minute of tolerance.';

-- Rule: what a learner does in a lesson counts only if it happened before the lesson was withdrawn. Of a lesson that is
-- deleted for good everything counts, because its withdrawal has no time any more.
-- `limit 1` makes the planner look rows up by their keys, whatever it estimates.
create function sync.count_facts(p_user uuid, p_type text) returns int
language plpgsql stable security definer set search_path = '' as $$
declare
  v_count bigint := 0;
  v_account timestamptz;
begin
  case p_type
    when 'video_watched' then
      select created_at into v_account from public.profiles where id = p_user;
      -- Decision 44: opening a lesson is not watching it.
      select count(*) into v_count from (
        select data, sync.time_of_ms((data ->> 'first_watched')::bigint) as begun from sync.journal
        where user_id = p_user and kind = 'progress' and not deleted) p
      left join lateral (
        select offered_until from sync.lesson_offers where video_id = (p.data ->> 'video_id')::uuid limit 1) o on true
      where coalesce(p.begun < o.offered_until, true)
        and sync.watched_ms(p.data) between 1 and sync.watched_limit_ms(greatest(p.begun, v_account));
    when 'course_completed' then
      select created_at into v_account from public.profiles where id = p_user;
      -- All lessons together also fit twice the age of the account, whatever their documents say about the time.
      if (select sum(sync.watched_ms(data)) from sync.journal where user_id = p_user and kind = 'progress' and not deleted
        and data -> 'completed' = 'true') > sync.watched_limit_ms(v_account) then return 0; end if;
      select count(*) into v_count from (
        select v.course_id, count(*) as lessons
        from sync.journal j join public.videos v on v.id = sync.uuid_or_null(j.data ->> 'video_id')
          and v.status = 'published' and v.deleted_at is null
        where j.user_id = p_user and j.kind = 'progress' and not j.deleted
          and sync.is_watched(j.data, v.duration_seconds, v_account)
        group by v.course_id) done
      join public.courses c on c.id = done.course_id and c.status in ('published', 'public')
      where done.lessons = (select count(*) from public.videos v where v.course_id = done.course_id
        and v.status = 'published' and v.deleted_at is null);
    when 'test_passed' then
      select count(distinct test_id) into v_count from public.test_results where user_id = p_user and passed;
    when 'test_perfect' then
      select count(distinct test_id) into v_count from public.test_results where user_id = p_user and score = 100
        and counted;
    when 'streak' then
      select longest_streak into v_count from public.user_streaks where user_id = p_user;
    when 'active_days' then
      select count(*) into v_count from public.user_activity where user_id = p_user and counted;
    when 'event' then
      select count(*) into v_count from public.event_registrations where user_id = p_user and status <> 'cancelled';
    when 'news' then
      select count(*) into v_count from sync.journal where user_id = p_user and kind = 'view' and not deleted;
    when 'comment' then
      select count(*) into v_count from public.video_comments c
      left join lateral (select offered_until from sync.lesson_offers where video_id = c.video_id limit 1) o on true
      where c.user_id = p_user and coalesce(c.created_at < o.offered_until, true);
    when 'like' then
      select count(*) into v_count from public.video_likes c
      left join lateral (select offered_until from sync.lesson_offers where video_id = c.video_id limit 1) o on true
      where c.user_id = p_user and coalesce(c.created_at < o.offered_until, true);
    when 'certificate' then
      select count(*) into v_count from public.user_certificates where user_id = p_user and completed;
    when 'note' then
      -- The newest version decides whether the note is deleted.
      select count(*) into v_count from sync.journal j
      left join lateral (
        select offered_until from sync.lesson_offers where video_id = (j.data ->> 'video_id')::uuid limit 1) o on true
      where j.user_id = p_user and j.kind = 'note' and not j.deleted
        and j.data #> '{versions,0,deleted}' is distinct from 'true'
        and coalesce(sync.time_of_ms((j.data #>> '{versions,-1,at}')::bigint) < o.offered_until, true);
    else
      v_count := 0;
  end case;
  return coalesce(v_count, 0);
end
$$;
comment on function sync.count_facts is 'Counts the facts of an account that achievements of a type count.';

create function sync.achievement_types_of(p_command text) returns text[]
language plpgsql immutable set search_path = '' as $$
begin
  return case p_command
    when 'recount_progress' then array['video_watched', 'course_completed']
    when 'recount_result' then array['test_passed', 'test_perfect', 'certificate']
    when 'recount_day' then array['streak', 'active_days']
    when 'recount_view' then array['news']
    when 'recount_all' then array['video_watched', 'course_completed', 'test_passed', 'test_perfect', 'streak',
      'active_days',
      'event', 'news', 'comment', 'like', 'certificate', 'note']
    else array[substr(p_command, char_length('recount_') + 1)]
  end;
end
$$;
comment on function sync.achievement_types_of is 'The types of achievements that a recount command covers.';

create function sync.recount_achievements(p_users uuid[], p_types text[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  with counted as materialized (
    select u.id as user_id, t.type, sync.count_facts(u.id, t.type) as value
    from unnest(p_users) as u (id) cross join (select distinct type from public.achievements
      where type = any (p_types)) t
  )
  insert into public.user_achievements as s (user_id, achievement_id, current_value, completed, completed_at)
    select c.user_id, a.id, c.value, c.value >= a.target_value, case when c.value >= a.target_value then now() end
    from counted c join public.achievements a on a.type = c.type
    where c.value > 0 or exists (select from public.user_achievements e where e.user_id = c.user_id
      and e.achievement_id = a.id)
    order by c.user_id, a.id
    on conflict (user_id, achievement_id) do update set current_value = excluded.current_value, completed = s.completed
      or excluded.completed,
      completed_at = coalesce(s.completed_at, excluded.completed_at)
    where (s.current_value, s.completed) is distinct from (excluded.current_value, s.completed or excluded.completed);
end
$$;
comment on function sync.recount_achievements is
  'Computes the achievement progress of accounts; an earned achievement stays earned.';

create function sync.recount(p_tx xid8) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_users uuid[]; v_commands text[]; v_types text[];
begin
  select array_agg(distinct p.id order by p.id), array_agg(distinct d.command) into v_users, v_commands
    from sync.dirty d join public.profiles p on p.id = d.row_id::uuid
    where d.tx = p_tx and starts_with(d.command, 'recount_') and d.scope like 'account:%';
  if v_users is null then return; end if;
  if v_commands && array['recount_day', 'recount_all'] then perform sync.recount_streaks(v_users); end if;
  if v_commands && array['recount_result', 'recount_all'] then perform sync.recount_certificates(v_users); end if;
  select array_agg(distinct t) into v_types from unnest(v_commands) c, unnest(sync.achievement_types_of(c)) t;
  perform sync.recount_achievements(v_users, v_types);
end
$$;
comment on function sync.recount is
  'Runs the recount commands of a transaction; certificates come before achievements, because one achievement '
  'type counts them.';
