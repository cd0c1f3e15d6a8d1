-- Figures about lessons and quizzes, and the moderation of comments. Rule: statistics contain no names of learners.

create function public.video_statistics(p_video uuid) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off as $$
declare
  v_length bigint;
begin
  perform sync.require_admin();
  select duration_seconds * 1000 into v_length from public.videos where id = p_video;
  if not found then perform sync.refuse('not_found'); end if;
  return (
    with viewer as (
      select j.user_id, coalesce((j.data ->> 'completed')::boolean, false) as completed, j.data -> 'intervals' as intervals,
        greatest(v_length, (j.data ->> 'duration')::bigint, 1)::float8 as length
      from sync.journal j where j.kind = 'progress' and not j.deleted and j.id = 'progress/' || p_video
    ), watched as (
      -- Stored intervals are already merged: sorted and disjoint. `steps` has a bit for each twentieth that an interval
      -- touches, so that two intervals within one step count once.
      select v.completed, least(1, coalesce(sum(least(i.until, v.length) - least(i.since, v.length)), 0) / v.length) as share,
        coalesce(bit_or(case when i.since < v.length and i.until > i.since then
          (1 << least(20, ceil(i.until * 20 / v.length))::int) - (1 << floor(i.since * 20 / v.length)::int) end), 0) as steps
      from viewer v left join lateral (
        select (k ->> 0)::float8 as since, (k ->> 1)::float8 as until from jsonb_array_elements(v.intervals) k) i on true
      group by v.user_id, v.completed, v.length
    ), distinct_steps as (
      select steps, count(*) as viewers, count(*) filter (where completed) as completed, sum(share) as share
      from watched group by steps
    )
    select jsonb_build_object('viewers', coalesce(sum(viewers), 0), 'completed', coalesce(sum(completed), 0),
      'share_watched', coalesce(round((sum(share) / sum(viewers))::numeric, 4), 0),
      'remaining', (select jsonb_agg(round((
          select coalesce(sum(d.viewers) filter (where d.steps >> s & 1 = 1), 0) / greatest(coalesce(sum(d.viewers), 0), 1)
          from distinct_steps d), 4) order by s) from generate_series(0, 19) s))
    from distinct_steps);
end
$$;
comment on function public.video_statistics is
  'Returns the number of viewers of a lesson, their watched share, and the drop-off in 20 steps.';

create function public.test_statistics(p_test uuid) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off as $$
declare
  v_body jsonb;
begin
  perform sync.require_admin();
  if not exists (select from public.tests where id = p_test) then perform sync.refuse('not_found'); end if;
  v_body := sync.test_body(p_test);
  return (
    with result as materialized (
      select r.user_id, coalesce(s.score, r.score) as score, r.passed, r.answers, coalesce(s.review, r.review) as review
      from public.test_results r left join sync.sealed_results s on s.result_id = r.id where r.test_id = p_test
    ), marked as materialized (
      -- Only the options of a wrong answer are needed later.
      select m ->> 'question_id' as id, (m ->> 'correct')::boolean as correct,
        case when not (m ->> 'correct')::boolean then coalesce(r.answers -> (m ->> 'question_id') -> 'options',
          r.answers -> (m ->> 'question_id')) end as options
      from result r, jsonb_array_elements(r.review) m
    ), counted as (
      select id, count(*) as answered, count(*) filter (where not correct) as wrong from marked group by id
    ), chosen as (
      select k.id, c.option, count(*) as number
      from marked k, jsonb_array_elements_text(case when jsonb_typeof(k.options) = 'array' then k.options else '[]' end)
        c (option)
      group by k.id, c.option
    ), question as (
      select q ->> 'id' as id, q ->> 'text' as text, q -> 'options' as options, coalesce(n.answered, 0) as answered,
        coalesce(n.wrong, 0) as wrong
      from jsonb_array_elements(v_body -> 'questions') q left join counted n on n.id = q ->> 'id'
    ), common_wrong as (
      select distinct on (c.id) c.id, jsonb_build_object('id', o ->> 'id', 'text', o ->> 'text', 'count', c.number) as body
      from question q, jsonb_array_elements(q.options) o, chosen c
      where c.id = q.id and c.option = o ->> 'id' and not (o ->> 'isCorrect')::boolean
      order by c.id, c.number desc, c.option
    )
    select jsonb_build_object('attempts', count(*), 'learners', count(distinct user_id),
      'passed', count(*) filter (where passed),
      'pass_rate', coalesce(round(avg(passed::int), 4), 0), 'average_score', coalesce(round(avg(score)), 0),
      'questions', (select coalesce(jsonb_agg(jsonb_build_object('id', q.id, 'text', q.text, 'answered', q.answered,
          'wrong', q.wrong, 'wrong_rate', round(q.wrong::numeric / greatest(q.answered, 1), 4), 'common_wrong', w.body)
          order by q.wrong::numeric / greatest(q.answered, 1) desc, q.id), '[]')
        from question q left join common_wrong w on w.id = q.id))
    from result);
