-- Reminders of an event name its start: a moved event is reminded of again, and its earlier reminder is not sent.

-- Reminders that were sent before this migration count for the start that their event has today.
update public.notifications n set source = n.source || ':' || extract(epoch from e.start_date)::bigint
  from public.events e
  where n.source in ('event-reminder-24h:' || e.id, 'event-reminder-1h:' || e.id) and e.start_date > now();

create or replace function sync.is_reminder_over(p_source text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_event constant uuid := sync.reminded_event(p_source);
begin
  return v_event is not null and not exists (select from public.events e
    where e.id = v_event and e.start_date > now() and e.start_date <= now() + interval '24 hours'
      -- The source ends with the start of which the reminder's text speaks.
      and split_part(p_source, ':', 3) = extract(epoch from e.start_date)::bigint::text
      and e.status = 'active' and e.deleted_at is null);
end
$$;
comment on function sync.is_reminder_over is
  'Returns whether a notification reminds of an event that has begun, was moved or no longer takes place.';

create or replace function public.send_event_reminders() returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_before int;
  v_after int;
begin
  select count(*) into v_before from public.notifications where source like 'event-reminder-%';
  -- The source names the start, so that an event that was moved is reminded of again.
  perform sync.notify(r.user_id, 'event',
      'event-reminder-' || k.name || ':' || e.id || ':' || extract(epoch from e.start_date)::bigint, 'info',
      sync.event_reminder_title(e.start_date, now()),
      '„' || e.title || '“ започва на ' || sync.event_time(e.start_date) || ', ' || e.location || '.',
      '/dashboard?section=events&event=' || e.id)
    from public.events e
    join public.event_registrations r on r.event_id = e.id and r.status = 'registered'
    join (values ('24h', interval '24 hours', interval '1 hour'), ('1h', interval '1 hour', interval '0 hours'))
      as k (name, starts_within, but_not_within)
      on e.start_date <= now() + k.starts_within and e.start_date > now() + k.but_not_within
    where e.status = 'active' and e.deleted_at is null
      -- Skip learners who registered after this reminder would have been due.
      and r.registered_at <= e.start_date - k.starts_within;
  select count(*) into v_after from public.notifications where source like 'event-reminder-%';
  return v_after - v_before;
end
$$;
comment on function public.send_event_reminders is
  'Reminds registered learners a day and an hour before an event, once for each start; returns the number of new '
  'reminders.';

create or replace function public.push_claim(p_limit int, p_lease_ms int) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_ids bigint[];
begin
  perform pg_advisory_xact_lock(hashtextextended('push_claim', 0));
  -- Rule: at most once. A sender that died may have sent its messages, so do not send them again.
  update sync.push_outbox set ended_at = now(), outcome = 'lost'
    where ended_at is null and claimed_at < now() - p_lease_ms * interval '1 millisecond';
  v_ids := array(select id from sync.push_outbox where ended_at is null and claimed_at is null and due_at <= now()
    order by due_at, id limit least(p_limit, 500));
  perform sync.prepare_push(v_ids);
  update sync.push_outbox set claimed_at = now(), attempts = attempts + 1
    where id = any (v_ids) and ended_at is null and claimed_at is null and due_at <= now();
  return (
    select jsonb_build_object('looked', cardinality(v_ids), 'messages', coalesce(jsonb_agg(jsonb_build_object(
      'id', o.id, 'attempts', o.attempts, 'combined', o.combined,
      'platform', d.platform, 'token', d.token, 'account', d.user_id,
      'notification_id', o.notification_id, 'reminder_on', o.reminder_on,
      'title', coalesce(sync.event_reminder_title(e.start_date, now()), n.title, o.message ->> 'title', ''),
      'body', coalesce(n.body, n.message, o.message ->> 'body', ''),
      'type', coalesce(n.type, o.message ->> 'type', 'info'),
      'topic', coalesce(n.topic, 'admin'),
      'link', coalesce(n.link, o.message ->> 'link'),
      -- A push service must not deliver a reminder after the event has begun.
      'seconds_left', floor(extract(epoch from e.start_date - now()))::int,
      'unread', (select count(*) from public.notifications u where u.user_id = d.user_id and not u.is_read))
      order by o.id), '[]'))
    from sync.push_outbox o
      join public.push_devices d on d.id = o.device_id
      left join public.notifications n on n.id = o.notification_id
      -- A reminder that was held or late: its title depends on the time that is left.
      left join public.events e on e.id = sync.reminded_event(n.source)
    where o.id = any (v_ids) and o.ended_at is null and o.claimed_at = now());
end
$$;
