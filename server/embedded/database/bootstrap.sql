-- Creates what a Supabase project has and the embedded backend lacks: the request roles and their grants, the claims functions of hosted
-- projects, and realtime broadcast over NOTIFY. Runs before the migrations at every start; idempotent.
-- Do not run it on a Supabase project. Migrations must not create anything in auth, storage or realtime.

do $$
begin
  if not exists (select from pg_roles where rolname = 'anon') then create role anon nologin noinherit; end if;
  if not exists (select from pg_roles where rolname = 'authenticated') then create role authenticated nologin noinherit; end if;
  if not exists (select from pg_roles where rolname = 'service_role') then create role service_role nologin noinherit bypassrls; end if;
end
$$;

-- Rule: by default only the service role may access a new table; a migration grants access to the other roles.
revoke create on schema public from public;
grant usage on schema public to anon, authenticated, service_role;
grant all on all tables in schema public to service_role;
grant all on all sequences in schema public to service_role;
alter default privileges in schema public grant all on tables to service_role;
alter default privileges in schema public grant all on sequences to service_role;

-- The caller's identity, from `request.jwt.claims` (JSON) or `request.jwt.claim.<name>`, as in a hosted project.
create schema if not exists auth;
grant usage on schema auth to anon, authenticated, service_role;

create or replace function auth.jwt() returns jsonb language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb
$$;

create or replace function auth.uid() returns uuid language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claim.sub', true), ''),
                  nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid
$$;

create or replace function auth.role() returns text language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claim.role', true), ''),
                  nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role')::text
$$;

create or replace function auth.email() returns text language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claim.email', true), ''),
                  nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email')::text
$$;

grant execute on function auth.jwt(), auth.uid(), auth.role(), auth.email() to anon, authenticated, service_role;

-- Storage: the roles get every privilege, because row-level security decides which rows they may access.
do $$
begin
  if exists (select from pg_namespace where nspname = 'storage') then
    grant usage on schema storage to anon, authenticated, service_role;
    grant all on all tables in schema storage to anon, authenticated, service_role;
    grant execute on all functions in schema storage to anon, authenticated, service_role;
  end if;
end
$$;

-- Realtime broadcast from the database: the server listens on the NOTIFY channel and forwards messages to the sockets that joined the topic.
create schema if not exists realtime;
grant usage on schema realtime to anon, authenticated, service_role;

-- The policies of this table decide who may join a private topic. The server tests a join with a row that it rolls back, so the table stays empty.
create table if not exists realtime.messages (
  id uuid not null default gen_random_uuid() primary key,
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamptz not null default now(),
  inserted_at timestamptz not null default now()
);
alter table realtime.messages enable row level security;
grant select, insert on realtime.messages to anon, authenticated, service_role;

create or replace function realtime.topic() returns text language sql stable as $$
  select nullif(current_setting('realtime.topic', true), '')::text
$$;
grant execute on function realtime.topic() to anon, authenticated, service_role;

-- Sends the message at commit; without a listener it is lost. The body must stay below NOTIFY's limit of 8,000 bytes.
create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true)
returns void language plpgsql as $$
begin
  perform pg_notify('realtime', json_build_object('topic', topic, 'event', event, 'payload', payload, 'private', private)::text);
end
$$;
-- Rule: clients cannot send in the server's name; triggers can, because they run as their owner.
revoke execute on function realtime.send(jsonb, text, text, boolean) from public;
grant execute on function realtime.send(jsonb, text, text, boolean) to service_role;

-- Second factors, as the auth service of a Supabase project stores them (only the columns that are used). Only the server reads them.
create table if not exists auth.mfa_factors (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text,
  factor_type text not null check (factor_type = 'totp'),
  status text not null check (status in ('unverified', 'verified')),
  -- Encrypted with a key of the installation, which a dump of the embedded database does not contain.
  secret text not null,
  -- The period of the last accepted code, so that a code works once.
  last_period bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_challenged_at timestamptz
);
create unique index if not exists mfa_factors_by_name on auth.mfa_factors (user_id, friendly_name) where btrim(friendly_name) <> '';

create table if not exists auth.mfa_challenges (
  id uuid primary key,
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  created_at timestamptz not null default now()
);

-- How a session proved who it is: `password`, `otp` (a link by e-mail) or `totp`.
create table if not exists auth.mfa_amr_claims (
  session_id uuid not null references auth.sessions (id) on delete cascade,
  authentication_method text not null,
  updated_at timestamptz not null default now(),
  primary key (session_id, authentication_method)
);
