-- The feed that devices follow and the queue that fills it. The data that a device may hold is divided into scopes
-- (streams), and every scope numbers its own changes.
-- Rule: a row gets its number while the row of its scope is locked, as the last step of the transaction. Numbers then
-- have the order of commits, and no cursor can skip a change that commits later.

create schema sync;
comment on schema sync is
  'The feed of changes, the journal of the learners and the rules of both. Not exposed over REST.';
-- Policies call functions of this schema; each function has its own grant.
grant usage on schema sync to anon, authenticated, service_role;

-- Rule: a client gets a right only by a grant that names it. PostgreSQL grants every new function to everyone, and a
-- hosted project grants every new table, sequence and function of `public` to the clients.
alter default privileges revoke all on functions from public;
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke all on functions from anon, authenticated;
revoke all on all tables in schema public from anon, authenticated;
revoke all on all sequences in schema public from anon, authenticated;

-- ── Epochs ──

create function sync.clock_epoch() returns int language plpgsql stable set search_path = '' as $$
begin
  return (extract(epoch from now()) - extract(epoch from timestamptz '2020-01-01 00:00:00Z'))::int;
end
$$;
comment on function sync.clock_epoch is
  'The seconds since 2020: an epoch that is above every earlier one, whatever an earlier copy of the database had.';

-- Rule: a restored database must not continue the numbers that devices have seen. The server compares `place` and
-- `sync.data_folder` at every start (server/embedded/database/restored.ts).
create table sync.installation (
  single boolean primary key default true check (single),
  -- The epoch of a new scope.
  epoch int not null default sync.clock_epoch(),
  -- Where the database was at the last start: cluster, timeline, database and table; another place means a copy.
  place text
);
comment on table sync.installation is 'One row: the epoch of new scopes, and where this database was at the last start.';
alter table sync.installation enable row level security;
insert into sync.installation default values;

-- A data folder has a number that changes at every start. If the database has another one, it is older than the folder.
create table sync.data_folder (
  id uuid primary key,
  start uuid not null,
  -- The number before: a start that was interrupted did not write the new one into the folder.
  previous uuid
);
comment on table sync.data_folder is 'The data folders of the servers that use this database, with the number of their last start.';
alter table sync.data_folder enable row level security;

create function sync.first_epoch() returns int language plpgsql stable security definer set search_path = '' as $$
begin
  return (select epoch from sync.installation);
end
$$;
comment on function sync.first_epoch is 'The epoch of a scope that has no row yet.';

create table sync.scope (
  scope text primary key,
  -- Rule: raise the epoch when numbers were lost or reused (a restored backup). Devices then read the scope again from
  -- zero.
  epoch int not null default sync.first_epoch(),
  seq bigint not null default 0,
  live_count bigint not null default 0,
  live_sum numeric not null default 0,
  live_xor bigint not null default 0,
  live_hash int not null default 0,
  -- Size of the live bodies; the quota of a journal needs it.
  live_bytes bigint not null default 0
) with (fillfactor = 50);
comment on table sync.scope is
  'A stream of changes that devices may follow, with its last number and the digest of its live rows.';
alter table sync.scope enable row level security;

-- One row per document of a scope, always its newest state. A deleted row keeps its number and loses its body.
create table sync.feed (
  scope text not null,
  kind text not null,
  row_id text not null,
  seq bigint not null,
  deleted boolean not null default false,
  body json,
  -- Rule: the digest also covers the contents, because a database that was restored unnoticed gives the same numbers again.
  hash int generated always as (hashtext(body::text)) stored,
  -- Size of the body; a pull adds these up without reading the bodies.
  bytes int generated always as (coalesce(octet_length(body::text), 0)) stored,
  primary key (scope, kind, row_id),
  check (deleted = (body is null))
);
comment on table sync.feed is
  'The newest projected state of each document of a scope, numbered by change; devices copy it.';
