-- A reminder of an event says what is true when it is sent: after a stop of the service, after quiet hours, never once it has begun.

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
revoke all on function sync.event_reminder_title from public;

create function sync.reminded_event(p_source text) returns uuid language sql immutable set search_path = '' as $$
  select case when p_source like 'event-reminder-%' then sync.uuid_or_null(split_part(p_source, ':', 2)) end
$$;
comment on function sync.reminded_event is 'The event of a reminder by its source; null for other notifications.';
revoke all on function sync.reminded_event from public;

create function sync.is_reminder_over(p_source text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_event constant uuid := sync.reminded_event(p_source);
begin
  return v_event is not null and not exists (select from public.events e
    where e.id = v_event and e.start_date > now() and e.start_date <= now() + interval '24 hours'
      and e.status = 'active' and e.deleted_at is null);
end
$$;
comment on function sync.is_reminder_over is
  'Returns whether a notification reminds of an event that has begun, was moved to a later day or no longer takes place.';
revoke all on function sync.is_reminder_over from public;

create or replace function public.send_event_reminders() returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_before int;
  v_after int;
begin
  select count(*) into v_before from public.notifications where source like 'event-reminder-%';
  perform sync.notify(r.user_id, 'event', 'event-reminder-' || k.name || ':' || e.id, 'info',
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

create or replace function sync.prepare_push(p_ids bigint[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- Do not send messages that were read or that the account has switched off since.
  update sync.push_outbox o set ended_at = now(), outcome = k.why
    from (
      select x.id, case when n.is_read then 'read' when sync.is_reminder_over(n.source) then 'late'
          else 'unwanted' end as why
      from sync.push_outbox x
        join public.push_devices d on d.id = x.device_id
        join public.profiles p on p.id = d.user_id
        left join public.notifications n on n.id = x.notification_id
      where x.id = any (p_ids) and (coalesce(n.is_read, false) or coalesce(n.topic = any (p.push_off), false)
        or p.deleted_at is not null or sync.is_reminder_over(n.source)
        or (x.reminder_on is not null and not p.daily_reminder))) k
    where o.id = k.id;
  -- A daily reminder that falls into the quiet hours is dropped, because it is about the day that ends.
  update sync.push_outbox o set held = o.reminder_on is null, due_at = k.until,
      ended_at = case when o.reminder_on is null then null else now() end,
      outcome = case when o.reminder_on is null then null else 'quiet' end
    from (
      select x.id, sync.quiet_until(p.quiet_hours, d.time_zone, now()) as until
      from sync.push_outbox x
        join public.push_devices d on d.id = x.device_id
        join public.profiles p on p.id = d.user_id
      where x.id = any (p_ids) and x.ended_at is null) k
    where o.id = k.id and k.until is not null;
  -- Combine more than three held messages of a device into the newest one.
  with held as (
    select device_id, max(id) as newest, count(*)::int as messages from sync.push_outbox
      where ended_at is null and claimed_at is null and held and due_at <= now() and device_id in (
        select device_id from sync.push_outbox where id = any (p_ids) and held)
      group by device_id having count(*) > 3)
  update sync.push_outbox o set combined = case when o.id = h.newest then h.messages else 0 end,
      ended_at = case when o.id = h.newest then null else now() end,
      outcome = case when o.id = h.newest then null else 'combined' end
    from held h
    where o.device_id = h.device_id and o.ended_at is null and o.claimed_at is null and o.held and o.due_at <= now();
end
$$;

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
