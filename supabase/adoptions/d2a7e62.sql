-- Prepares a database of commit d2a7e62 for the baseline. The 23 migrations of that version and the baseline have the same tables; the
-- functions, policies, triggers and comments differ. This script drops those, and the baseline creates them again (migrate.ts).
-- Rule: no table that holds data is dropped.

drop view public.users;

do $$
declare
  v_row record;
begin
  for v_row in
    select policyname, schemaname, tablename from pg_policies
    where schemaname in ('public', 'sync', 'billing')
      or (schemaname = 'storage' and policyname in ('everyone sees the buckets', 'accounts read films their plan covers',
        'subscribers read files of their courses', 'everyone reads pictures', 'administrators read files',
        'administrators add files', 'administrators replace files', 'administrators remove files'))
      or (schemaname = 'realtime' and policyname = 'followers of a scope hear its pokes')
  loop
    execute format('drop policy %I on %I.%I', v_row.policyname, v_row.schemaname, v_row.tablename);
  end loop;

  for v_row in
    select t.tgname, t.tgrelid::regclass::text as relation
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where not t.tgisinternal and p.pronamespace = 'sync'::regnamespace
  loop
    execute format('drop trigger %I on %s', v_row.tgname, v_row.relation);
  end loop;

  -- sync.valid_options stays, because a check constraint of public.test_questions uses it; the baseline replaces its text.
  for v_row in
    select p.oid::regprocedure::text as signature from pg_proc p
    where p.pronamespace in ('sync'::regnamespace, 'billing'::regnamespace) and p.proname <> 'valid_options'
      or p.pronamespace = 'public'::regnamespace and p.proname in ('is_admin', 'is_super_admin', 'has_plan', 'sync_users',
        'billing_begin', 'billing_apply', 'billing_account', 'billing_history', 'billing_orphans', 'billing_test_read',
        'billing_test_save', 'register_for_event', 'unregister_from_event', 'track_video_watched', 'get_user_achievements',
        'update_achievement_progress', 'update_certificate_progress', 'track_test_completed', 'server_time', 'sync_pull',
        'sync_push', 'request_account_deletion', 'withdraw_account_deletion', 'accounts_to_erase', 'erase_account',
        'my_sessions', 'note_device', 'end_session')
  loop
    execute 'drop function ' || v_row.signature;
  end loop;
end
$$;

-- Replaced by sync.push_item.
drop type sync.passage;

-- Always empty between transactions. The baseline creates it with the columns scope and command.
drop table sync.dirty;