create unique index feed_by_seq on sync.feed (scope, seq);
alter table sync.feed enable row level security;

-- Always empty for other transactions: the flush empties it before the transaction ends.
create unlogged table sync.dirty (
  tx xid8 not null default pg_current_xact_id(),
  -- A kind of the mirror or of the journal; empty for a command.
  kind text not null default '',
  row_id text not null,
  -- The only scope this document can be in; empty for documents that move between the shared scopes.
  scope text not null default '',
  -- Empty for a document. Otherwise an instruction to the flush about the row: republish_… publishes the documents that
  -- depend on it, recount_… recounts the achievements of an account (see sync.achievement_types_of; recount_all covers
  -- every type).
  command text not null default '',
  -- Whether this entry triggers the flush at the end of the transaction; one entry per transaction is enough.
  requests_flush boolean not null default true,
  -- The ids of the documents if one entry covers several (only for the journal); row_id is then empty.
  row_ids text[],
  primary key (tx, kind, command, row_id, scope)
);
comment on table sync.dirty is
  'Documents and commands that the running transaction recorded and the flush has not processed yet.';
alter table sync.dirty enable row level security;

-- plpgsql, because a sql function is planned again in every savepoint and sync_push opens one per document.
-- The setting `sync.flush_requested` names the transaction that already has a flush. A savepoint that is rolled back
-- resets the setting together with the row, so that the flush is never lost.
create function sync.touch(p_kind text, p_row_id text, p_scope text default '') returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_tx constant text := pg_current_xact_id()::text;
  v_requests_flush constant boolean := coalesce(current_setting('sync.flush_requested', true), '') <> v_tx;
begin
  insert into sync.dirty (kind, row_id, scope, requests_flush) values (p_kind, p_row_id, p_scope, v_requests_flush)
    on conflict do nothing;
  if v_requests_flush and found then perform set_config('sync.flush_requested', v_tx, true); end if;
end
$$;
comment on function sync.touch is
  'Records that a document may have changed; the flush reads its new state at the end of the transaction.';

create function sync.request(p_command text, p_row_id text, p_scope text default '') returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_tx constant text := pg_current_xact_id()::text;
  v_requests_flush constant boolean := coalesce(current_setting('sync.flush_requested', true), '') <> v_tx;
begin
  insert into sync.dirty (command, row_id, scope, requests_flush)
    values (p_command, p_row_id, p_scope, v_requests_flush)
    on conflict do nothing;
  if v_requests_flush and found then perform set_config('sync.flush_requested', v_tx, true); end if;
end
$$;
comment on function sync.request is 'Records a command for the flush, as sync.touch records a document.';

-- ── Helpers ──

create function sync.shared_scopes() returns text[] language plpgsql immutable set search_path = '' as $$
begin
  return array['plan:basic', 'plan:premium', 'public'];
end
$$;
comment on function sync.shared_scopes is
  'The scopes that documents move between, in the order in which the flush locks them.';

create function sync.iso(p_at timestamptz) returns text language plpgsql stable set search_path = '' as $$
begin
  return to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
end
$$;
comment on function sync.iso is
  'Writes a time the way documents do: ISO 8601 in UTC with milliseconds, whatever the time zone of the session.';

create function sync.time_of_ms(p_at bigint) returns timestamptz language plpgsql stable set search_path = '' as $$
begin
  return to_timestamp(p_at / 1000.0);
end
$$;
comment on function sync.time_of_ms is
  'Converts milliseconds since the epoch, the unit of the journal, to a timestamp.';

create function sync.uuid_or_null(p_text text) returns uuid language sql immutable set search_path = '' as $$
  select case when p_text ~ '^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$' then p_text::uuid end
$$;
comment on function sync.uuid_or_null is
  'Converts a text to a uuid, or to null if it is not one, so that input from outside never raises.';

create function sync.lock_user(p_user uuid) returns void language sql volatile set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('sloy:' || p_user::text, 0))
$$;
comment on function sync.lock_user is
  'Serializes the writers of one account: two devices that push the same facts in different orders wait instead '
  'of deadlocking.';

