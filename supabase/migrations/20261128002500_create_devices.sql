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

revoke all on function public.my_sessions(), public.note_device(text), public.end_session(uuid) from public, anon;

grant execute on function public.my_sessions(), public.note_device(text), public.end_session(uuid) to authenticated;
