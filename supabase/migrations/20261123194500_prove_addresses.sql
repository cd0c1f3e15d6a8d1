-- What comes by an address follows its proof, and the account learns what waits for it.

create or replace function sync.on_user_changed() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if lower(old.email) is distinct from lower(new.email) then
    update public.user_subscriptions set email = lower(new.email)
      where user_id = new.id and new.email is not null
        and not exists (select from public.user_subscriptions o where lower(o.email) = lower(new.email) and o.user_id
          is distinct from new.id);
  end if;
  -- A row without a plan gives way to the plan that was bought for the proven address.
  if new.email_confirmed_at is not null then
    delete from public.user_subscriptions own
      where own.user_id = new.id and own.subscription_id is null and own.granted_plan is null
        and not (own.has_pro_plan or own.has_premium_plan)
        and exists (select from public.user_subscriptions o where lower(o.email) = lower(new.email)
          and o.user_id is null);
  end if;
  if not exists (select from public.user_subscriptions where user_id = new.id) then
    perform sync.claim_subscription(new.id, new.email, new.email_confirmed_at is not null);
  end if;
  if old.email_confirmed_at is null and new.email_confirmed_at is not null then
    update public.admin_users set user_id = new.id where email = lower(new.email) and user_id is null;
  end if;
  return null;
end
$$;

-- Rule: administration rights and plans that come by the address wait until it is proven (email_confirmed_at). The account
-- learns what waits, so that it knows why it has no rights yet.
create function public.my_address() returns json
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
    'plan_waits', exists (select from public.user_subscriptions s
      where lower(s.email) = lower(v_user.email) and s.user_id is null and (s.has_pro_plan or s.has_premium_plan)));
end
$$;
comment on function public.my_address is
  'The caller''s e-mail address {email, proven, admin_waits, plan_waits}: what waits for the proof of the address.';

revoke all on function public.my_address() from public, anon;

grant execute on function public.my_address() to authenticated;
