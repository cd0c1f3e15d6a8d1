-- What a document looks like and which scope it must be in, read from the tables as they are now. A document that is not answered
-- must be in no scope. Rule: body and scope of a kind are decided here and nowhere else; `src/domain/rows.ts` has the same fields.

-- Lessons read at a hundred words a minute (specification 2).
create function sync.reading_minutes(p_text text) returns int language sql immutable set search_path = '' as $$
  select greatest(1, ceil(coalesce(array_length(regexp_split_to_array(nullif(btrim(p_text), ''), '\s+'), 1), 0) / 100.0)::int)
$$;

-- Documents of the shared scopes: what everybody whose plan covers them may hold.
create function sync.project_shared(p_kind text, p_ids text[]) returns table (scope text, row_id text, body json)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_ids uuid[];
begin
  if p_kind = 'achievements' then
    return query select 'public', a.id, json_build_object('id', a.id, 'name', a.name, 'description', a.description, 'icon', a.icon,
        'points', a.points, 'target_value', a.target_value, 'type', a.type)
      from public.achievements a where a.id = any (p_ids);
    return;
  end if;
  v_ids := p_ids::uuid[];
  case p_kind
    when 'courses' then
      return query select 'public', c.id::text, json_build_object('id', c.id, 'title', c.title, 'description', c.description, 'status', c.status,
          'plan_type', c.plan_type, 'category', c.category, 'instructor', c.instructor, 'thumbnail_url', c.thumbnail_url, 'shape', c.shape, 'hue', c.hue,
          'lesson_count', l.number, 'duration_seconds', l.duration, 'creator_id', c.creator_id,
          'created_at', sync.iso(c.created_at), 'updated_at', sync.iso(c.updated_at))
        from public.courses c, lateral (
          select count(*)::int as number, coalesce(sum(v.duration_seconds), 0)::int as duration from public.videos v where v.course_id = c.id) l
        where c.id = any (v_ids) and c.status in ('published', 'public');
    when 'videos' then
      return query select 'public', v.id::text, json_build_object('id', v.id, 'course_id', v.course_id, 'title', v.title,
          'duration_seconds', v.duration_seconds, 'order_position', v.order_position, 'is_free_preview', v.is_free_preview,
          'thumbnail_url', v.thumbnail_url,
          'test_count', (select count(*) from public.tests t where t.video_id = v.id and t.status = 'published'),
          'created_at', sync.iso(v.created_at), 'updated_at', sync.iso(v.updated_at))
        from public.videos v join public.courses c on c.id = v.course_id
        where v.id = any (v_ids) and c.status in ('published', 'public');
    when 'lessons' then
      return query select sync.lesson_scope(c.status, c.plan_type, v.is_free_preview), v.id::text, json_build_object('id', v.id,
          'course_id', v.course_id, 'description', v.description, 'video_url', v.video_url, 'media_bytes', v.media_bytes, 'captions', v.captions,
          'resources', coalesce((
            select json_agg(json_build_object('id', r.id, 'title', r.title, 'file_url', r.file_url, 'file_name', r.file_name,
              'file_size', r.file_size, 'file_type', r.file_type, 'created_at', sync.iso(r.created_at)) order by r.created_at, r.id)
            from public.video_resources r left join public.course_resources k on k.id = r.course_resource_id
            where r.video_id = v.id and k.is_visible is not false), '[]'))
        from public.videos v join public.courses c on c.id = v.course_id
        where v.id = any (v_ids) and c.status in ('published', 'public');
    when 'tests' then
      return query select case when c.plan_type = 'premium' then 'plan:premium' else 'plan:basic' end, t.id::text, json_build_object('id', t.id,
          'video_id', t.video_id, 'course_id', t.course_id, 'title', t.title, 'emoji', t.emoji, 'description', t.description,
          'passing_score', t.passing_score, 'time_limit', t.time_limit, 'shuffle', t.shuffle, 'max_attempts', t.max_attempts,
          'questions', coalesce((
            -- Rule: of an option only its id and text go out; the key stays behind the digest.
            select json_agg(json_build_object('id', q.id, 'text', q.text, 'type', q.type, 'points', q.points, 'order_position', q.order_position,
              'options', (select coalesce(json_agg(json_build_object('id', o ->> 'id', 'text', o ->> 'text') order by n), '[]')
                from jsonb_array_elements(q.options) with ordinality as e (o, n)),
              'answer_digest', sync.answer_digest(q.id, q.options)) order by q.order_position, q.id)
            from public.test_questions q where q.test_id = t.id), '[]'))
        from public.tests t join public.courses c on c.id = t.course_id
        where t.id = any (v_ids) and t.status = 'published' and c.status in ('published', 'public');
    when 'news' then
      return query select 'public', n.id::text, json_build_object('id', n.id, 'title', n.title, 'summary', n.summary, 'slug', n.slug,
          'category', n.category, 'image_url', n.image_url, 'reading_minutes', sync.reading_minutes(n.content),
          'published_at', sync.iso(n.published_at), 'created_at', sync.iso(n.created_at))
        from public.news n where n.id = any (v_ids) and n.status = 'published';
    when 'news_bodies' then
      return query select 'plan:premium', n.id::text, json_build_object('id', n.id, 'content', n.content)
        from public.news n where n.id = any (v_ids) and n.status = 'published';
    when 'events' then
      return query select 'public', e.id::text, json_build_object('id', e.id, 'title', e.title, 'description', e.description, 'image_url', e.image_url,
          'location', e.location, 'start_date', sync.iso(e.start_date), 'end_date', sync.iso(e.end_date), 'duration_minutes', e.duration_minutes,
          'type', e.type, 'is_free', e.is_free, 'max_participants', e.max_participants, 'current_participants', e.current_participants,
          'status', e.status, 'created_at', sync.iso(e.created_at), 'updated_at', sync.iso(e.updated_at))
        from public.events e where e.id = any (v_ids) and e.status <> 'draft';
    when 'certificates' then
      return query select 'public', c.id::text, json_build_object('id', c.id, 'title', c.title, 'description', c.description,
          'template_url', c.template_url, 'name_position', c.name_position, 'name_font_size', c.name_font_size, 'name_font_color', c.name_font_color,
          'requirements', coalesce((
            select json_agg(json_build_object('test_id', r.test_id, 'test_title', t.title, 'minimum_score', r.minimum_score) order by r.created_at, r.id)
            from public.certificate_requirements r join public.tests t on t.id = r.test_id where r.certificate_id = c.id), '[]'))
        from public.certificates c where c.id = any (v_ids) and c.is_active;
    else
      raise exception 'no projection for %', p_kind;
  end case;
