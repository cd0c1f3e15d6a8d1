-- The checklist for publishing a course covers draft quizzes.

create or replace function sync.test_faults(p_body jsonb) returns jsonb language sql immutable set search_path = '' as $$
  select coalesce((
    select jsonb_agg(jsonb_build_object('question_id', f.id, 'rule', f.rule) order by f.place) from (
      select q ->> 'id' as id, place, case
          when btrim(coalesce(q ->> 'text', '')) = '' then 'no_text'
          when jsonb_array_length(q -> 'options') < 2 or r.blank > 0 then 'few_options'
          when r.number = 0 then 'no_right_option'
          when r.number > 1 and q ->> 'type' <> 'multiple_choice' then 'several_right_options' end as rule
      from jsonb_array_elements(p_body -> 'questions') with ordinality as e (q, place),
        lateral (select count(*) filter (where (o ->> 'isCorrect')::boolean) as number,
            count(*) filter (where btrim(o ->> 'text') = '') as blank
          from jsonb_array_elements(q -> 'options') o) r) f where f.rule is not null), '[]')
    || case when jsonb_array_length(p_body -> 'questions') = 0
      then '[{"question_id": null, "rule": "no_questions"}]'::jsonb else '[]' end
$$;
comment on function sync.test_faults is
  'Returns the faults that make a quiz unanswerable; an empty list if there are none.';

create or replace function sync.checklist_of(p_course uuid, p_with_drafts boolean) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_lessons int; v_drafts int; v_items jsonb;
begin
  select count(*) filter (where status = 'published' or p_with_drafts), count(*) filter (where status = 'draft')
    into v_lessons, v_drafts from public.videos where course_id = p_course and deleted_at is null;
  select coalesce(jsonb_agg(jsonb_build_object('rule', f.rule, 'id', f.id, 'title', f.title) order by f.place, f.rule),
      '[]') into v_items
    from (
      select 0 as place, 'no_lesson' as rule, p_course as id, null as title where v_lessons = 0
      union all
      select v.order_position, r.rule, v.id, v.title from public.videos v,
        lateral (values ('no_file', coalesce(btrim(v.video_url), '') = ''), ('no_duration', v.duration_seconds <= 0))
          as r (rule, fault)
        where v.course_id = p_course and v.deleted_at is null and (v.status = 'published' or p_with_drafts) and r.fault
      union all
      select 1000000, 'quiz_not_answerable', t.id, t.title from public.tests t
        where t.course_id = p_course and t.deleted_at is null and sync.test_faults(case t.status
          when 'published' then sync.test_body(t.id) else sync.live_test(t.id) end) <> '[]') f;
  return jsonb_build_object('ok', v_items = '[]', 'lessons', v_lessons, 'drafts', v_drafts, 'items', v_items);
end
$$;
comment on function sync.checklist_of is
  'Returns the unmet conditions for publishing a course. Draft quizzes count too: an administrator publishes them next.';

create or replace function public.publish_course(p_course uuid, p_version int, p_status text,
  p_with_lessons boolean default false) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_row public.courses; v_checklist jsonb;
begin
  perform sync.require_admin(), sync.require_option('p_status', p_status, '{draft,published,public}');
  select * into v_row from public.courses where id = p_course and deleted_at is null for update;
  if not found then perform sync.refuse('not_found'); end if;
  if p_status <> 'draft' then
    if v_row.status = 'draft' or p_with_lessons then
      v_checklist := sync.checklist_of(p_course, p_with_lessons);
      if not (v_checklist ->> 'ok')::boolean then perform sync.refuse('checklist', v_checklist::text); end if;
    end if;
    if p_with_lessons then
      update public.videos set status = 'published', row_version = row_version
        where course_id = p_course and status = 'draft' and deleted_at is null;
    end if;
  end if;
  update public.courses set status = p_status, row_version = coalesce(p_version, row_version) where id = p_course
    returning * into v_row;
  return to_jsonb(v_row);
end
$$;
comment on function public.publish_course is
  'Publishes a course whose checklist is complete, with its draft lessons if wanted, or makes it a draft again.';
