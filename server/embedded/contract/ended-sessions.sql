-- Sessions that have ended, for as long as their last access token lives, so that it stays refused after a restart of the server.
create table if not exists embedded.ended_sessions (
  id uuid primary key,
  until timestamptz not null
);

create or replace function embedded.remember_ended_session() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from embedded.ended_sessions where until <= now();
  insert into embedded.ended_sessions (id, until) values (old.id, now() + make_interval(secs => tg_argv[0]::int))
    on conflict (id) do nothing;
  -- Tells the other processes at commit.
  perform pg_notify('ended_sessions', old.id::text);
  return null;
end
$$;
