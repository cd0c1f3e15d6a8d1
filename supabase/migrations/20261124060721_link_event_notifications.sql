-- Messages about an event open that event instead of the whole list.

create or replace function sync.notify_event_change() returns trigger language plpgsql security definer set search_path = '' as $$
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

create or replace function public.send_event_reminders() returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_before int;
  v_after int;
begin
  select count(*) into v_before from public.notifications where source like 'event-reminder-%';
  perform sync.notify(r.user_id, 'event', 'event-reminder-' || k.name || ':' || e.id, 'info', k.title,
      '„' || e.title || '“ започва на ' || sync.event_time(e.start_date) || ', ' || e.location || '.',
      '/dashboard?section=events&event=' || e.id)
    from public.events e
    join public.event_registrations r on r.event_id = e.id and r.status = 'registered'
    join (values ('24h', 'Събитието е утре', interval '24 hours', interval '1 hour'),
      ('1h', 'Събитието започва след час', interval '1 hour', interval '0 hours'))
      as k (name, title, starts_within, but_not_within)
      on e.start_date <= now() + k.starts_within and e.start_date > now() + k.but_not_within
    where e.status = 'active'
      -- Skip learners who registered after this reminder would have been due.
      and r.registered_at <= e.start_date - k.starts_within;
  select count(*) into v_after from public.notifications where source like 'event-reminder-%';
  return v_after - v_before;
end
$$;
