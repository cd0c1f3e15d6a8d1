-- Confirmation of e-mail addresses. lite, the auth service, sets `email_confirmed_at` at registration, before anybody has
-- opened a link.
-- Rule: `email_confirmed_at` is null until somebody opens a link that was sent to the address. `phone_confirmed_at` takes
-- its place for lite, which lets only confirmed accounts sign in with a password.

do $$
begin
  if to_regclass('embedded.address_links') is null then
    -- The last link that a session of the account requested for its own address.
    create table embedded.address_links (
      user_id uuid primary key references auth.users (id) on delete cascade,
      token_hash text not null
    );
    -- Accounts from before this table must confirm their address again, except administrators, who keep their rights.
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
