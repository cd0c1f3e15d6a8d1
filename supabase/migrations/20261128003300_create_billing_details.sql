create table public.billing_details (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  name text not null
    check (btrim(name) <> '' and char_length(name) <= (sync.company_lengths() ->> 'name')::int),
  company_id text not null check (company_id ~ '^(\d{9}|\d{13}|)$'),
  vat_number text not null check (vat_number ~ '^([A-Z]{2}[0-9A-Z+*]{2,18}|)$'),
  address text not null
    check (btrim(address) <> '' and char_length(address) <= (sync.company_lengths() ->> 'address')::int),
  updated_at timestamptz not null default now(),
  check (company_id <> '' or vat_number <> '')
);
comment on table public.billing_details is 'The company on the invoices of an account: name, ЕИК, VAT number, address.';
create trigger a_clean before insert or update on public.billing_details for each row execute function sync.clean_row();
alter table public.billing_details enable row level security;
create policy "owners and administrators read companies" on public.billing_details for select to authenticated
  using (user_id = (select auth.uid()) or (select public.is_admin()));
grant select on public.billing_details to authenticated;
grant all on public.billing_details to service_role;

create function sync.on_billing_details() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_user constant text := coalesce(new.user_id, old.user_id)::text;
begin
  perform sync.touch('profiles', v_user, 'account:' || v_user);
  return null;
end
$$;
comment on function sync.on_billing_details is 'Publishes the profile whose company changed.';
create trigger feed after insert or update or delete on public.billing_details for each row
  execute function sync.on_billing_details();

create function billing.company_of(p_user uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('name', d.name, 'company_id', d.company_id, 'vat_number', d.vat_number,
    'address', d.address) from public.billing_details d where d.user_id = p_user
$$;
comment on function billing.company_of is 'The company on the invoices of an account, or null.';

create function billing.set_buyer() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.buyer := coalesce(new.buyer, billing.company_of(new.user_id));
  return new;
end
$$;
comment on function billing.set_buyer is 'Writes the company of the account on a new invoice.';
create trigger set_buyer before insert on public.payments for each row execute function billing.set_buyer();

create function public.billing_company_save(p_user uuid, p_company jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if p_company is null or p_company = 'null' then
    delete from public.billing_details where user_id = p_user;
    return null;
  end if;
  insert into public.billing_details as d (user_id, name, company_id, vat_number, address)
    values (p_user, p_company ->> 'name', p_company ->> 'company_id', p_company ->> 'vat_number',
      p_company ->> 'address')
    on conflict (user_id) do update set name = excluded.name, company_id = excluded.company_id,
      vat_number = excluded.vat_number, address = excluded.address, updated_at = now();
  update public.payments set buyer = billing.company_of(p_user) where user_id = p_user and buyer is null;
  return billing.company_of(p_user);
end
$$;
comment on function public.billing_company_save is
  'Stores or removes the company of an account; invoices without a company get it. Returns what is stored.';

grant execute on function public.billing_company_save(uuid, jsonb) to service_role;
