-- The journal of the learners on the server: one row per document, merged by the laws of its kind before it is stored here.
-- Clients reach it through sync_push and sync_pull only.

create table sync.journal (
  user_id uuid not null references public.profiles (id) on delete cascade,
  -- `<kind>/<key>`.
  id text not null,
  kind text not null,
  -- When it was done, ms since the epoch, as the device said (never more than five minutes ahead).
  at bigint not null,
  -- The learner's local date, YYYY-MM-DD.
  active_on text not null,
  rev bigint not null,
  deleted boolean not null default false,
  data jsonb not null,
  primary key (user_id, id)
);
-- The kind first: of a table it believes small the planner would take any index that begins with the account for the key.
create index journal_by_kind on sync.journal (kind, user_id) where not deleted;
comment on table sync.journal is 'What learners did, one document per fact; the source of their progress on every device.';
alter table sync.journal enable row level security;

-- Notes all rows of a statement at once, those of a kind as one note (see sync.touch: one note calls for the flush).
create function sync.on_journal() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_tx constant text := pg_current_xact_id()::text;
  v_calls constant boolean := coalesce(current_setting('sync.called', true), '') <> v_tx;
  v_called boolean;
begin
  with noted as (
    insert into sync.dirty as d (kind, row_id, home, calls, row_ids)
      select n.kind, n.row_id, n.home, v_calls and row_number() over () = 1, n.row_ids
      from (
        select c.kind, '' as row_id, 'journal:' || c.user_id as home, array_agg(c.id) as row_ids from changed c group by c.kind, c.user_id
        -- Achievements are counted from these; the other kinds have tables of their own that say so.
        union all
        select distinct '~' || c.kind, c.user_id::text, 'account:' || c.user_id, null::text[] from changed c where c.kind in ('progress', 'note', 'view')
      ) n
      on conflict (tx, kind, row_id, home) do update set row_ids = d.row_ids || excluded.row_ids where excluded.row_ids is not null
      returning calls
  )
  select bool_or(calls) into v_called from noted;
  if v_called then perform set_config('sync.called', v_tx, true); end if;
  return null;
end
$$;
create trigger feed_added after insert on sync.journal referencing new table as changed for each statement execute function sync.on_journal();
create trigger feed_changed after update on sync.journal referencing new table as changed for each statement execute function sync.on_journal();
create trigger feed_removed after delete on sync.journal referencing old table as changed for each statement execute function sync.on_journal();

revoke all on all functions in schema sync from public;
