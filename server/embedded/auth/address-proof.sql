-- Proof of e-mail addresses. lite marks an address as confirmed when somebody registers it, which proves nothing.
-- Rule: `email_confirmed_at` stays empty until a link that was sent to the address is opened. lite then takes the account
-- as confirmed by `phone_confirmed_at`, so that a password signs in at once.

do $$
begin
  if to_regclass('embedded.address_links') is null then
    -- The last link that a session of the account requested for its own address.
    create table embedded.address_links (
      user_id uuid primary key references auth.users (id) on delete cascade,
      token_hash text not null
    );
    -- Accounts of an earlier version count as unproven; administrators keep the rights that they have.
    create temporary table proven on commit drop as select null::uuid as user_id;
    if to_regclass('public.admin_users') is not null then
      execute 'insert into proven select user_id from public.admin_users where user_id is not null';
    end if;
    update auth.users u set phone_confirmed_at = coalesce(u.phone_confirmed_at, u.email_confirmed_at),
        email_confirmed_at = null
      where u.email_confirmed_at is not null and not exists (select from proven p where p.user_id = u.id);
    drop table proven;
  end if;
end
$$;

create or replace function embedded.register_unproven() returns trigger language plpgsql as $$
begin
  new.phone_confirmed_at := coalesce(new.phone_confirmed_at, new.email_confirmed_at);
  new.email_confirmed_at := null;
  return new;
end
$$;

create or replace trigger register_unproven before insert on auth.users for each row
  execute function embedded.register_unproven();
