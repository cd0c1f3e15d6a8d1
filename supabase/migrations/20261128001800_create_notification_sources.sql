create table sync.notified (
  user_id uuid not null references public.profiles (id) on delete cascade,
  source text not null,
  sent_at timestamptz not null default now(),
  primary key (user_id, source)
);
comment on table sync.notified is
  'The automatic notifications that each account was sent, including deleted ones, so that none is sent again.';
create index notified_by_date on sync.notified (sent_at);
alter table sync.notified enable row level security;

create function sync.notify(p_user uuid, p_topic text, p_source text, p_type text, p_title text, p_message text,
  p_link text) returns void
language sql volatile security definer set search_path = '' as $$
  with first as (
    insert into sync.notified (user_id, source)
    select p_user, p_source
    where coalesce(current_setting('sync.skip_notifications', true), '') <> 'on'
    on conflict do nothing returning user_id)
  insert into public.notifications (user_id, topic, source, type, title, message, link)
  select user_id, p_topic, p_source, p_type, left(p_title, 300), left(p_message, 5000), p_link from first
  on conflict (user_id, source) where source is not null do nothing
$$;
comment on function sync.notify is
  'Sends a notification about a fact to an account, once, even if the account deletes it.';

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

create function sync.notify_result() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_title text;
begin
  if not sync.is_graded(new.test_id) or new.score is null then return null; end if;
  select title into v_title from public.tests where id = new.test_id;
  perform sync.notify(new.user_id, 'lesson', 'result:' || new.id, case when new.passed then 'success' else 'info' end,
    'Тестът е оценен', '„' || v_title || '“: ' || new.score || '%, ' || case when new.passed then 'издържан'
      else 'неиздържан' end || '.', '/test/' || new.test_id);
  return null;
end
$$;
comment on function sync.notify_result is 'Tells a learner the score of a graded quiz.';
create trigger notify after insert on public.test_results for each row execute function sync.notify_result();

create function sync.notify_lesson() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_course text;
begin
  if new.status = 'draft' then return null; end if;
  select title into v_course from public.courses where id = new.course_id and status in ('published', 'public')
    and deleted_at is null;
  if not found then return null; end if;
  perform sync.notify(j.user_id, 'lesson', 'lesson:' || new.course_id || ':' || current_date, 'info',
      'Нов урок в „' || v_course || '“', new.title, '/course/' || new.course_id)
    from (select distinct user_id from sync.journal
      where kind = 'progress' and not deleted and data ->> 'course_id' = new.course_id::text) j;
  return null;
end
$$;
comment on function sync.notify_lesson is 'Tells the learners who began a course about a new lesson in it.';
create trigger notify after insert on public.videos for each row execute function sync.notify_lesson();
create trigger notify_published after update of status on public.videos for each row
  when (old.status = 'draft' and new.status = 'published') execute function sync.notify_lesson();

create function sync.event_time(p_at timestamptz) returns text
language sql stable set search_path = '' as $$
  select to_char(p_at at time zone 'Europe/Sofia', 'DD.MM.YYYY, HH24:MI') || ' ч.'
$$;
comment on function sync.event_time is 'A moment as people in Bulgaria read it.';

create function sync.notify_event_change() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.status = 'cancelled' and old.status <> 'cancelled' then
    perform sync.notify(r.user_id, 'event', 'event-cancelled:' || new.id, 'warning', 'Събитието е отменено',
        '„' || new.title || '“ няма да се проведе.', '/dashboard?section=events&event=' || new.id)
      from public.event_registrations r where r.event_id = new.id and r.status = 'registered';
  elsif new.status = 'active' and (new.start_date, new.location) is distinct from (old.start_date, old.location)
    and new.end_date > now() then
    perform sync.notify(r.user_id, 'event',
        'event-moved:' || new.id || ':' || extract(epoch from new.start_date)::bigint || ':' || md5(new.location),
        'warning', 'Събитието е преместено',
        '„' || new.title || '“ започва на ' || sync.event_time(new.start_date) || ', ' || new.location || '.',
        '/dashboard?section=events&event=' || new.id)
      from public.event_registrations r where r.event_id = new.id and r.status = 'registered';
  end if;
  return null;
end
$$;
comment on function sync.notify_event_change is 'Tells registered learners that an event was moved or cancelled.';
create trigger notify after update of status, start_date, location on public.events for each row
  execute function sync.notify_event_change();

create function sync.event_reminder_title(p_start timestamptz, p_now timestamptz) returns text
language sql immutable strict set search_path = '' as $$
  select case
    when p_start <= p_now + interval '55 minutes' then 'Събитието започва скоро'
    when p_start <= p_now + interval '1 hour' then 'Събитието започва след час'
    when (p_start at time zone 'Europe/Sofia')::date = (p_now at time zone 'Europe/Sofia')::date then 'Събитието е днес'
    else 'Събитието е утре'
  end
$$;
comment on function sync.event_reminder_title is
  'The title of an event''s reminder that is true at p_now, because a reminder can be late.';

create function public.send_event_reminders() returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_sent int;
begin
  perform sync.notify(due.user_id, 'event', due.source, 'info', sync.event_reminder_title(due.start_date, now()),
      '„' || due.title || '“ започва на ' || sync.event_time(due.start_date) || ', ' || due.location || '.',
      '/dashboard?section=events&event=' || due.event_id)
    from (select r.user_id, e.id as event_id, e.title, e.start_date, e.location, s.source
      from public.events e
      join (values ('24h', interval '24 hours', interval '1 hour'), ('1h', interval '1 hour', interval '0 hours'))
        as k (name, starts_within, but_not_within)
        on e.start_date <= now() + k.starts_within and e.start_date > now() + k.but_not_within
      cross join lateral (select 'event-reminder-' || k.name || ':' || e.id || ':'
        || extract(epoch from e.start_date)::bigint as source) s
      join public.event_registrations r on r.event_id = e.id and r.status = 'registered'
      where e.status = 'active' and e.deleted_at is null
        and r.registered_at <= e.start_date - k.starts_within
        and not exists (select from sync.notified d where d.user_id = r.user_id and d.source = s.source)
        and not (k.name = '24h' and exists (select from public.notifications n
          where n.user_id = r.user_id and n.created_at > e.start_date - k.starts_within and starts_with(n.source,
            'event-moved:' || e.id || ':' || extract(epoch from e.start_date)::bigint || ':')))
      limit 50) due;
  get diagnostics v_sent = row_count;
  return v_sent;
end
$$;
comment on function public.send_event_reminders is
  'Reminds registered learners a day and an hour before an event, once for each start, and not of a move into the '
  'next day that they have just read about; sends up to 50 reminders and returns their number. A background job '
  'calls it until none is due.';

grant execute on function public.send_event_reminders() to service_role;
