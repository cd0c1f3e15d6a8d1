-- Links in e-mails, and the confirmation of e-mail addresses. lite, the auth service, sets `email_confirmed_at` at
-- registration, before anybody has opened a link.
-- Rule: `email_confirmed_at` is null until somebody opens a link that was sent to the address. `phone_confirmed_at` takes
-- its place for lite, which lets only confirmed accounts sign in with a password.

create table if not exists embedded.open_links (
  -- SHA-256 of the mailed token, so that a copy of the database opens nothing.
  digest text primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  -- The address that the link was sent to: the only one that the link confirms. For `email_change`, the account's pending address.
  email text not null,
  purpose text not null,
  -- The session that requested the link; null if a visitor did, or if the session has ended.
  session_id uuid references auth.sessions (id) on delete set null,
  expires_at timestamptz not null
);
alter table embedded.open_links drop constraint if exists open_links_purpose_check;
create index if not exists open_links_by_user on embedded.open_links (user_id);
create index if not exists open_links_by_session on embedded.open_links (session_id);

create or replace function embedded.register_unproven() returns trigger language plpgsql as $$
begin
  new.phone_confirmed_at := coalesce(new.phone_confirmed_at, new.email_confirmed_at);
  new.email_confirmed_at := null;
  return new;
end
$$;

create or replace trigger register_unproven before insert on auth.users for each row
  execute function embedded.register_unproven();
