create table public.consents (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.profiles (id) on delete cascade,
  document text not null check (document in ('terms', 'privacy', 'refund', 'age')),
  version text not null check (version ~ '^\d{4}-\d\d-\d\d$'),
  occasion text not null check (occasion in ('registration', 'purchase', 'upgrade')),
  given_at timestamptz not null default now()
);
comment on table public.consents is 'Consents of accounts: which version of which text, when and on which occasion.';
create unique index consents_once on public.consents (user_id, document, version, occasion);
create index consents_by_user on public.consents (user_id, given_at);
alter table public.consents enable row level security;
create policy "owners and administrators read consents" on public.consents for select to authenticated
  using (user_id = (select auth.uid()) or (select public.is_admin()));
grant select on public.consents to authenticated;
grant select on public.consents to service_role;

create function sync.keep_consents() returns trigger language plpgsql set search_path = '' as $$
begin
  raise insufficient_privilege using message = 'consents are append-only';
end
$$;
comment on function sync.keep_consents is 'Rejects every change of a consent.';
create trigger keep before update on public.consents for each row execute function sync.keep_consents();

create function sync.on_consents() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform sync.touch('profiles', new.user_id::text, 'account:' || new.user_id);
  return null;
end
$$;
comment on function sync.on_consents is 'Publishes the profile of an account that gave a consent.';
create trigger feed after insert on public.consents for each row execute function sync.on_consents();

create function sync.store_consents(p_user uuid, p_occasion text, p_versions jsonb) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_known int;
begin
  if jsonb_typeof(p_versions) is distinct from 'object' then return 0; end if;
  insert into public.consents (user_id, document, version, occasion)
    select p_user, v.key, v.value, p_occasion from jsonb_each_text(p_versions) v
    where sync.legal_texts() -> v.key ? v.value
    on conflict do nothing;
  select count(*) into v_known from jsonb_each_text(p_versions) v where sync.legal_texts() -> v.key ? v.value;
  return v_known;
end
$$;
comment on function sync.store_consents is 'Stores the consents of an account, each version once per occasion; returns how many versions were published ones.';

create function public.give_consents(p_occasion text, p_versions jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if (select auth.uid()) is null then raise insufficient_privilege using message = 'an account consents itself'; end if;
  perform sync.require_option('p_occasion', p_occasion, '{purchase,upgrade}');
  if not p_versions ?& '{terms,privacy,refund}' or sync.store_consents((select auth.uid()), p_occasion,
    p_versions - 'age') < 3 then perform sync.refuse('bad_argument', 'p_versions'); end if;
end
$$;
comment on function public.give_consents is
  'Stores the three consents that the caller gives before a purchase or an upgrade.';

grant execute on function public.give_consents(text, jsonb) to authenticated;
