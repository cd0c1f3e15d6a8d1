-- Quizzes that certificates require, or that are flagged, are graded: only the server scores them.

alter table public.tests add column graded boolean not null default false;
alter table public.test_results add column started_at timestamptz;
alter table public.test_results add column over_time boolean not null default false;

create or replace function sync.is_graded(p_test uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.tests t where t.id = p_test and t.graded)
    or exists (select from public.certificate_requirements r where r.test_id = p_test);
end
$$;
comment on function sync.is_graded is
  'Whether only the server scores a quiz: a certificate requires it, or it is flagged as graded.';

create or replace function sync.counts_for_certificate(p_result uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.test_results r where r.id = p_result and not r.over_time and not exists (
      select from public.test_results e
      where e.user_id = r.user_id and e.test_id = r.test_id and e.id <> r.id
        and (e.completed_at, e.id) < (r.completed_at, r.id)
        and e.completed_at > r.started_at - interval '10 minutes'));
end
$$;
comment on function sync.counts_for_certificate is
  'Whether a result counts for a certificate: within its time, and begun at least 10 minutes after the attempt before it.';

create or replace function sync.on_certificate_requirements() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A quiz becomes graded, or practice again, with the certificate that requires it.
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
comment on function sync.on_certificate_requirements is
  'Publishes the certificate and the quiz, and recounts every account that took the quiz or started the certificate.';

create or replace function sync.on_test_results() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := 'account:' || coalesce(new.user_id, old.user_id);
begin
  perform sync.touch('results', coalesce(new.id, old.id)::text, v_scope),
    sync.request('recount_result', coalesce(new.user_id, old.user_id)::text, v_scope);
  -- An attempt that arrives late may take the count away from the one that followed it too soon.
  if tg_op = 'INSERT' then
    perform sync.touch('results', r.id::text, v_scope) from public.test_results r
      where r.user_id = new.user_id and r.test_id = new.test_id and r.completed_at >= new.completed_at
        and r.started_at < new.completed_at + interval '10 minutes' and r.id <> new.id;
  end if;
  return null;
end
$$;
comment on function sync.on_test_results is
  'Publishes a result and those whose count depends on it, and recounts what its learner achieved.';

create or replace function sync.hide_key(p_review jsonb) returns jsonb language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(r || '{"correct_options": [], "explanation": null, "hidden": true}' order by n), '[]')
  from jsonb_array_elements(p_review) with ordinality as e (r, n)
$$;
comment on function sync.hide_key is 'A review that says which questions were wrong, without the right options.';

