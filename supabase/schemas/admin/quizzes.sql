-- Quizzes in the console: the working copy is saved whole, and published as an immutable version.

create function sync.admin_test(p_test uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select to_jsonb(t) || jsonb_build_object('questions', sync.live_test(t.id) -> 'questions',
      'changed', sync.live_test(t.id) is distinct from (select v.body from public.test_versions v
        where v.test_id = t.id and v.version = t.published_version))
    from public.tests t where t.id = p_test);
end
$$;
comment on function sync.admin_test is
  'A quiz with the questions of its working copy; `changed` tells whether it differs from the published version.';

create function sync.add_test_version(p_test uuid) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_version int;
begin
  insert into public.test_versions (test_id, version, body, published_by, graded)
    select p_test, coalesce((select max(version) from public.test_versions where test_id = p_test), 0) + 1,
      sync.live_test(p_test), (select auth.uid()), sync.is_graded(p_test)
    returning version into v_version;
  return v_version;
end
$$;
comment on function sync.add_test_version is 'Stores the working copy of a quiz as its newest version.';

create function sync.save_questions(p_test uuid, p_questions jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_question record; v_faults text;
begin
  if jsonb_typeof(p_questions) <> 'array' or jsonb_array_length(p_questions) > sync.attempt_questions()
    then perform sync.refuse('bad_argument', 'p_questions'); end if;
  select string_agg(q ->> 'id', ',') into v_faults from jsonb_array_elements(p_questions) q
    where jsonb_typeof(q) <> 'object' or sync.uuid_or_null(q ->> 'id') is null
      or char_length(q ->> 'text') > sync.question_length()
      or not sync.valid_options(q -> 'options')
      or exists (select from public.test_questions o where o.id = sync.uuid_or_null(q ->> 'id') and o.test_id <> p_test);
  if v_faults is not null or (select count(distinct q ->> 'id') < count(*) from jsonb_array_elements(p_questions) q)
    or exists (select from jsonb_array_elements(p_questions) q where q ->> 'id' is null)
    then perform sync.refuse('bad_argument', 'p_questions'); end if;
  delete from public.test_questions where test_id = p_test
    and id not in (select (q ->> 'id')::uuid from jsonb_array_elements(p_questions) q);
  for v_question in
    select q, place, (q ->> 'id')::uuid as id from jsonb_array_elements(p_questions) with ordinality as e (q, place)
  loop
    insert into public.test_questions as s (id, test_id, text, type, points, order_position, explanation, image_url,
        options)
      values (v_question.id, p_test, coalesce(v_question.q ->> 'text', ''),
        coalesce(v_question.q ->> 'type', 'multiple_choice'), coalesce((v_question.q ->> 'points')::int, 1),
        v_question.place, nullif(btrim(v_question.q ->> 'explanation'), ''),
        nullif(btrim(v_question.q ->> 'image_url'), ''), v_question.q -> 'options')
      on conflict (id) do update set text = excluded.text, type = excluded.type, points = excluded.points,
        order_position = excluded.order_position, explanation = excluded.explanation, image_url = excluded.image_url,
        options = excluded.options
      where (s.text, s.type, s.points, s.order_position, s.explanation, s.image_url, s.options) is distinct from
        (excluded.text, excluded.type, excluded.points, excluded.order_position, excluded.explanation,
          excluded.image_url, excluded.options);
  end loop;
end
$$;
comment on function sync.save_questions is
  'Replaces the questions of a working copy by a list; rows of unchanged questions are not written.';

create function public.save_test(p_id uuid, p_version int, p_test jsonb, p_questions jsonb default null) returns jsonb
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
  -- The quiz was published before the table `test_versions` existed: store its questions as version 1 before they change.
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
comment on function public.save_test is
  'Saves the working copy of a quiz with all its questions in one transaction; learners keep the published version.';

create function public.publish_test(p_test uuid, p_version int) returns jsonb
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
comment on function public.publish_test is
  'Gives learners the working copy of a quiz as a new version, which never changes.';

create function public.unpublish_test(p_test uuid, p_version int) returns jsonb
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
comment on function public.unpublish_test is 'Hides a quiz from learners; results and open attempts stay.';

-- ── Certificates ──

create function public.save_certificate(p_id uuid, p_version int, p_certificate jsonb, p_requirements jsonb default null)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_field text; v_row public.certificates;
begin
  perform sync.require_admin();
  if p_id is null then perform sync.refuse('bad_argument', 'p_id'); end if;
  if jsonb_typeof(p_certificate) is distinct from 'object' then perform sync.refuse('bad_argument', 'p_certificate'); end if;
  for v_field in select jsonb_object_keys(p_certificate) loop
    if v_field <> all ('{title,description,template_url,template_filename,name_position,name_font_size,name_font_color,is_active}')
      then perform sync.refuse('bad_argument', v_field); end if;
  end loop;
  if p_certificate ? 'title' and btrim(coalesce(p_certificate ->> 'title', '')) = ''
    or p_version is null and not p_certificate ? 'title' then perform sync.refuse('bad_argument', 'title'); end if;
  if p_version is null then
    insert into public.certificates (id, title, row_version) values (p_id, btrim(p_certificate ->> 'title'), 0)
      on conflict (id) do nothing;
    if not found then return sync.admin_certificate(p_id); end if;
  end if;
  select * into v_row from public.certificates where id = p_id for update;
  if not found then perform sync.refuse('not_found'); end if;
  if p_version is not null and p_version <> v_row.row_version then
    raise sqlstate 'PT409' using message = 'version_conflict', detail = sync.admin_certificate(p_id)::text;
  end if;
  v_row := jsonb_populate_record(v_row, p_certificate);
  update public.certificates set title = btrim(v_row.title), description = v_row.description,
      template_url = v_row.template_url, template_filename = v_row.template_filename,
      name_position = v_row.name_position, name_font_size = v_row.name_font_size,
      name_font_color = v_row.name_font_color, is_active = v_row.is_active, row_version = row_version
    where id = p_id;
  if jsonb_typeof(p_requirements) = 'array' then
    if exists (select from jsonb_array_elements(p_requirements) r
        where not exists (select from public.tests t where t.id = sync.uuid_or_null(r ->> 'test_id')))
      then perform sync.refuse('bad_argument', 'p_requirements'); end if;
    delete from public.certificate_requirements where certificate_id = p_id
      and test_id not in (select (r ->> 'test_id')::uuid from jsonb_array_elements(p_requirements) r);
    insert into public.certificate_requirements as s (certificate_id, test_id, minimum_score)
      select distinct on (r ->> 'test_id') p_id, (r ->> 'test_id')::uuid, coalesce((r ->> 'minimum_score')::int, 70)
      from jsonb_array_elements(p_requirements) r
      on conflict (certificate_id, test_id) do update set minimum_score = excluded.minimum_score
        where s.minimum_score <> excluded.minimum_score;
  end if;
  return sync.admin_certificate(p_id);
end
$$;
comment on function public.save_certificate is
  'Saves a certificate with its requirements in one transaction; earned certificates do not change.';

create function sync.admin_certificate(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select to_jsonb(c) || jsonb_build_object('requirements', (
      select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'test_id', r.test_id, 'test_title', t.title,
        'minimum_score', r.minimum_score) order by r.created_at, r.id), '[]')
      from public.certificate_requirements r join public.tests t on t.id = r.test_id where r.certificate_id = c.id))
    from public.certificates c where c.id = p_id);
end
$$;
comment on function sync.admin_certificate is 'A certificate with its requirements.';

grant execute on function public.save_test(uuid, int, jsonb, jsonb), public.publish_test(uuid, int),
  public.unpublish_test(uuid, int), public.save_certificate(uuid, int, jsonb, jsonb) to authenticated;