-- ── Texts ──
-- Rule: every text that enters the product is composed (NFC) and has no invisible characters. The browser cleans texts as
-- well (src/shared/clean-text.ts); these functions hold the rule for every caller.
-- Some are plpgsql, because constants.sql, which has the pattern, comes after this file.

create function sync.clean_text(p_text text) returns text language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return normalize(regexp_replace(p_text, sync.invisible(), '', 'g'), nfc);
end
$$;
comment on function sync.clean_text is 'A text in NFC, without invisible characters.';

create function sync.is_clean(p_text text) returns boolean language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return p_text !~ sync.invisible() and p_text is nfc normalized;
end
$$;
comment on function sync.is_clean is 'True for a text that sync.clean_text would not change.';

create function sync.is_clean_json(p_json text) returns boolean language plpgsql immutable parallel safe
set search_path = '' as $$
begin
  -- JSON writes a control character as \u0001 or \b.
  return sync.is_clean(p_json) and p_json !~ '\\(u00[01]|b)';
end
$$;
comment on function sync.is_clean_json is
  'False for a text of JSON, or of a row, in which there may be something to clean.';

create function sync.clean_json(p_value jsonb) returns jsonb language plpgsql immutable parallel safe
set search_path = '' as $$
begin
  return case jsonb_typeof(p_value)
    when 'string' then to_jsonb(sync.clean_text(p_value #>> '{}'))
    when 'array' then (select coalesce(jsonb_agg(sync.clean_json(e.value) order by e.ordinality), '[]')
      from jsonb_array_elements(p_value) with ordinality e)
    when 'object' then (select coalesce(jsonb_object_agg(e.key, sync.clean_json(e.value)), '{}')
      from jsonb_each(p_value) e)
    else p_value
  end;
end
$$;
comment on function sync.clean_json is 'A value with all its texts cleaned.';

-- Rule: a name or a title is one line: a line end in it would be sealed into certificates and forge lines of mails.
create function sync.lines_joined(p_row jsonb) returns jsonb language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (select coalesce(jsonb_object_agg(e.key, regexp_replace(e.value #>> '{}', sync.line_ends(), ' ', 'g')), '{}')
    from jsonb_each(p_row) e
    where e.key in ('full_name', 'first_name', 'last_name', 'name', 'title', 'company', 'job_title', 'instructor')
      -- A text of blanks stays, so that the rule about blanks rejects it.
      and jsonb_typeof(e.value) = 'string' and e.value #>> '{}' ~ sync.line_ends() and not sync.is_blank(e.value #>> '{}'));
end
$$;
comment on function sync.lines_joined is 'The names and titles of a row that have several lines, each as one line.';

create function sync.line_ends() returns text language sql immutable parallel safe set search_path = '' as $$
  select '[\t\n\u000b\f\r\u0085\u2028\u2029]+'
$$;
comment on function sync.line_ends is 'Matches tabs and the characters that begin a new line.';

create function sync.clean_row() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new::text ~ sync.line_ends() then new := jsonb_populate_record(new, sync.lines_joined(to_jsonb(new))); end if;
  -- Fast path (almost always): nothing to clean in the row as a text.
  if sync.is_clean_json(new::text) then return new; end if;
  return jsonb_populate_record(new, sync.clean_json(to_jsonb(new)));
end
$$;
comment on function sync.clean_row is
  'Cleans the texts of a row and makes its names and titles one line. Triggers run in the order of their names: the name a_clean makes this one the first.';

create function sync.trim_text(p_text text) returns text language sql immutable parallel safe set search_path = '' as $$
  select btrim(p_text, E' \t\n\u000b\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a'
    || E'\u2028\u2029\u202f\u205f\u3000\ufeff')
$$;
comment on function sync.trim_text is 'A text without the blanks around it; twin of trim() in the browser.';

create function sync.is_blank(p_text text) returns boolean language sql immutable parallel safe set search_path = '' as $$
  select sync.trim_text(sync.clean_text(p_text)) = ''
$$;
comment on function sync.is_blank is 'True for a text without a visible character; twin of isBlank() in the browser.';

create function sync.search_text(p_text text) returns text language sql immutable parallel safe set search_path = '' as $$
  select translate(lower(
    regexp_replace(sync.trim_text(sync.clean_text(coalesce(p_text, ''))), '[\u0300-\u036f]', '', 'g')), 'ѝѐ', 'ие')
$$;
comment on function sync.search_text is
  'What a list searches for: clean, without stress marks and blanks around it, in lower case.';

create function sync.search_pattern(p_text text) returns text language sql immutable parallel safe set search_path = '' as $$
  select replace(replace(
    regexp_replace(regexp_replace(left(sync.search_text(p_text), 300), '([^a-z0-9])', '\\\1', 'g'),
      '(\\?.)', '\1[\u0300-\u036f]*', 'g'), '\и', '[иѝ]'), '\е', '[еѐ]')
$$;
comment on function sync.search_pattern is
  'The pattern of a search: any letter of the stored text may carry a stress mark. A stored «й» is one letter, so it stays one.';

-- ── Guards of many tables ──
-- A trigger runs as the role that writes. On a client's direct write, `current_user` is the client's role. Inside our
-- security definer functions, it is the owner of the function.
-- Rule: the guards must also work when a grant allows a client too much.

create function sync.set_created_at() returns trigger language plpgsql set search_path = '' as $$
begin
  if current_user in ('anon', 'authenticated') then
    if tg_op = 'INSERT' then new.created_at := now(); else new.created_at := old.created_at; end if;
  end if;
  return new;
end
$$;
comment on function sync.set_created_at is 'Sets created_at from the server''s clock on direct writes of clients.';

create function sync.set_timestamps() returns trigger language plpgsql set search_path = '' as $$
begin
  if current_user in ('anon', 'authenticated') then
    if tg_op = 'INSERT' then new.created_at := now(); else new.created_at := old.created_at; end if;
  end if;
  if tg_op = 'UPDATE' or current_user in ('anon', 'authenticated') then new.updated_at := now(); end if;
  return new;
end
$$;
comment on function sync.set_timestamps is
  'Sets created_at and updated_at from the server''s clock on direct writes of clients.';

create function sync.protect_columns() returns trigger language plpgsql set search_path = '' as $$
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
comment on function sync.protect_columns is
  'Rejects a client''s change of the columns that the trigger arguments name; only the server sets them.';

create function sync.count_act() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_row constant jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  v_user constant uuid := coalesce(v_row ->> 'user_id', v_row ->> 'id')::uuid;
begin
  -- Restored backups, seeds and administrators write many rows at once, but not as their owner.
  if v_user = (select auth.uid()) then perform sync.spend(v_user, tg_argv[0], tg_argv[1]::int, tg_argv[2]::interval); end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
comment on function sync.count_act is
  'Limits an act of the row''s owner, whichever way it is sent. Arguments: the act, how many are allowed, the period.';

create function sync.require_initial_values() returns trigger language plpgsql set search_path = '' as $$
declare
  v_new jsonb; v_pair text;
begin
  if current_user not in ('anon', 'authenticated') then return new; end if;
  v_new := to_jsonb(new);
  foreach v_pair in array tg_argv loop
    if v_new -> split_part(v_pair, '=', 1) is distinct from split_part(v_pair, '=', 2)::jsonb then
      raise insufficient_privilege using message = format('%s of %s is set by the server', split_part(v_pair, '=', 1),
        tg_table_name);
    end if;
  end loop;
  return new;
end
$$;
comment on function sync.require_initial_values is
  'Rejects a client''s new row unless it has the `column=value` pairs (JSON values) of the trigger arguments.';
