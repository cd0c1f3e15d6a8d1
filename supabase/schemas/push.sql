-- Push messages: the devices of an account, the queue of messages to them, and the calls of the sender (server/push).
-- Rule: a notification and its queue rows are written in one transaction, and each device gets a notification at most
-- once.

create table public.push_devices (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  platform text not null check (platform in ('android', 'ios', 'web')),
  -- The address of the device at its push service: the endpoint of a Web Push subscription, or an FCM token.
  address text not null unique check (char_length(address) between 1 and 2000),
  -- What the device sent: the JSON of the subscription with its keys, or the FCM token.
  token text not null check (char_length(token) between 1 and 4096),
  -- Id of the browser profile or app installation, created by the device.
  device text not null check (char_length(device) between 1 and 100),
  time_zone text not null default 'Europe/Sofia',
  -- The session that registered the device last: when it ends, however it ends, the device gets no more messages.
  session_id uuid references auth.sessions (id) on delete cascade,
  created_at timestamptz not null default now(),
  renewed_at timestamptz not null default now(),
  unique (user_id, device)
);
comment on table public.push_devices is
  'Devices that receive push messages of an account; the sender reads this table.';
create index push_devices_by_session on public.push_devices (session_id);
alter table public.push_devices enable row level security;
create policy "an account reads its own push devices" on public.push_devices for select to authenticated
  using (user_id = (select auth.uid()));
create policy "an account removes its own push devices" on public.push_devices for delete to authenticated
  using (user_id = (select auth.uid()));
grant select, delete on public.push_devices to authenticated;
grant all on public.push_devices to service_role;

create table sync.push_outbox (
  id bigint generated always as identity primary key,
  device_id uuid not null references public.push_devices (id) on delete cascade,
  notification_id uuid references public.notifications (id) on delete cascade,
  -- The day (in Sofia) for which a daily reminder is sent; null for other messages.
  reminder_on date,
  -- A message of an administrator that is not a notification: {title, body, type, link}.
  message jsonb,
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  -- Whether the message was held back until the end of the quiet hours.
  held boolean not null default false,
  -- Number of held messages that this message replaces with a summary; 0 for an ordinary message.
  combined int not null default 0,
  attempts int not null default 0,
  claimed_at timestamptz,
  ended_at timestamptz,
  outcome text,
  check (num_nonnulls(notification_id, reminder_on, message) = 1),
  unique (notification_id, device_id),
  unique (device_id, reminder_on)
);
comment on table sync.push_outbox is 'Push messages that wait to be sent, one row per message and device.';
create index push_outbox_due on sync.push_outbox (due_at, id) where ended_at is null;
create index push_outbox_held on sync.push_outbox (device_id) where ended_at is null and held;
alter table sync.push_outbox enable row level security;

-- One row per account: only the day of the last reminder is needed.
create table sync.push_reminders (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  last_on date not null
);
comment on table sync.push_reminders is 'The last day on which each account was reminded.';
alter table sync.push_reminders enable row level security;

create table sync.push_hosts (
  host text primary key check (host ~ '^[a-z0-9.-]{1,253}$')
);
comment on table sync.push_hosts is
  'Hosts of push services that the owner of the server allows besides the known ones (PUSH_HOSTS).';
alter table sync.push_hosts enable row level security;

-- ── Registration ──

