-- Question texts, option texts, and the summary and body of news need a visible character, as titles do.

create or replace function sync.test_faults(p_body jsonb) returns jsonb language sql immutable set search_path = '' as $$
  select coalesce((
    select jsonb_agg(jsonb_build_object('question_id', f.id, 'rule', f.rule) order by f.place) from (
      select q ->> 'id' as id, place, case
          when sync.is_blank(coalesce(q ->> 'text', '')) then 'no_text'
          when jsonb_array_length(q -> 'options') < 2 or r.blank > 0 then 'few_options'
          when r.number = 0 then 'no_right_option'
          when r.number > 1 and q ->> 'type' <> 'multiple_choice' then 'several_right_options' end as rule
      from jsonb_array_elements(p_body -> 'questions') with ordinality as e (q, place),
        lateral (select count(*) filter (where (o ->> 'isCorrect')::boolean) as number,
            count(*) filter (where sync.is_blank(o ->> 'text')) as blank
          from jsonb_array_elements(q -> 'options') o) r) f where f.rule is not null), '[]')
    || case when jsonb_array_length(p_body -> 'questions') = 0
      then '[{"question_id": null, "rule": "no_questions"}]'::jsonb else '[]' end
$$;

create trigger text_given after insert or update of summary, content on public.news for each row
  execute function sync.require_text('summary', 'content');
