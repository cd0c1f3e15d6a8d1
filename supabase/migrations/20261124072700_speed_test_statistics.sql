-- The statistics of a quiz count the answers of each question once, instead of reading every answer for every question.

create or replace function public.test_statistics(p_test uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_body jsonb;
begin
  perform sync.require_admin();
  if not exists (select from public.tests where id = p_test) then perform sync.refuse('not_found'); end if;
  v_body := sync.test_body(p_test);
  return (
    with result as materialized (
      select user_id, score, passed, answers, review from public.test_results where test_id = p_test
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
