-- A plan that was paid elsewhere for an address comes with the proof also to an account that registered before the payment.

create or replace function public.my_address() returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  v_user auth.users;
begin
  select * into v_user from auth.users where id = (select auth.uid());
  if v_user.id is null then return null; end if;
  return json_build_object(
    'email', v_user.email,
    'proven', v_user.email_confirmed_at is not null,
    'admin_waits', exists (select from public.admin_users a
      where a.email = lower(v_user.email) and a.user_id is null),
    -- Paid before the registration, or after it: then the account has the plan row of the address already.
    'plan_waits', exists (select from public.user_subscriptions s
      where lower(s.email) = lower(v_user.email) and s.user_id is null and (s.has_pro_plan or s.has_premium_plan))
      or (v_user.email_confirmed_at is null and exists (select from billing.subscriptions s
        where lower(s.email) = lower(v_user.email) and s.user_id is null and billing.is_entitled(s.status))));
end
$$;

create function billing.claim_purchases() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update billing.subscriptions set user_id = new.id where user_id is null and lower(email) = lower(new.email);
  if found then perform billing.entitle(new.id, new.email); end if;
  return null;
end
$$;
comment on function billing.claim_purchases is
  'Gives an account the subscriptions that were bought elsewhere for its address, as soon as the address is proven.';
-- The name sorts after on_user_changed, which gives the account the plan row of the address.
create trigger own_purchases after update of email, email_confirmed_at on auth.users for each row
  when (new.email_confirmed_at is not null
    and (old.email is distinct from new.email or old.email_confirmed_at is null))
  execute function billing.claim_purchases();

revoke all on function billing.claim_purchases() from public;

-- Addresses that were proven before this migration.
do $migration$
declare
  v_owner record;
begin
  for v_owner in
    select distinct u.id, u.email from auth.users u join billing.subscriptions s
      on s.user_id is null and lower(s.email) = lower(u.email) where u.email_confirmed_at is not null
  loop
    update billing.subscriptions set user_id = v_owner.id where user_id is null and lower(email) = lower(v_owner.email);
    perform billing.entitle(v_owner.id, v_owner.email);
  end loop;
end
$migration$;
