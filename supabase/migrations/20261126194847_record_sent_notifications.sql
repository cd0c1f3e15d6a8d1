-- Records what was sent. Until now only the notification itself recorded it, so a deleted reminder was sent again.

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

insert into sync.notified (user_id, source, sent_at)
  select user_id, source, created_at from public.notifications where source is not null and source not like 'send:%';

create or replace function sync.notify(p_user uuid, p_topic text, p_source text, p_type text, p_title text, p_message text,
  p_link text) returns void
language sql volatile security definer set search_path = '' as $$
  with first as (
    insert into sync.notified (user_id, source)
    select p_user, p_source
    -- Restored backups and seeds insert old facts: notify nobody about them.
    where coalesce(current_setting('sync.skip_notifications', true), '') <> 'on'
    on conflict do nothing returning user_id)
  insert into public.notifications (user_id, topic, source, type, title, message, link)
  select user_id, p_topic, p_source, p_type, left(p_title, 300), left(p_message, 5000), p_link from first
  on conflict (user_id, source) where source is not null do nothing
$$;
comment on function sync.notify is
  'Sends a notification about a fact to an account, once, even if the account deletes it.';

create or replace function public.send_event_reminders() returns int
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
      -- The source names the start of the event, so that learners are reminded again after the event was moved.
      cross join lateral (select 'event-reminder-' || k.name || ':' || e.id || ':'
        || extract(epoch from e.start_date)::bigint as source) s
      join public.event_registrations r on r.event_id = e.id and r.status = 'registered'
      where e.status = 'active' and e.deleted_at is null
        -- Skip learners who registered after this reminder would have been due.
        and r.registered_at <= e.start_date - k.starts_within
        and not exists (select from sync.notified d where d.user_id = r.user_id and d.source = s.source)
        -- Skip the 24-hour reminder if the learner was told about a move to this start after the reminder was due.
        and not (k.name = '24h' and exists (select from public.notifications n
          where n.user_id = r.user_id and n.created_at > e.start_date - k.starts_within and starts_with(n.source,
            'event-moved:' || e.id || ':' || extract(epoch from e.start_date)::bigint || ':')))
      -- Send few reminders per call, because other calls wait until this one has ended.
      limit 50) due;
  get diagnostics v_sent = row_count;
  return v_sent;
end
$$;
comment on function public.send_event_reminders is
  'Reminds registered learners a day and an hour before an event, once for each start, and not of a move into the '
  'next day that they have just read about; sends up to 50 reminders and returns their number. A background job '
  'calls it until none is due.';

create or replace function public.end_notification_retention() returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_removed int;
begin
  delete from public.notifications where id in (select id from public.notifications
    where created_at < now() - interval '365 days' order by created_at limit 5000);
  get diagnostics v_removed = row_count;
  delete from sync.notified where sent_at < now() - interval '365 days';
  delete from public.notification_sends where state in ('sent', 'withdrawn') and created_at < now() - interval '365 days';
  return v_removed;
end
$$;
