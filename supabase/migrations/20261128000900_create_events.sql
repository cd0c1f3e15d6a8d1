create table public.events (
  id uuid primary key default gen_random_uuid(),
  title text not null check (btrim(title) <> '' and char_length(title) <= 300),
  description text,
  image_url text,
  location text not null default 'Онлайн',
  start_date timestamptz not null,
  end_date timestamptz not null,
  duration_minutes int not null default 60 check (duration_minutes > 0),
  type text not null default 'webinar' check (type in ('webinar', 'workshop', 'lecture', 'conference', 'in-person',
    'other')),
  is_free boolean not null default true,
  max_participants int check (max_participants > 0),
  current_participants int not null default 0 check (current_participants >= 0),
  status text not null default 'active' check (status in ('active', 'draft', 'cancelled', 'completed')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sequence int not null default 0,
  row_version int not null default 1,
  deleted_at timestamptz,
  join_url text check (join_url ~* '^https://' and join_url !~ '[\u0001-\u001f\u007f]' and char_length(join_url) <= 1000),
  check (end_date > start_date)
);
comment on table public.events is 'A live event with its seats.';
create trigger a_clean before insert or update on public.events for each row execute function sync.clean_row();
create index events_by_start on public.events (start_date);
alter table public.events enable row level security;
create policy "administrators add events" on public.events for insert to authenticated
  with check ((select public.is_admin()));
create policy "administrators change events" on public.events for update to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()));
comment on policy "administrators change events" on public.events is
  'Only administrators change rows. Nobody deletes directly; public.move_to_trash keeps what learners made.';
grant select, insert, update on public.events to authenticated;
grant all on public.events to service_role;

create function sync.set_event_duration() returns trigger language plpgsql set search_path = '' as $$
begin
  if new.end_date > new.start_date then
    new.duration_minutes := greatest(1, round(extract(epoch from new.end_date - new.start_date) / 60)::int);
  end if;
  if tg_op = 'UPDATE' then
    new.sequence := old.sequence + ((new.title, new.start_date, new.end_date, new.location, new.status)
      is distinct from (old.title, old.start_date, old.end_date, old.location, old.status))::int;
  end if;
  return new;
end
$$;
comment on function sync.set_event_duration is
  'Recomputes the duration of an event from its dates, and its revision for calendars.';
create trigger duration before insert or update on public.events for each row
  execute function sync.set_event_duration();
create trigger stamp before insert or update on public.events for each row execute function sync.set_timestamps();
create trigger keep before update on public.events for each row
  execute function sync.protect_columns('id', 'current_participants');
create trigger start_with before insert on public.events for each row
  execute function sync.require_initial_values('current_participants=0', 'sequence=0');

create function sync.check_seats() returns trigger language plpgsql set search_path = '' as $$
begin
  if new.max_participants < new.current_participants then
    raise exception 'seats_taken' using errcode = 'P0001', detail = new.current_participants::text;
  end if;
  return new;
end
$$;
comment on function sync.check_seats is
  'Raises seats_taken, with the number of taken seats, when an edit leaves an event fewer seats than that.';
create trigger seats before update of max_participants on public.events for each row
  when (new.max_participants is distinct from old.max_participants) execute function sync.check_seats();

create function sync.on_events() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform sync.touch('events', coalesce(new.id, old.id)::text);
  if tg_op = 'UPDATE' and (new.join_url, new.status, new.deleted_at) is distinct from
      (old.join_url, old.status, old.deleted_at) and coalesce(new.join_url, old.join_url) is not null then
    perform sync.touch('event_links', new.id::text, 'account:' || r.user_id)
      from public.event_registrations r where r.event_id = new.id;
  end if;
  return null;
end
$$;
comment on function sync.on_events is 'Publishes a changed event, and its join link to those who are registered.';

create function sync.touch_event_links(p_user uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform sync.touch('event_links', e.id::text, 'account:' || p_user)
    from public.event_registrations r join public.events e on e.id = r.event_id
    where r.user_id = p_user and r.status <> 'cancelled' and e.join_url is not null;
end
$$;
comment on function sync.touch_event_links is
  'Publishes or withdraws the join links of an account whose plan or rights changed.';
create trigger feed after insert or update or delete on public.events for each row execute function sync.on_events();

create table public.event_registrations (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  status text not null default 'registered' check (status in ('registered', 'cancelled', 'attended')),
  registered_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  trashed_status text,
  unique (event_id, user_id)
);
comment on table public.event_registrations is 'The seat of a learner at an event.';
create index event_registrations_by_user on public.event_registrations (user_id);
create index event_registrations_by_date on public.event_registrations (registered_at desc, id);
create index event_registrations_by_event on public.event_registrations (event_id, registered_at desc, id);
alter table public.event_registrations enable row level security;
create policy "owners and administrators read registrations" on public.event_registrations for select to authenticated
  using (user_id = (select auth.uid()) or (select public.is_admin()));
create policy "subscribers register themselves" on public.event_registrations for insert to authenticated
  with check (user_id = (select auth.uid()) and status = 'registered' and (select public.has_plan('basic')));
create policy "administrators record attendance" on public.event_registrations for update to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()));
comment on policy "administrators record attendance" on public.event_registrations is
  'Administrators set the status of a registration, for example attended.';