end
$$;
comment on function public.test_statistics is
  'Returns the attempts of a quiz, its pass rate, and its hardest questions with their most common wrong option.';

create function public.reported_comments(p_page int default 1, p_size int default 10) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_total bigint; v_rows jsonb;
begin
  perform sync.require_admin(), sync.require_page(p_page, p_size);
  with reported as materialized (
    select r.comment_id, count(*) as reports, min(r.created_at) as first_at,
      jsonb_agg(r.reason order by r.created_at) filter (where r.reason <> '') as reasons
    from public.comment_reports r join public.video_comments c on c.id = r.comment_id and c.deleted_at is null
    where r.resolved_at is null group by r.comment_id
  ), page as (
    select * from reported order by reports desc, first_at, comment_id limit p_size offset (p_page - 1) * p_size
  )
  select (select count(*) from reported), (select jsonb_agg(jsonb_build_object('comment_id', c.id, 'content', c.content,
      'created_at', sync.iso(c.created_at), 'video_id', v.id, 'video_title', v.title, 'course_id', v.course_id,
      'author_id', c.user_id, 'author_name', p.full_name, 'author_email', u.email,
      'author_blocked', p.blocked_at is not null, 'reports', g.reports, 'reasons', coalesce(g.reasons, '[]'),
      'first_reported_at', sync.iso(g.first_at)) order by g.reports desc, g.first_at, c.id)
    from page g join public.video_comments c on c.id = g.comment_id join public.videos v on v.id = c.video_id
      join public.profiles p on p.id = c.user_id left join auth.users u on u.id = c.user_id)
    into v_total, v_rows;
  return sync.list_page(v_rows, v_total, p_page, p_size);
end
$$;
comment on function public.reported_comments is 'Returns a page of the comments with open reports. For administrators.';

create function public.decide_report(p_comment uuid, p_decision text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_author uuid;
begin
  perform sync.require_admin(), sync.require_option('p_decision', p_decision, '{keep,remove,block}');
  select user_id into v_author from public.video_comments where id = p_comment;
  if not found then perform sync.refuse('not_found'); end if;
  if p_decision = 'block' then perform public.block_account(v_author, true); end if;
  if p_decision <> 'keep' then perform public.move_to_trash('video_comments', p_comment); end if;
  update public.comment_reports set resolved_at = now() where comment_id = p_comment and resolved_at is null;
end
$$;
comment on function public.decide_report is
  'Closes the reports of a comment: keep it, remove it, or also block its author from commenting.';

-- ── Learners who are in it now ──

create function public.learners_inside(p_table text, p_id uuid) returns int
language plpgsql stable security definer set search_path = '' as $$
begin
  perform sync.require_admin();
  if p_table is null or p_table <> all ('{courses,videos,tests}') then perform sync.refuse('bad_argument', 'p_table'); end if;
  return (
    select count(distinct j.user_id) from sync.journal j
    where not j.deleted and (
      -- An attempt that nobody touched for a day is left open, not in progress.
      j.kind = 'attempt' and j.data ->> 'finished_at' is null and j.at > extract(epoch from now() - interval '1 day') * 1000
        and exists (select from public.tests t where t.id = (j.data ->> 'test_id')::uuid
          and p_id = case p_table when 'tests' then t.id when 'courses' then t.course_id when 'videos' then t.video_id end)
      or j.kind = 'progress' and p_table <> 'tests' and j.at > extract(epoch from now() - interval '5 minutes') * 1000
        and exists (select from public.videos v where v.id = (j.data ->> 'video_id')::uuid
          and p_id = case p_table when 'videos' then v.id else v.course_id end)));
end
$$;
comment on function public.learners_inside is
  'How many learners have an open attempt or watched in the last minutes, for the question before a row is withdrawn.';
grant execute on function public.learners_inside(text, uuid) to authenticated;

grant execute on function public.video_statistics(uuid), public.test_statistics(uuid),
  public.reported_comments(int, int), public.decide_report(uuid, text) to authenticated;
