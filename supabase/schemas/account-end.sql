-- Deletion of accounts: requested right after a sign-in with the password; the learner can cancel it for 30 days.
-- Rule: only the server sets profiles.deleted_at, and an account is never erased before its grace period ends.

create function sync.account_deletion_grace() returns interval language sql immutable set search_path = '' as $$
  select make_interval(days => sync.account_grace_days())
$$;
comment on function sync.account_deletion_grace is 'The time between the request to delete an account and its erasure.';

-- If the token has an `amr` claim, it must list the method `password`. Tokens without one are from before the claim: only the
-- age of the session is checked.
create function sync.is_freshly_signed_in() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_claims constant jsonb := auth.jwt();
begin
  return exists (
      select from auth.sessions s where s.id = sync.uuid_or_null(v_claims ->> 'session_id') and s.user_id = auth.uid()
        and s.created_at > now() - interval '5 minutes')
    and case when jsonb_typeof(v_claims -> 'amr') = 'array' then v_claims -> 'amr' @> '[{"method": "password"}]'
      else true end;
end
$$;
comment on function sync.is_freshly_signed_in is
  'Returns whether the caller''s session began at most five minutes ago with the password.';

-- Takes effect at once: comments no longer show the learner's name, and devices get no push messages. The subscription
-- is cancelled at the end of its period (billing_orphans). A second request keeps the date of the first.
create function public.request_account_deletion() returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_user constant uuid := auth.uid();
  v_at timestamptz;
begin
  if v_user is null then raise insufficient_privilege using message = 'an account deletes itself'; end if;
  -- Rule: an administrator must give up the rights first; otherwise the academy could end up without one.
  if sync.is_administrator(v_user) then raise exception 'administrator' using errcode = 'P0001'; end if;
  if not sync.is_freshly_signed_in() then raise exception 'password_needed' using errcode = 'P0001'; end if;
  perform sync.lock_user(v_user);
  update public.profiles set deleted_at = coalesce(deleted_at, now()) where id = v_user returning deleted_at into v_at;
  if not found then raise exception 'not_found' using errcode = 'P0001'; end if;
  delete from public.user_push_tokens where user_id = v_user;
  delete from public.push_devices where user_id = v_user;
  return sync.iso(v_at + sync.account_deletion_grace());
end
$$;
comment on function public.request_account_deletion is
  'Marks the caller''s account for deletion and returns the date of erasure; raises password_needed or administrator.';

create function public.withdraw_account_deletion() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if auth.uid() is null then raise insufficient_privilege using message = 'an account keeps itself'; end if;
  perform sync.lock_user(auth.uid());
  update public.profiles set deleted_at = null where id = auth.uid() and deleted_at is not null;
end
$$;
comment on function public.withdraw_account_deletion is 'Cancels the request to delete the caller''s account.';

-- ── Functions that the account-erasure job calls (service_role only) ──

create function public.accounts_to_erase() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select coalesce(jsonb_agg(due.id), '[]') from (
    select id from public.profiles where deleted_at <= now() - sync.account_deletion_grace()
      order by deleted_at limit 100) as due);
end
$$;
comment on function public.accounts_to_erase is
  'Returns the ids of accounts whose grace period ended, at most the oldest hundred.';

-- Deleting the row of auth.users removes all personal data (foreign keys, the feed). Payments stay without a name, as
-- the law demands. A subscription keeps the account's id, so that whoever registers the address next does not inherit
-- the subscription.
create function public.erase_account(p_user uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_email text;
begin
  perform sync.lock_user(p_user);
  -- Nobody erases what another person sent: only a confirmed address is the account's.
  select case when u.email_confirmed_at is not null then lower(u.email) end into v_email
    from auth.users u join public.profiles p on p.id = u.id
    where u.id = p_user and p.deleted_at <= now() - sync.account_deletion_grace()
      and not exists (select from public.admin_users a where a.user_id = u.id);
  if not found then return false; end if;
  delete from public.demo_requests where user_id = p_user or lower(email) = v_email;
  delete from public.contact_requests where user_id = p_user or lower(email) = v_email;
  delete from public.store_launch_notifications where lower(email) = v_email;
  update public.payments set email = 'erased', buyer = null where user_id = p_user;
  update billing.subscriptions set email = 'erased' where user_id = p_user;
  update billing.test_objects set version = version + 1, body = body || '{"email": "erased"}' where owner = p_user
    and body ? 'email';
  begin
    delete from auth.audit_log_entries where payload::jsonb ->> 'actor_id' = p_user::text;
  -- On some hosts the owner has no right to delete these rows; the auth service purges old ones itself.
  exception when others then null;
  end;
  delete from auth.users where id = p_user;
  return true;
end
$$;
comment on function public.erase_account is
  'Removes an account whose grace period ended; returns false for any other account.';

grant execute on function public.request_account_deletion(), public.withdraw_account_deletion() to authenticated;

grant execute on function public.accounts_to_erase(), public.erase_account(uuid) to service_role;