create policy "a learner unregisters themselves" on public.event_registrations for delete to authenticated
  using (user_id = (select auth.uid()) and status = 'registered');
comment on policy "a learner unregisters themselves" on public.event_registrations is
  'A learner may give back a seat as long as the attendance is not recorded.';
grant select, insert, delete on public.event_registrations to authenticated;
grant update (status) on public.event_registrations to authenticated;
grant all on public.event_registrations to service_role;

create policy "accounts read announced events, administrators all" on public.events for select to authenticated
  using ((select public.is_admin()) or status <> 'draft' and deleted_at is null and (join_url is null
    or (select public.has_plan('basic')) and exists (
      select from public.event_registrations r where r.event_id = events.id and r.user_id = (select auth.uid())
        and r.status <> 'cancelled')));
comment on policy "accounts read announced events, administrators all" on public.events is
  'Every account reads each announced event; one with a join link only registered, with a plan that is valid now. '
  'Devices get all events from the feed, without the link.';

create function sync.take_seat() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_event public.events; v_taken int;
begin
  if new.status = 'cancelled' then return new; end if;
  if tg_op = 'UPDATE' and old.status <> 'cancelled' and old.event_id = new.event_id then return new; end if;
  select * into v_event from public.events where id = new.event_id for update;
  if tg_op = 'INSERT' and exists (select from public.event_registrations r where r.event_id = new.event_id
    and r.user_id = new.user_id and r.status <> 'cancelled')
    then return new; end if;
  if v_event.id is null or v_event.status = 'draft' or v_event.deleted_at is not null
    then raise exception 'not_found' using errcode = 'P0001'; end if;
  if (v_event.status <> 'active' or v_event.end_date < now())
    and not (tg_op = 'UPDATE' and old.trashed_status is not null and new.trashed_status is null) then raise exception 'event_closed'
    using errcode = 'P0001'; end if;
  select count(*) into v_taken from public.event_registrations r where r.event_id = new.event_id
    and r.status <> 'cancelled';
  if v_event.max_participants is not null and v_taken >= v_event.max_participants then raise exception 'event_full'
    using errcode = 'P0001'; end if;
  return new;
end
$$;
comment on function sync.take_seat is
  'Gives a seat or raises not_found, event_closed or event_full, with the row of the event locked.';
create trigger seat before insert or update on public.event_registrations for each row
  execute function sync.take_seat();

create trigger count_acts after insert or delete or update of status on public.event_registrations for each row
  execute function sync.count_act('seat', '30', '1 minute');

create function sync.on_event_registrations() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.events e set current_participants = t.taken
    from (select count(*)::int as taken from public.event_registrations r
      where r.event_id = coalesce(new.event_id, old.event_id) and r.status <> 'cancelled') t
    where e.id = coalesce(new.event_id, old.event_id) and e.current_participants <> t.taken;
  perform sync.request('recount_event', coalesce(new.user_id, old.user_id)::text,
    'account:' || coalesce(new.user_id, old.user_id));
  if exists (select from public.events e where e.id = coalesce(new.event_id, old.event_id) and e.join_url is not null)
    then perform sync.touch('event_links', coalesce(new.event_id, old.event_id)::text,
      'account:' || coalesce(new.user_id, old.user_id));
  end if;
  return null;
end
$$;
comment on function sync.on_event_registrations is
  'Recounts the taken seats of the event and the achievements of the learner, and publishes the join link to them.';
create trigger feed after insert or update or delete on public.event_registrations for each row
  execute function sync.on_event_registrations();

create function sync.lock_event_of_seat() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.events where id = old.event_id for update;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
comment on function sync.lock_event_of_seat is 'Locks the event before a seat is given back.';
create trigger free_seat before delete on public.event_registrations for each row
  execute function sync.lock_event_of_seat();
create trigger free_seat_cancelled before update of status on public.event_registrations for each row
  when (new.status = 'cancelled') execute function sync.lock_event_of_seat();
create trigger stamp before insert or update on public.event_registrations for each row
  execute function sync.set_created_at();
create trigger keep before update on public.event_registrations for each row
  execute function sync.protect_columns('id', 'event_id', 'user_id', 'registered_at', 'deleted_at', 'trashed_status');

create function sync.set_registered_at() returns trigger language plpgsql set search_path = '' as $$
begin
  if current_user in ('anon', 'authenticated') then new.registered_at := now(); end if;
  return new;
end
$$;
comment on function sync.set_registered_at is
  'Sets the time of registration from the server''s clock on direct writes of clients.';
create trigger registered_at before insert on public.event_registrations for each row
  execute function sync.set_registered_at();
