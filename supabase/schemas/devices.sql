-- The devices of an account: its sessions in the auth service.
-- Rule: an account sees and ends only its own sessions. The access token of an ended session stays valid until it
-- expires, at most an hour.

create function public.my_sessions() returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'created_at', sync.iso(s.created_at), 'seen_at',
      sync.iso(s.seen_at),
        'user_agent', s.user_agent, 'is_current', s.id = sync.uuid_or_null(auth.jwt() ->> 'session_id'))
          order by s.seen_at desc, s.id), '[]')
    from (
      select id, created_at, user_agent, greatest(created_at, updated_at, refreshed_at at time zone 'UTC') as seen_at
        from auth.sessions
      where user_id = auth.uid() and (not_after is null or not_after > now()) order by 4 desc limit 100) as s);
end
$$;
comment on function public.my_sessions is
  'Returns where the caller''s account is signed in, the most recently used first.';

create function public.note_device(p_agent text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  update auth.sessions set user_agent = left(p_agent, 500)
    where id = sync.uuid_or_null(auth.jwt() ->> 'session_id') and user_id = auth.uid() and user_agent is null;
end
$$;
comment on function public.note_device is
  'Stores the user agent of the caller''s session once, for auth services that do not record it.';

create function public.end_session(p_session uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from auth.sessions where id = p_session and user_id = auth.uid();
  return found;
end
$$;
comment on function public.end_session is 'Signs one of the caller''s devices out.';

grant execute on function public.my_sessions(), public.note_device(text), public.end_session(uuid) to authenticated;

create table sync.ended_sessions (
  id uuid primary key,
  ended_at timestamptz not null default now()
);
comment on table sync.ended_sessions is
  'Sessions that ended in the last year, without their accounts. A session that a restored backup does not know is not here.';
alter table sync.ended_sessions enable row level security;
create index ended_sessions_by_time on sync.ended_sessions (ended_at);

create function sync.on_session_ended() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from sync.ended_sessions where ended_at < now() - interval '1 year';
  insert into sync.ended_sessions (id) values (old.id) on conflict (id) do nothing;
  return null;
end
$$;
comment on function sync.on_session_ended is
  'Records that a session has ended, whatever ended it, so that its device can learn it.';
create trigger on_session_ended after delete on auth.sessions for each row
  execute function sync.on_session_ended();

create function public.session_has_ended(p_session uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from sync.ended_sessions where id = p_session);
$$;
comment on function public.session_has_ended is
  'True if the session was ended on purpose. Its device, which has no access any more, asks before it removes the '
  'account''s data; a session that is only unknown, as after a restored backup, removes nothing.';

grant execute on function public.session_has_ended(uuid) to anon, authenticated;
