-- Notifications get a topic and the name of the fact behind them; the product sends the ones it promises by itself.

alter table public.notifications
  add column topic text not null default 'admin'
    check (topic in ('billing', 'event', 'lesson', 'achievement', 'comment', 'admin')),
  add column source text;
create unique index notifications_once on public.notifications (user_id, source) where source is not null;

create or replace function sync.skip_muted_notification() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Messages about payments always arrive.
  if new.topic <> 'billing'
    and exists (select from public.profiles where id = new.user_id and new.type = any (muted))
    then return null; end if;
  return new;
end
$$;
comment on function sync.skip_muted_notification is 'Drops a notification whose kind the learner switched off, unless it is about payments.';

drop trigger keep on public.notifications;
create trigger keep before update on public.notifications for each row
  execute function sync.protect_columns('id', 'user_id', 'title', 'message', 'type', 'link', 'body', 'topic',
    'source');

alter table public.events add column sequence int not null default 0;

create or replace function sync.set_event_duration() returns trigger language plpgsql set search_path = '' as $$
begin
  if new.end_date > new.start_date then
    new.duration_minutes := greatest(1, round(extract(epoch from new.end_date - new.start_date) / 60)::int);
  end if;
  if tg_op = 'UPDATE' then
    -- Not `updated_at`: every registration changes that.
    new.sequence := old.sequence + ((new.title, new.start_date, new.end_date, new.location, new.status)
      is distinct from (old.title, old.start_date, old.end_date, old.location, old.status))::int;
  end if;
  return new;
end
$$;
comment on function sync.set_event_duration is 'Recomputes the duration of an event from its dates, and its revision for calendars.';

drop trigger start_with on public.events;
create trigger start_with before insert on public.events for each row
  execute function sync.require_initial_values('current_participants=0', 'sequence=0');

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
            t.max_attempts,
          'questions', coalesce((
            -- Rule: only the id and text of an option are published; devices get a digest instead of the key.
            select json_agg(json_build_object('id', q.id, 'text', q.text, 'type', q.type, 'points', q.points,
              'order_position', q.order_position,
              'options', (select coalesce(json_agg(json_build_object('id', o ->> 'id', 'text', o ->> 'text')
                order by n), '[]')
                from jsonb_array_elements(q.options) with ordinality as e (o, n)),
              'answer_digest', sync.answer_digest(q.id, q.options)) order by q.order_position, q.id)
            from public.test_questions q where q.test_id = t.id), '[]'))
        from public.tests t join public.courses c on c.id = t.course_id
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
          'time_spent', r.time_spent, 'completed_at', sync.iso(r.completed_at), 'review', r.review)
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

create function sync.notify(p_user uuid, p_topic text, p_source text, p_type text, p_title text, p_message text,
  p_link text) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.notifications (user_id, topic, source, type, title, message, link)
  select p_user, p_topic, p_source, p_type, left(p_title, 300), left(p_message, 5000), p_link
  -- A restored backup or the demo seed brings old facts: they are not news.
  where coalesce(current_setting('sync.skip_notifications', true), '') <> 'on'
  on conflict (user_id, source) where source is not null do nothing
$$;
comment on function sync.notify is 'Sends a notification about a fact to an account, once.';

create function sync.notify_achievement() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_achievement public.achievements;
begin
  if not new.completed or (tg_op = 'UPDATE' and old.completed) then return null; end if;
  select * into v_achievement from public.achievements where id = new.achievement_id;
  perform sync.notify(new.user_id, 'achievement', 'achievement:' || new.achievement_id, 'success',
    'Ново постижение: ' || v_achievement.name, v_achievement.description, '/dashboard?section=achievements');
  return null;
end
$$;
comment on function sync.notify_achievement is 'Tells a learner about an achievement that the server awarded.';
create trigger notify after insert or update of completed on public.user_achievements for each row
  execute function sync.notify_achievement();

create function sync.notify_certificate() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_title text;
begin
  if not new.completed or (tg_op = 'UPDATE' and old.completed) then return null; end if;
  select title into v_title from public.certificates where id = new.certificate_id;
  perform sync.notify(new.user_id, 'achievement', 'certificate:' || new.certificate_id, 'success',
    'Спечелихте сертификат', '„' || v_title || '“ е Ваш. Изтеглете го от раздел „Сертификати“.',
    '/dashboard/certificates');
  return null;
end
$$;
comment on function sync.notify_certificate is 'Tells a learner about a certificate that was earned.';
create trigger notify after insert or update of completed on public.user_certificates for each row
  execute function sync.notify_certificate();

create function sync.notify_lesson() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_course text;
begin
  select title into v_course from public.courses where id = new.course_id and status in ('published', 'public');
  if not found then return null; end if;
  -- Ten lessons that are added together are one message: the source has the course and the day.
  perform sync.notify(j.user_id, 'lesson', 'lesson:' || new.course_id || ':' || current_date, 'info',
      'Нов урок в „' || v_course || '“', new.title, '/course/' || new.course_id)
    from (select distinct user_id from sync.journal
      where kind = 'progress' and not deleted and data ->> 'course_id' = new.course_id::text) j;
  return null;
end
$$;
comment on function sync.notify_lesson is 'Tells the learners who began a course about a new lesson in it.';
create trigger notify after insert on public.videos for each row execute function sync.notify_lesson();

create function sync.event_time(p_at timestamptz) returns text
language sql stable set search_path = '' as $$
  select to_char(p_at at time zone 'Europe/Sofia', 'DD.MM.YYYY, HH24:MI') || ' ч.'
$$;
comment on function sync.event_time is 'A moment as people in Bulgaria read it.';

create function sync.notify_event_change() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.status = 'cancelled' and old.status <> 'cancelled' then
    perform sync.notify(r.user_id, 'event', 'event-cancelled:' || new.id, 'warning', 'Събитието е отменено',
        '„' || new.title || '“ няма да се проведе.', '/dashboard?section=events')
      from public.event_registrations r where r.event_id = new.id and r.status = 'registered';
  elsif new.status = 'active' and (new.start_date, new.location) is distinct from (old.start_date, old.location)
    and new.end_date > now() then
    perform sync.notify(r.user_id, 'event',
        'event-moved:' || new.id || ':' || extract(epoch from new.start_date)::bigint || ':' || md5(new.location),
        'warning', 'Събитието е преместено',
        '„' || new.title || '“ започва на ' || sync.event_time(new.start_date) || ', ' || new.location || '.',
        '/dashboard?section=events')
      from public.event_registrations r where r.event_id = new.id and r.status = 'registered';
  end if;
  return null;
end
$$;
comment on function sync.notify_event_change is 'Tells registered learners that an event was moved or cancelled.';
create trigger notify after update of status, start_date, location on public.events for each row
  execute function sync.notify_event_change();

create function public.send_event_reminders() returns int
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
      -- Somebody who registered within the day before the event knows when it is.
      and r.registered_at <= e.start_date - k.starts_within;
  select count(*) into v_after from public.notifications where source like 'event-reminder-%';
  return v_after - v_before;
end
$$;
comment on function public.send_event_reminders is
  'Reminds registered learners a day and an hour before an event, each once; returns the number of new reminders.';

revoke all on function public.send_event_reminders() from public, anon, authenticated;

grant execute on function public.send_event_reminders() to service_role;

revoke all on all functions in schema sync from public;
