-- The feed that devices follow, and the queue that fills it. What a device may hold is split into scopes (streams);
-- every scope counts its own changes. Rule: a row's number in its scope is taken while the scope's row is locked, as the last
-- step of the transaction, so that the order of numbers is the order of commits and no cursor can pass a change that comes later.

create schema sync;
comment on schema sync is 'The feed of changes, the journal of the learners and the rules behind both. Not exposed over REST.';
-- Policies name functions of this schema; each function is granted on its own.
grant usage on schema sync to anon, authenticated, service_role;

-- One row per scope: its generation, its last number and a running digest of its live rows.
create table sync.scope (
  scope text primary key,
  -- Rule: raised when numbers were lost or reused (a restored backup); devices then read the scope again from zero.
  epoch int not null default 1,
  seq bigint not null default 0,
  live_count bigint not null default 0,
  live_sum numeric not null default 0,
  live_xor bigint not null default 0
) with (fillfactor = 50);
comment on table sync.scope is 'A stream of changes that devices may follow, with its last number and the digest of its live rows.';
alter table sync.scope enable row level security;

-- Compacted: one row per document of a scope, always its newest state; a deleted row keeps its number and loses its body.
create table sync.feed (
  scope text not null,
  kind text not null,
  row_id text not null,
  seq bigint not null,
  deleted boolean not null default false,
  body json,
  primary key (scope, kind, row_id),
  check (deleted = (body is null))
);
create unique index feed_by_seq on sync.feed (scope, seq);
comment on table sync.feed is 'What the devices of a scope hold: the newest projected state of each document, numbered by change.';
alter table sync.feed enable row level security;

-- The documents that the running transaction touched. Emptied before the transaction ends, so it is always empty for others.
create unlogged table sync.dirty (
  tx xid8 not null default pg_current_xact_id(),
  -- A kind of the mirror or the journal, or an order to the flush: publish what hangs on it (`~course`, `~author`, `~resource`,
  -- `~certificate`) or recount what an account's facts of a sort say (`~like`, `~day`, …, `~account` for all; see sync.types_of).
  kind text not null,
  row_id text not null,
  -- The one scope this document can be in; empty for those that move between the shared scopes.
  home text not null default '',
  -- Whether this note calls for the flush at the end of the transaction; one that does is enough.
  calls boolean not null default true,
  -- Where one note is about many documents of a home (the journal, whose `row_id` is empty then).
  row_ids text[],
  primary key (tx, kind, row_id, home)
);
comment on table sync.dirty is 'Documents touched by the running transaction and not yet in the feed.';
alter table sync.dirty enable row level security;

-- Notes that a document may have changed. Cheap and idempotent; what it became is read once, at the end of the transaction.
create function sync.touch(p_kind text, p_row_id text, p_home text default '') returns void
language plpgsql volatile security definer set search_path = '' as $$
-- Not in sql: a sql function is planned again in every savepoint, and sync_push has one per document.
-- `sync.called` names the transaction whose flush is already called for; a savepoint that is rolled back takes it back with its note.
declare
  v_tx constant text := pg_current_xact_id()::text;
  v_calls constant boolean := coalesce(current_setting('sync.called', true), '') <> v_tx;
begin
  insert into sync.dirty (kind, row_id, home, calls) values (p_kind, p_row_id, p_home, v_calls) on conflict do nothing;
  if v_calls and found then perform set_config('sync.called', v_tx, true); end if;
end
$$;

-- The scopes between which documents move, in the order in which they are locked.
create function sync.shared_scopes() returns text[] language sql immutable as $$
  select array['plan:basic', 'plan:premium', 'public']
$$;

-- The one spelling of a time in documents: ISO 8601, UTC, milliseconds, whatever the session's time zone.
create function sync.iso(p_at timestamptz) returns text language sql stable as $$
  select to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- Journals count in milliseconds.
create function sync.ms(p_at bigint) returns timestamptz language sql stable as $$
  select to_timestamp(p_at / 1000.0)
$$;

-- A uuid, or null where the text is none: what comes from outside is never cast blindly.
create function sync.uuid_or_null(p_text text) returns uuid language sql immutable set search_path = '' as $$
  select case when p_text ~ '^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$' then p_text::uuid end
$$;

-- One writer of an account at a time: two devices pushing the same facts in another order must queue, not deadlock.
create function sync.lock_user(p_user uuid) returns void language sql volatile set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('sloy:' || p_user::text, 0))
$$;

-- ── Guards used by many tables. They run as whoever writes: `current_user` is the client's role only on a direct write,
-- ── inside our own functions it is the owner. Rule: they hold whatever the grants say.

-- Times are the server's: a client's values are replaced without a word.
create function sync.stamp_created() returns trigger language plpgsql set search_path = '' as $$
begin
  if current_user in ('anon', 'authenticated') then
    if tg_op = 'INSERT' then new.created_at := now(); else new.created_at := old.created_at; end if;
  end if;
  return new;
end
$$;

create function sync.stamp() returns trigger language plpgsql set search_path = '' as $$
begin
  if current_user in ('anon', 'authenticated') then
    if tg_op = 'INSERT' then new.created_at := now(); else new.created_at := old.created_at; end if;
  end if;
  if tg_op = 'UPDATE' or current_user in ('anon', 'authenticated') then new.updated_at := now(); end if;
  return new;
end
$$;

-- Columns named in the trigger's arguments are set by the server alone: a client's change of one is refused.
create function sync.keep() returns trigger language plpgsql set search_path = '' as $$
declare
  v_old jsonb; v_new jsonb; v_column text;
begin
  if current_user not in ('anon', 'authenticated') then return new; end if;
  v_old := to_jsonb(old); v_new := to_jsonb(new);
  foreach v_column in array tg_argv loop
    if v_old -> v_column is distinct from v_new -> v_column then
      raise insufficient_privilege using message = format('%s of %s is set by the server', v_column, tg_table_name);
    end if;
  end loop;
  return new;
end
$$;

-- The same for a new row: `column=value` pairs (JSON values) that a client's row must have.
create function sync.start_with() returns trigger language plpgsql set search_path = '' as $$
declare
  v_new jsonb; v_pair text;
begin
  if current_user not in ('anon', 'authenticated') then return new; end if;
  v_new := to_jsonb(new);
  foreach v_pair in array tg_argv loop
    if v_new -> split_part(v_pair, '=', 1) is distinct from split_part(v_pair, '=', 2)::jsonb then
      raise insufficient_privilege using message = format('%s of %s is set by the server', split_part(v_pair, '=', 1), tg_table_name);
    end if;
  end loop;
  return new;
end
$$;

revoke all on all functions in schema sync from public;