-- Rule: accept only hosts of known push services, because the caller chooses the address to which the server sends
-- requests.
-- Twin: isPushEndpoint in server/push/endpoint.ts, which checks again before sending.
create function sync.is_push_endpoint(p_endpoint text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_host constant text := substring(p_endpoint from '^https://([a-z0-9-]+(?:\.[a-z0-9-]+)+)(?::443)?/[!"$-\[\]-~]*$');
begin
  return coalesce(v_host is not null and char_length(p_endpoint) <= 2000
    and (v_host = 'fcm.googleapis.com'
      or v_host ~ '^[a-z0-9-]+(\.[a-z0-9-]+)*\.(push\.services\.mozilla\.com|push\.apple\.com|notify\.windows\.com)$'
      or exists (select from sync.push_hosts where host = v_host)), false);
end
$$;
comment on function sync.is_push_endpoint is 'Returns whether an endpoint is an https URL of an allowed push service.';

create function sync.push_address(p_platform text, p_token text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_subscription jsonb;
begin
  if p_platform in ('android', 'ios') then
    if p_token ~ '^[A-Za-z0-9_:.-]+$' and char_length(p_token) between 20 and 2000 then return p_token; end if;
    perform sync.reject('bad_token');
  end if;
  begin
    v_subscription := p_token::jsonb;
  exception when others then
    perform sync.reject('bad_token');
  end;
  if p_platform <> 'web' or char_length(p_token) > 4096 or jsonb_typeof(v_subscription) is distinct from 'object'
    or not sync.is_push_endpoint(v_subscription ->> 'endpoint')
    or coalesce(v_subscription #>> '{keys,p256dh}', '') !~ '^[A-Za-z0-9_-]{87}=?$'
    or coalesce(v_subscription #>> '{keys,auth}', '') !~ '^[A-Za-z0-9_-]{22}(==)?$' then
    perform sync.reject('bad_token');
  end if;
  return v_subscription ->> 'endpoint';
end
$$;
comment on function sync.push_address is
  'Returns the address of a token or a subscription; rejects one that is malformed or not of a push service.';

create function public.register_push_device(p_platform text, p_token text, p_device text, p_time_zone text)
returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_user constant uuid := auth.uid();
  v_address text;
  v_zone text := p_time_zone;
  v_session constant uuid := sync.uuid_or_null(auth.jwt() ->> 'session_id');
  v_id uuid;
begin
  if v_user is null then raise insufficient_privilege using message = 'an account registers its own devices'; end if;
  if coalesce(p_device, '') !~ '^[A-Za-z0-9-]{8,100}$' or p_platform is null or p_token is null
    then perform sync.reject('bad_token'); end if;
  v_address := sync.push_address(p_platform, p_token);
  begin
    if v_zone is null or char_length(v_zone) > 60 or now() at time zone v_zone is null then v_zone := 'Europe/Sofia'; end if;
  exception when others then
    v_zone := 'Europe/Sofia';
  end;
  perform sync.lock_user(v_user);
  -- An account that is marked for deletion receives no messages.
  if not exists (select from public.profiles where id = v_user and deleted_at is null) then return null; end if;
  -- An access token outlives its session; the lock makes a session that ends now wait, and take the device with it.
  if v_session is not null then
    perform from auth.sessions where id = v_session and user_id = v_user for key share;
    if not found then return null; end if;
  end if;
  -- A push subscription belongs to one account, so remove it from the account that was signed in on the device before.
  delete from public.push_devices where address = v_address and (user_id, device) <> (v_user, p_device);
  insert into public.push_devices as d (user_id, platform, address, token, device, time_zone, session_id)
    values (v_user, p_platform, v_address, p_token, p_device, v_zone, v_session)
    on conflict (user_id, device) do update set platform = excluded.platform, address = excluded.address,
      token = excluded.token, time_zone = excluded.time_zone, session_id = excluded.session_id,
      renewed_at = now()
    returning d.id into v_id;
  -- At most 20 devices per account; remove the least recently renewed ones.
  delete from public.push_devices where id in (
    select id from public.push_devices where user_id = v_user order by renewed_at desc, id offset 20);
  insert into public.user_push_tokens (user_id, platform, fcm_token) values (v_user, p_platform, p_token)
    on conflict (user_id, platform) do update set fcm_token = excluded.fcm_token;
  return v_id;
end
$$;
comment on function public.register_push_device is
  'Registers or renews a device of the caller for push messages; raises bad_token. Returns null for an account or '
  'a session that ends.';

create function public.unregister_push_device(p_device text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_token text;
begin
  delete from public.push_devices where user_id = auth.uid() and device = p_device returning token into v_token;
  delete from public.user_push_tokens where user_id = auth.uid() and fcm_token = v_token;
end
$$;
comment on function public.unregister_push_device is
  'Removes one of the caller''s devices: it receives no more messages.';

create function public.set_push_hosts(p_hosts text[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from sync.push_hosts where host <> all (p_hosts);
  insert into sync.push_hosts (host) select distinct unnest(p_hosts) on conflict do nothing;
end
$$;
comment on function public.set_push_hosts is 'Replaces the push hosts that are allowed besides the known ones.';

-- ── The queue ──

create function sync.queue_push() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into sync.push_outbox (device_id, notification_id)
    select d.id, n.id from fresh n
      join public.push_devices d on d.user_id = n.user_id
      join public.profiles p on p.id = n.user_id and p.deleted_at is null
    where n.topic <> all (p.push_off)
      -- Skip sends that the administrator did not mark for push.
      and (n.source is null or n.source not like 'send:%' or exists (select from public.notification_sends s
        where s.id = sync.uuid_or_null(substr(n.source, 6)) and s.push));
  -- Wake the sender of this server at commit; senders of other servers poll the table every few seconds.
  if found then perform pg_notify('push', ''); end if;
  return null;
end
$$;
comment on function sync.queue_push is 'Queues new notifications for the devices of their accounts.';
create trigger queue_push after insert on public.notifications referencing new table as fresh for each statement
  execute function sync.queue_push();

-- p_quiet: `HH:MM-HH:MM`, `off`, or null for the default. Twin: DEFAULT_QUIET_HOURS.
create function sync.quiet_until(p_quiet text, p_zone text, p_now timestamptz) returns timestamptz
language plpgsql stable security definer set search_path = '' as $$
declare
  v_local constant timestamp := p_now at time zone p_zone;
  v_from constant time := case when p_quiet = 'off' then '00:00' else coalesce(split_part(p_quiet, '-', 1), '22:00') end;
  v_to constant time := case when p_quiet = 'off' then '00:00' else coalesce(split_part(p_quiet, '-', 2), '08:00') end;
  v_end timestamp;
begin
  if v_from < v_to and v_local::time >= v_from and v_local::time < v_to then v_end := v_local::date + v_to;
  elsif v_from > v_to and v_local::time >= v_from then v_end := v_local::date + 1 + v_to;
  elsif v_from > v_to and v_local::time < v_to then v_end := v_local::date + v_to;
  else return null; end if;
  -- In the hour that a clock change repeats, the computed end can be in the past.
  return greatest(v_end at time zone p_zone, p_now + interval '1 minute');
end
$$;
comment on function sync.quiet_until is
  'Returns the end of the quiet hours that contain a moment, or null outside them.';

create function sync.reminded_event(p_source text) returns uuid language sql immutable set search_path = '' as $$
  select case when p_source like 'event-reminder-%' then sync.uuid_or_null(split_part(p_source, ':', 2)) end
$$;
comment on function sync.reminded_event is 'The event of a reminder by its source; null for other notifications.';

create function sync.is_reminder_over(p_source text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_event constant uuid := sync.reminded_event(p_source);
begin
  return v_event is not null and not exists (select from public.events e
    where e.id = v_event and e.start_date > now() and e.start_date <= now() + interval '24 hours'
      -- The third part of the source is the start time that the reminder names. It differs once the event was moved.
      and split_part(p_source, ':', 3) = extract(epoch from e.start_date)::bigint::text
      and e.status = 'active' and e.deleted_at is null);
end
$$;
comment on function sync.is_reminder_over is
  'Returns whether a notification reminds of an event that has begun, was moved or no longer takes place.';

-- Rule: callers hold the advisory lock of push_claim, so that two senders never see the same rows.
create function sync.prepare_push(p_ids bigint[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- Drop queued messages that are no longer wanted: already read, topic or daily reminder switched off after queueing, event
  -- reminder out of date, account deleted.
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
comment on function sync.prepare_push is
  'Drops due messages that must not be sent, delays those in quiet hours and combines delayed ones.';

create function public.push_claim(p_limit int, p_lease_ms int) returns jsonb
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
      -- The title of an event reminder names the time that is left, so compute it when the reminder is sent.
      left join public.events e on e.id = sync.reminded_event(n.source)
    where o.id = any (v_ids) and o.ended_at is null and o.claimed_at = now());
end
$$;
comment on function public.push_claim is
  'Claims due messages for one sender and returns them; `looked` is 0 when nothing is due.';

-- p_results: `[{id, outcome, retry_ms?}]` with the outcomes sent, gone, failed and retry. Twins: MAX_TRIES, MAX_AGE_MS.
create function public.push_report(p_results jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- Keep a device that was registered again after the claim: it has a new address.
  delete from public.push_devices d using sync.push_outbox o, jsonb_array_elements(p_results) r
    where o.id = (r ->> 'id')::bigint and r ->> 'outcome' = 'gone' and d.id = o.device_id
      and d.renewed_at <= o.claimed_at;
  update sync.push_outbox o set
      claimed_at = case when k.again then null else o.claimed_at end,
      due_at = case when k.again then now() + k.retry_ms * interval '1 millisecond' else o.due_at end,
      ended_at = case when k.again then null else now() end,
      outcome = case when k.again then null when k.outcome = 'retry' then 'gave_up' else k.outcome end
    from (
      select x.id, r ->> 'outcome' as outcome, (r ->> 'retry_ms')::bigint as retry_ms,
        r ->> 'outcome' = 'retry' and x.attempts < 6 and x.created_at > now() - interval '24 hours' as again
      from jsonb_array_elements(p_results) r join sync.push_outbox x on x.id = (r ->> 'id')::bigint) k
    where o.id = k.id and o.ended_at is null and o.claimed_at is not null;
end
$$;
comment on function public.push_report is
  'Stores the outcomes of claimed messages and removes devices whose subscription is gone.';

create function public.push_cleanup() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from public.push_devices where renewed_at < now() - interval '60 days';
  delete from sync.push_outbox where ended_at < now() - interval '30 days';
end
$$;
comment on function public.push_cleanup is
  'Removes devices that were not renewed for 60 days, and old rows of the queue.';

-- ── Messages of administrators ──

create function sync.is_administrator(p_user uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.admin_users where user_id = p_user);
end
$$;
comment on function sync.is_administrator is 'Returns whether an account is an administrator''s.';

create function public.push_send(p_caller uuid, p_users uuid[], p_message jsonb, p_notification uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_admin constant boolean := sync.is_administrator(p_caller);
  v_queued int;
begin
  if p_notification is not null then
    -- Rule: read the text of a notification from its row; never take it from the caller.
    if not exists (select from public.notifications where id = p_notification and (v_admin or user_id = p_caller))
      then return jsonb_build_object('refused', 'not_found'); end if;
    insert into sync.push_outbox (device_id, notification_id)
      select d.id, n.id from public.notifications n
        join public.push_devices d on d.user_id = n.user_id
        join public.profiles p on p.id = n.user_id and p.deleted_at is null
      where n.id = p_notification and n.topic <> all (p.push_off)
      on conflict (notification_id, device_id) do nothing;
    select count(*) into v_queued from sync.push_outbox where notification_id = p_notification;
  elsif not v_admin then
    return jsonb_build_object('refused', 'forbidden');
  else
    insert into sync.push_outbox (device_id, message)
      select d.id, p_message from public.push_devices d
        join public.profiles p on p.id = d.user_id and p.deleted_at is null
      where d.user_id = any (p_users) and 'admin' <> all (p.push_off);
    get diagnostics v_queued = row_count;
  end if;
  return jsonb_build_object('queued', v_queued);
end
$$;
comment on function public.push_send is
  'Queues a notification for the devices of its account, or a message of an administrator; `refused` in the answer '
  'is the reason why not.';

create function public.push_stats(p_caller uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not sync.is_administrator(p_caller) then return null; end if;
  return (select jsonb_build_object('total', count(*), 'android', count(*) filter (where platform = 'android'),
      'ios', count(*) filter (where platform = 'ios'), 'web', count(*) filter (where platform = 'web'))
    from public.push_devices);
end
$$;
comment on function public.push_stats is
  'Returns the number of devices by platform, or null for a caller who may not know.';

create function public.push_devices_of(p_caller uuid, p_user uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not sync.is_administrator(p_caller) then return null; end if;
  return (select coalesce(jsonb_agg(jsonb_build_object('platform', platform, 'token', token) order by renewed_at desc), '[]')
    from public.push_devices where user_id = p_user);
end
$$;
comment on function public.push_devices_of is
  'Returns the devices of an account for a test message, or null for a caller who may not send one.';

-- ── The daily reminder ──

-- The reminder is sent at 17:00 in Sofia, or by 19:00 if the server was down. Learners who have neither learned nor
-- opened the app for 30 days get no more reminders.
create function sync.queue_push_reminders(p_now timestamptz) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_local constant timestamp := p_now at time zone 'Europe/Sofia';
  v_today constant date := v_local::date;
  v_queued int;
begin
  if v_local::time < '17:00' or v_local::time >= '19:00' then return 0; end if;
  with due as (
    insert into sync.push_reminders as r (user_id, last_on)
      select p.id, v_today from public.profiles p
        left join public.user_streaks s on s.user_id = p.id
        cross join lateral (select max(renewed_at) as seen_at from public.push_devices where user_id = p.id) d
      where p.daily_reminder and p.deleted_at is null and d.seen_at is not null
        and not exists (select from sync.journal j where j.user_id = p.id and j.id = 'day/' || v_today and not j.deleted)
        and greatest(s.last_active, (d.seen_at at time zone 'Europe/Sofia')::date) >= v_today - 30
      -- Rule: one reminder per account and day. Of concurrent processes only one updates the row.
      on conflict (user_id) do update set last_on = excluded.last_on where r.last_on < excluded.last_on
      returning user_id)
  insert into sync.push_outbox (device_id, reminder_on)
    select d.id, v_today from due join public.push_devices d on d.user_id = due.user_id
    on conflict (device_id, reminder_on) do nothing;
  get diagnostics v_queued = row_count;
  return v_queued;
end
$$;
comment on function sync.queue_push_reminders is
  'Queues the reminder of the day for accounts that want it and have not learned yet; returns the number of devices.';

create function public.queue_push_reminders() returns int
language plpgsql volatile security definer set search_path = '' as $$
begin
  return sync.queue_push_reminders(now());
end
$$;
comment on function public.queue_push_reminders is 'Queues the reminder of the day, between 17:00 and 19:00 in Sofia.';

grant execute on function public.register_push_device(text, text, text, text), public.unregister_push_device(text)
  to authenticated;

grant execute on function public.set_push_hosts(text[]), public.push_claim(int, int), public.push_report(jsonb),
  public.push_cleanup(), public.push_send(uuid, uuid[], jsonb, uuid), public.push_stats(uuid),
  public.push_devices_of(uuid, uuid), public.queue_push_reminders() to service_role;
