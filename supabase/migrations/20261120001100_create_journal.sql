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
create index journal_by_kind on sync.journal (user_id, kind) where not deleted;
comment on table sync.journal is 'What learners did, one document per fact; the source of their progress on every device.';
alter table sync.journal enable row level security;

create function sync.on_journal() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_user text := coalesce(new.user_id, old.user_id)::text;
  v_kind text := coalesce(new.kind, old.kind);
begin
  perform sync.touch(v_kind, coalesce(new.id, old.id), 'journal:' || v_user);
  -- Achievements are counted from these; the other kinds have tables of their own that say so.
  if v_kind in ('progress', 'note', 'view') then perform sync.touch('~' || v_kind, v_user, 'account:' || v_user); end if;
  return null;
end
$$;
create trigger feed after insert or update or delete on sync.journal for each row execute function sync.on_journal();

revoke all on all functions in schema sync from public;