create or replace function sync.apply_result(p_user uuid, p_attempt uuid, p_test uuid, p_answers jsonb, p_time_spent int,
  p_finished_at timestamptz, p_started_at timestamptz default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_test record; v_old public.test_results; v_score jsonb; v_spent int := greatest(0, p_time_spent);
  v_earlier int; v_passed_before boolean; v_account timestamptz; v_started timestamptz; v_limit interval;
  v_last_answer timestamptz; v_review jsonb;
begin
  perform sync.lock_user(p_user);
  select t.max_attempts, t.time_limit, c.plan_type into v_test from public.tests t
    join public.courses c on c.id = t.course_id where t.id = p_test;
  if not found then perform sync.reject('not_found'); end if;
  if not sync.may_act(p_user, case when v_test.plan_type = 'premium' then 'premium' else 'basic' end, p_started_at) then
    perform sync.reject('forbidden');
  end if;
  select * into v_old from public.test_results where id = p_attempt;
  if found and v_old.user_id <> p_user then perform sync.reject('duplicate'); end if;
  -- Rule: score once. The review reveals the key, so a later version of the attempt cannot count; a key corrected later
  -- does not either.
  if v_old.id is not null then return; end if;
  select count(*), coalesce(bool_or(passed), false) into v_earlier, v_passed_before
    from public.test_results where user_id = p_user and test_id = p_test;
  if v_test.max_attempts > 0 and v_earlier >= v_test.max_attempts then
    perform sync.reject('attempts_exhausted');
  end if;
  select created_at into v_account from public.profiles where id = p_user;
  v_started := least(coalesce(p_started_at, p_finished_at), now());
  -- A minute on top, for clocks that are read one after the other.
  v_limit := case when v_test.time_limit > 0 then make_interval(mins => v_test.time_limit + 1) end;
  select max(sync.time_of_ms((a.value ->> 'at')::bigint)) into v_last_answer
    from jsonb_each(case when jsonb_typeof(p_answers) = 'object' then p_answers else '{}' end) a
    where jsonb_typeof(a.value) = 'object' and jsonb_typeof(a.value -> 'at') = 'number';
  v_score := sync.score_attempt(p_test, p_answers);
  v_review := v_score -> 'review';
  -- Rule: the review of a graded quiz names the right options only after passing or after the last attempt.
  if sync.is_graded(p_test) and not (v_score ->> 'passed')::boolean and not v_passed_before
    and (v_test.max_attempts = 0 or v_earlier + 1 < v_test.max_attempts) then
    v_review := sync.hide_key(v_review);
  end if;
  insert into public.test_results (id, user_id, test_id, score, passed, time_spent, answers, review, completed_at,
      started_at, over_time)
    values (p_attempt, p_user, p_test, (v_score ->> 'score')::int, (v_score ->> 'passed')::boolean,
      case when v_test.time_limit > 0 then least(v_spent, v_test.time_limit * 60) else v_spent end, p_answers, v_review,
      greatest(least(greatest(p_finished_at, v_started), now()), v_account), greatest(v_started, v_account),
      coalesce(greatest(make_interval(secs => v_spent), p_finished_at - v_started, v_last_answer - v_started) > v_limit,
        false));
end
$$;
comment on function sync.apply_result is
  'Scores a finished attempt once and stores the result, with times between the creation of the account and now.';

create or replace function sync.recount_certificates(p_users uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  with met as (
    select u.id as user_id, r.certificate_id, r.test_id, b.passed_at
    from unnest(p_users) as u (id)
    cross join public.certificate_requirements r
    join public.certificates c on c.id = r.certificate_id and c.is_active
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
            where v.course_id = c.id) l
        where c.id = any (v_ids) and c.status in ('published', 'public');
    when 'videos' then
      return query select 'public', v.id::text, json_build_object('id', v.id, 'course_id', v.course_id, 'title',
        v.title,
          'duration_seconds', v.duration_seconds, 'order_position', v.order_position, 'is_free_preview',
            v.is_free_preview,
          'thumbnail_url', v.thumbnail_url,
          'test_count', (select count(*) from public.tests t where t.video_id = v.id and t.status = 'published'),
          'created_at', sync.iso(v.created_at), 'updated_at', sync.iso(v.updated_at))
        from public.videos v join public.courses c on c.id = v.course_id
        where v.id = any (v_ids) and c.status in ('published', 'public');
    when 'lessons' then
      return query select sync.lesson_scope(c.status, c.plan_type, v.is_free_preview), v.id::text,
        json_build_object('id', v.id,
          'course_id', v.course_id, 'description', v.description, 'video_url', v.video_url, 'media_bytes',
            v.media_bytes, 'captions', v.captions,
          'resources', coalesce((
            select json_agg(json_build_object('id', r.id, 'title', r.title, 'file_url', r.file_url, 'file_name',
              r.file_name,
              'file_size', r.file_size, 'file_type', r.file_type, 'created_at', sync.iso(r.created_at))
                order by r.created_at, r.id)
            from public.video_resources r left join public.course_resources k on k.id = r.course_resource_id
            where r.video_id = v.id and k.is_visible is not false), '[]'))
        from public.videos v join public.courses c on c.id = v.course_id
        where v.id = any (v_ids) and c.status in ('published', 'public');
    when 'tests' then
      return query select case when c.plan_type = 'premium' then 'plan:premium' else 'plan:basic' end, t.id::text,
        json_build_object('id', t.id,
          'video_id', t.video_id, 'course_id', t.course_id, 'title', t.title, 'emoji', t.emoji, 'description',
            t.description,
          'passing_score', t.passing_score, 'time_limit', t.time_limit, 'shuffle', t.shuffle, 'max_attempts',
            t.max_attempts, 'graded', g.graded,
          'questions', coalesce((
            -- Rule: only the id and text of an option are published. Devices get a digest instead of the key, and for a
            -- graded quiz not even that.
            select json_agg(jsonb_build_object('id', q.id, 'text', q.text, 'type', q.type, 'points', q.points,
              'order_position', q.order_position,
              'options', (select coalesce(json_agg(json_build_object('id', o ->> 'id', 'text', o ->> 'text')
                order by n), '[]')
                from jsonb_array_elements(q.options) with ordinality as e (o, n)))
              || case when g.graded then '{}'
                else jsonb_build_object('answer_digest', sync.answer_digest(q.id, q.options)) end
              order by q.order_position, q.id)
            from public.test_questions q where q.test_id = t.id), '[]'))
        from public.tests t join public.courses c on c.id = t.course_id,
          lateral (select sync.is_graded(t.id) as graded) g
        where t.id = any (v_ids) and t.status = 'published' and c.status in ('published', 'public');
    when 'news' then
      return query select 'public', n.id::text, json_build_object('id', n.id, 'title', n.title, 'summary', n.summary,
        'slug', n.slug,
          'category', n.category, 'image_url', n.image_url, 'reading_minutes', sync.reading_minutes(n.content),
          'published_at', sync.iso(n.published_at), 'created_at', sync.iso(n.created_at))
        from public.news n where n.id = any (v_ids) and n.status = 'published';
    when 'news_bodies' then
      return query select 'plan:premium', n.id::text, json_build_object('id', n.id, 'content', n.content)
        from public.news n where n.id = any (v_ids) and n.status = 'published';
    when 'events' then
      return query select 'public', e.id::text, json_build_object('id', e.id, 'title', e.title, 'description',
        e.description, 'image_url', e.image_url,
          'location', e.location, 'start_date', sync.iso(e.start_date), 'end_date', sync.iso(e.end_date),
            'duration_minutes', e.duration_minutes,
          'type', e.type, 'is_free', e.is_free, 'max_participants', e.max_participants, 'current_participants',
            e.current_participants,
          'status', e.status, 'sequence', e.sequence, 'created_at', sync.iso(e.created_at), 'updated_at',
            sync.iso(e.updated_at))
        from public.events e where e.id = any (v_ids) and e.status <> 'draft';
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
        from public.certificates c where c.id = any (v_ids) and c.is_active;
    else
      raise exception 'no projection for %', p_kind;
  end case;
end
$$;
comment on function sync.project_shared is 'The documents of the shared scopes, read from the tables as they are now.';

create or replace function sync.project_scoped(p_kind text, p_scopes text[], p_ids text[])
  returns table (scope text, row_id text, body json)
language plpgsql stable security definer set search_path = '' as $$
begin
  case p_kind
    when 'notifications' then
      return query select q.scope, n.id::text, json_build_object('id', n.id, 'title', n.title, 'message', n.message,
        'type', n.type, 'topic', n.topic, 'link', n.link,
          'is_read', n.is_read, 'created_at', sync.iso(n.created_at))
        from unnest(p_scopes, p_ids) as q (scope, id),
          lateral (select * from public.notifications k where k.id = q.id::uuid limit 1) n
        where 'account:' || n.user_id = q.scope;
    when 'subscriptions' then
      return query select 'account:' || s.user_id, s.user_id::text,
        json_build_object('id', s.user_id, 'has_pro_plan', s.has_pro_plan,
          'has_premium_plan', s.has_premium_plan, 'subscription_id', s.subscription_id, 'status', s.status,
            'billing_period', s.billing_period,
          'current_period_end', sync.iso(s.current_period_end), 'trial_ends_at', sync.iso(s.trial_ends_at),
          'cancel_at_period_end', s.cancel_at_period_end, 'paid_plan', s.paid_plan,
          'granted_plan', case when s.granted_until is null or s.granted_until > now() then s.granted_plan end,
          'granted_until', sync.iso(s.granted_until),
          'trial_used', exists (
            select from billing.trials t where t.address_digest = billing.address_digest(s.email)),
          'created_at', sync.iso(s.created_at), 'updated_at', sync.iso(s.updated_at))
        from public.user_subscriptions s where s.user_id = any (p_ids::uuid[]);
    when 'profiles' then
      return query select 'account:' || p.id, p.id::text,
        json_build_object('id', p.id, 'full_name', p.full_name, 'avatar_url', p.avatar_url,
          'bio', p.bio, 'job_title', p.job_title, 'location', p.location, 'website', p.website,
          'is_admin', a.email is not null, 'is_super_admin', coalesce(a.is_super_admin, false), 'deleted_at',
            sync.iso(p.deleted_at), 'muted', to_json(p.muted))
        from public.profiles p left join public.admin_users a on a.user_id = p.id where p.id = any (p_ids::uuid[]);
    when 'streaks' then
      return query select 'account:' || s.user_id, s.user_id::text,
        json_build_object('id', s.user_id, 'current_streak', s.current_streak,
          'longest_streak', s.longest_streak, 'last_active', s.last_active)
        from public.user_streaks s where s.user_id = any (p_ids::uuid[]);
    when 'achievement_progress' then
      return query select q.scope, a.achievement_id,
        json_build_object('id', a.achievement_id, 'current_value', a.current_value,
          'completed', a.completed, 'completed_at', sync.iso(a.completed_at))
        from unnest(p_scopes, p_ids) as q (scope, id), lateral (
          select * from public.user_achievements k where k.user_id = substr(q.scope, 9)::uuid
            and k.achievement_id = q.id limit 1) a;
    when 'certificate_progress' then
      return query select q.scope, c.certificate_id::text,
        json_build_object('id', c.certificate_id, 'completed_requirements', c.completed_requirements,
          'progress_percentage', c.progress_percentage, 'completed', c.completed, 'completed_at',
            sync.iso(c.completed_at), 'serial', i.serial, 'issued_name', i.name, 'seal', i.seal, 'credential',
            i.credential, 'revoked_at', sync.iso(i.revoked_at))
        from unnest(p_scopes, p_ids) as q (scope, id)
        cross join lateral (
          select * from public.user_certificates k where k.user_id = substr(q.scope, 9)::uuid
            and k.certificate_id = q.id::uuid limit 1) c
        left join lateral (
          select * from public.issued_certificates k where k.user_id = c.user_id
            and k.certificate_id = c.certificate_id order by k.status_index desc limit 1) i on true;
    when 'results' then
      return query select q.scope, r.id::text, json_build_object('id', r.id, 'test_id', r.test_id, 'score', r.score,
        'passed', r.passed,
          'time_spent', r.time_spent, 'completed_at', sync.iso(r.completed_at), 'review', r.review,
          'counts', sync.counts_for_certificate(r.id))
        from unnest(p_scopes, p_ids) as q (scope, id),
          lateral (select * from public.test_results k where k.id = q.id::uuid limit 1) r
        where 'account:' || r.user_id = q.scope;
    when 'comments' then
      return query select q.scope, c.id::text, json_build_object('id', c.id, 'video_id', c.video_id, 'user_id',
        c.user_id,
          'user_name', case when p.deleted_at is null then coalesce(nullif(btrim(p.full_name), ''), 'Потребител')
            else 'Потребител' end,
          'user_avatar', case when p.deleted_at is null then p.avatar_url end, 'content', c.content, 'created_at',
            sync.iso(c.created_at))
        from unnest(p_scopes, p_ids) as q (scope, id),
          lateral (select * from public.video_comments k where k.id = q.id::uuid limit 1) c,
          lateral (select * from public.profiles k where k.id = c.user_id limit 1) p
        where 'video:' || c.video_id = q.scope;
    when 'video_stats' then
      return query select 'video:' || s.video_id, s.video_id::text,
        json_build_object('id', s.video_id, 'likes_count', s.likes_count,
          'comments_count', s.comments_count)
        from public.video_stats s where s.video_id = any (p_ids::uuid[]);
    when 'journal' then
      return query select q.scope, j.id, json_build_object('id', j.id, 'kind', j.kind, 'at', j.at, 'active_on',
        j.active_on, 'rev', j.rev, 'data', j.data)
        from unnest(p_scopes, p_ids) as q (scope, id), lateral (
          select * from sync.journal k where k.user_id = substr(q.scope, 9)::uuid and k.id = q.id
            and not k.deleted limit 1) j;
    else
      raise exception 'no projection for %', p_kind;
  end case;
end
$$;
comment on function sync.project_scoped is
  'The documents that belong to one scope: those of an account and those of a lesson''s discussion.';

-- What is stored already.

-- Reviews of graded quizzes lose the key as long as their learner has attempts left and has not passed.
update public.test_results r set review = sync.hide_key(r.review)
  from public.tests t
  where t.id = r.test_id and sync.is_graded(r.test_id)
    and not exists (select from public.test_results p where p.user_id = r.user_id and p.test_id = r.test_id and p.passed)
    and (t.max_attempts = 0 or (select count(*) from public.test_results c
      where c.user_id = r.user_id and c.test_id = r.test_id) < t.max_attempts);

-- The dates of certificates that were issued came from devices; the server's own date takes their place.
update public.user_certificates set completed_at = created_at where completed;

-- Devices drop the digests of graded quizzes, and learn of every quiz whether it is graded.
select sync.touch('tests', id::text) from public.tests;

revoke all on all functions in schema sync from public;