end
$$;

-- Documents with one home: those of an account and those under a lesson.
-- Rule: each row is one lookup by its key. `limit 1` says so to the planner, who would else read a table that it believes small as a whole,
--       at every commit, and more with every row.
create function sync.project_home(p_kind text, p_homes text[], p_ids text[]) returns table (scope text, row_id text, body json)
language plpgsql stable security definer set search_path = '' as $$
begin
  case p_kind
    when 'notifications' then
      return query select q.home, n.id::text, json_build_object('id', n.id, 'title', n.title, 'message', n.message, 'type', n.type, 'link', n.link,
          'is_read', n.is_read, 'created_at', sync.iso(n.created_at))
        from unnest(p_homes, p_ids) as q (home, id), lateral (select * from public.notifications k where k.id = q.id::uuid limit 1) n
        where 'account:' || n.user_id = q.home;
    when 'subscriptions' then
      return query select 'account:' || s.user_id, s.user_id::text, json_build_object('id', s.user_id, 'has_pro_plan', s.has_pro_plan,
          'has_premium_plan', s.has_premium_plan, 'subscription_id', s.subscription_id, 'status', s.status, 'billing_period', s.billing_period,
          'current_period_end', sync.iso(s.current_period_end), 'trial_ends_at', sync.iso(s.trial_ends_at),
          'cancel_at_period_end', s.cancel_at_period_end,
          'created_at', sync.iso(s.created_at), 'updated_at', sync.iso(s.updated_at))
        from public.user_subscriptions s where s.user_id = any (p_ids::uuid[]);
    when 'profiles' then
      return query select 'account:' || p.id, p.id::text, json_build_object('id', p.id, 'full_name', p.full_name, 'avatar_url', p.avatar_url,
          'bio', p.bio, 'job_title', p.job_title, 'location', p.location, 'website', p.website,
          'is_admin', a.email is not null, 'is_super_admin', coalesce(a.is_super_admin, false), 'deleted_at', sync.iso(p.deleted_at), 'muted', to_json(p.muted))
        from public.profiles p left join public.admin_users a on a.user_id = p.id where p.id = any (p_ids::uuid[]);
    when 'streaks' then
      return query select 'account:' || s.user_id, s.user_id::text, json_build_object('id', s.user_id, 'current_streak', s.current_streak,
          'longest_streak', s.longest_streak, 'last_active', s.last_active)
        from public.user_streaks s where s.user_id = any (p_ids::uuid[]);
    when 'achievement_progress' then
      return query select q.home, a.achievement_id, json_build_object('id', a.achievement_id, 'current_value', a.current_value,
          'completed', a.completed, 'completed_at', sync.iso(a.completed_at))
        from unnest(p_homes, p_ids) as q (home, id), lateral (
          select * from public.user_achievements k where k.user_id = substr(q.home, 9)::uuid and k.achievement_id = q.id limit 1) a;
    when 'certificate_progress' then
      return query select q.home, c.certificate_id::text, json_build_object('id', c.certificate_id, 'completed_requirements', c.completed_requirements,
          'progress_percentage', c.progress_percentage, 'completed', c.completed, 'completed_at', sync.iso(c.completed_at))
        from unnest(p_homes, p_ids) as q (home, id), lateral (
          select * from public.user_certificates k where k.user_id = substr(q.home, 9)::uuid and k.certificate_id = q.id::uuid limit 1) c;
    when 'results' then
      return query select q.home, r.id::text, json_build_object('id', r.id, 'test_id', r.test_id, 'score', r.score, 'passed', r.passed,
          'time_spent', r.time_spent, 'completed_at', sync.iso(r.completed_at), 'review', r.review)
        from unnest(p_homes, p_ids) as q (home, id), lateral (select * from public.test_results k where k.id = q.id::uuid limit 1) r
        where 'account:' || r.user_id = q.home;
    when 'comments' then
      return query select q.home, c.id::text, json_build_object('id', c.id, 'video_id', c.video_id, 'user_id', c.user_id,
          'user_name', case when p.deleted_at is null then coalesce(nullif(btrim(p.full_name), ''), 'Потребител') else 'Потребител' end,
          'user_avatar', case when p.deleted_at is null then p.avatar_url end, 'content', c.content, 'created_at', sync.iso(c.created_at))
        from unnest(p_homes, p_ids) as q (home, id), lateral (select * from public.video_comments k where k.id = q.id::uuid limit 1) c,
          lateral (select * from public.profiles k where k.id = c.user_id limit 1) p
        where 'video:' || c.video_id = q.home;
    when 'video_stats' then
      return query select 'video:' || s.video_id, s.video_id::text, json_build_object('id', s.video_id, 'likes_count', s.likes_count,
          'comments_count', s.comments_count)
        from public.video_stats s where s.video_id = any (p_ids::uuid[]);
    when 'journal' then
      return query select q.home, j.id, json_build_object('id', j.id, 'kind', j.kind, 'at', j.at, 'active_on', j.active_on, 'rev', j.rev, 'data', j.data)
        from unnest(p_homes, p_ids) as q (home, id), lateral (
          select * from sync.journal k where k.user_id = substr(q.home, 9)::uuid and k.id = q.id and not k.deleted limit 1) j;
    else
      raise exception 'no projection for %', p_kind;
  end case;
end
$$;

revoke all on all functions in schema sync from public;
