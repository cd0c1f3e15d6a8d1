-- A learner who has just read that an event was moved into the next 24 hours is not also reminded that it is tomorrow.

create or replace function public.send_event_reminders() returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_before int;
  v_after int;
begin
  select count(*) into v_before from public.notifications where source like 'event-reminder-%';
  -- The source names the start of the event, so that learners are reminded again after the event was moved.
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
      and r.registered_at <= e.start_date - k.starts_within
      -- Skip the 24-hour reminder if a message about a move has named the same start since the reminder was due.
      and not (k.name = '24h' and exists (select from public.notifications n
        where n.user_id = r.user_id and n.created_at > e.start_date - k.starts_within
          and starts_with(n.source, 'event-moved:' || e.id || ':' || extract(epoch from e.start_date)::bigint || ':')));
  select count(*) into v_after from public.notifications where source like 'event-reminder-%';
  return v_after - v_before;
end
$$;
comment on function public.send_event_reminders is
  'Reminds registered learners a day and an hour before an event, once for each start, and not of a move into the '
  'next day that they have just read about; returns the number of new reminders.';
