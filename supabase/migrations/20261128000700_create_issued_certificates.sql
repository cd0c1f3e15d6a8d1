create table public.certificate_keys (
  id text primary key check (id ~ '^[A-Za-z0-9_-]{8,64}$'),
  algorithm text not null check (algorithm in ('EdDSA', 'RS256')),
  public_jwk jsonb not null check (jsonb_typeof(public_jwk) = 'object' and not public_jwk ? 'd'),
  created_at timestamptz not null default now()
);
comment on table public.certificate_keys is 'Every public key that ever signed a certificate.';
alter table public.certificate_keys enable row level security;
grant all on public.certificate_keys to service_role;

create function sync.new_serial() returns text language plpgsql volatile set search_path = '' as $$
declare
  v_random constant bytea := sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
  v_text text := '';
begin
  for v_at in 0..15 loop
    if v_at in (4, 8, 12) then v_text := v_text || '-'; end if;
    v_text := v_text || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (get_byte(v_random, v_at) & 31) + 1, 1);
  end loop;
  return v_text;
end
$$;
comment on function sync.new_serial is 'Makes a serial of a certificate: four groups of four characters.';

create table public.issued_certificates (
  serial text primary key default sync.new_serial()
    check (serial ~ '^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$'),
  user_id uuid references public.profiles (id) on delete set null,
  certificate_id uuid references public.certificates (id) on delete set null,
  name text not null check (char_length(name) <= 120),
  title text not null check (char_length(title) <= 300),
  issued_at timestamptz not null,
  status_index bigint generated always as identity (minvalue 0 start with 0) unique,
  seal text check (char_length(seal) <= 4096),
  credential text check (char_length(credential) <= 16384),
  signed_at timestamptz,
  key_id text references public.certificate_keys (id),
  revoked_at timestamptz,
  reason text check (char_length(reason) <= 500),
  created_at timestamptz not null default now(),
  check ((signed_at is null) = (seal is null and credential is null and key_id is null)),
  check ((revoked_at is null) = (reason is null))
);
comment on table public.issued_certificates is
  'A certificate as it was issued to a person, with its signatures and its revocation.';
create index issued_certificates_by_user on public.issued_certificates (user_id, certificate_id);
create unique index issued_certificates_one_valid on public.issued_certificates (user_id, certificate_id)
  where revoked_at is null;
create index issued_certificates_by_certificate on public.issued_certificates (certificate_id);
create index issued_certificates_by_key on public.issued_certificates (key_id);
create index issued_certificates_unsigned on public.issued_certificates (status_index)
  where signed_at is null and revoked_at is null;
alter table public.issued_certificates enable row level security;
create policy "owners and administrators read issued certificates" on public.issued_certificates for select
  to authenticated
  using (user_id = (select auth.uid()) or (select public.is_admin()));
grant select on public.issued_certificates to authenticated;
grant all on public.issued_certificates to service_role;

create function sync.erase_issued_certificate() returns trigger language plpgsql set search_path = '' as $$
begin
  new.name := '';
  new.seal := null;
  new.credential := null;
  new.signed_at := null;
  new.key_id := null;
  new.revoked_at := coalesce(new.revoked_at, now());
  new.reason := 'erased';
  return new;
end
$$;
comment on function sync.erase_issued_certificate is
  'Revokes the certificates of an erased account and removes the name from them.';
create trigger erase before update on public.issued_certificates for each row
  when (old.user_id is not null and new.user_id is null) execute function sync.erase_issued_certificate();

create function sync.on_issued_certificates() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform sync.touch('certificate_progress', new.certificate_id::text, 'account:' || new.user_id);
  if tg_op = 'INSERT' then perform pg_notify('certificates', ''); end if;
  return null;
end
$$;
comment on function sync.on_issued_certificates is
  'Publishes the serial and the seal with the certificate progress of the account, and wakes the signer.';
create trigger feed after insert or update on public.issued_certificates for each row
  when (new.user_id is not null and new.certificate_id is not null) execute function sync.on_issued_certificates();

create function sync.issue_certificates(p_user uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into public.issued_certificates (user_id, certificate_id, name, title, issued_at)
    select u.user_id, u.certificate_id, btrim(p.full_name), u.drawing ->> 'title', coalesce(u.completed_at, now())
    from public.user_certificates u
    join public.profiles p on p.id = u.user_id and btrim(p.full_name) <> ''
    where u.user_id = p_user and u.completed and not exists (select from public.issued_certificates i
      where i.user_id = u.user_id and i.certificate_id = u.certificate_id)
    order by u.completed_at, u.certificate_id
    on conflict do nothing;
end
$$;
comment on function sync.issue_certificates is 'Issues what an account has earned and does not have yet.';

create function sync.on_certificate_earned() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform sync.issue_certificates(new.user_id);
  return null;
end
$$;
comment on function sync.on_certificate_earned is 'Issues a certificate when it is earned.';
create trigger issue after insert or update of completed on public.user_certificates for each row
  when (new.completed) execute function sync.on_certificate_earned();

create function sync.on_profile_name() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform sync.issue_certificates(new.id);
  return null;
end
$$;
comment on function sync.on_profile_name is 'Issues the certificates that waited for a name.';
create trigger issue after update of full_name on public.profiles for each row
  when (btrim(new.full_name) <> '' and btrim(new.full_name) is distinct from btrim(old.full_name))
  execute function sync.on_profile_name();

create function public.reissue_certificate(p_certificate_id uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_user constant uuid := (select auth.uid());
  v_name text; v_old public.issued_certificates; v_serial text;
begin
  perform sync.lock_user(v_user);
  select btrim(full_name) into v_name from public.profiles where id = v_user;
  select * into v_old from public.issued_certificates
    where user_id = v_user and certificate_id = p_certificate_id and revoked_at is null;
  if not found then perform sync.reject('not_found'); end if;
  if coalesce(v_name, '') in ('', v_old.name) then return v_old.serial; end if;
  if (select count(*) from public.issued_certificates where user_id = v_user and certificate_id = p_certificate_id
    and reason = 'renamed' and revoked_at > now() - interval '1 year') >= 3 then perform sync.reject('too_many'); end if;
  update public.issued_certificates set revoked_at = now(), reason = 'renamed' where serial = v_old.serial;
  insert into public.issued_certificates (user_id, certificate_id, name, title, issued_at)
    values (v_user, p_certificate_id, v_name, v_old.title, v_old.issued_at) returning serial into v_serial;
  return v_serial;
end
$$;
comment on function public.reissue_certificate is
  'Issues an earned certificate again with the name of the profile and revokes the old document, at most three times a year. Returns the valid serial; rejects with not_found or too_many.';

create function public.revoke_certificate(p_serial text, p_reason text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not public.is_admin() then raise insufficient_privilege using message = 'administrators revoke certificates'; end if;
  if btrim(coalesce(p_reason, '')) = '' then perform sync.reject('reason_needed'); end if;
  update public.issued_certificates set revoked_at = now(), reason = left(btrim(p_reason), 500)
    where serial = upper(p_serial) and revoked_at is null;
  return found;
end
$$;
comment on function public.revoke_certificate is
  'Revokes a certificate; returns false if there is no valid one with this serial. Only for administrators.';

create function public.certificates_to_sign() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select coalesce(jsonb_agg(jsonb_build_object('serial', d.serial, 'name', d.name, 'title', d.title, 'description', d.description,
      'issued_at', sync.iso(d.issued_at), 'date', to_char(d.issued_at at time zone 'Europe/Sofia', 'YYYY-MM-DD'),
      'status_index', d.status_index, 'email', d.email) order by d.status_index), '[]')
    from (
      select i.*, u.email, p.drawing ->> 'description' as description from public.issued_certificates i
        join auth.users u on u.id = i.user_id
        left join public.user_certificates p on p.user_id = i.user_id and p.certificate_id = i.certificate_id
        where i.signed_at is null and i.revoked_at is null order by i.status_index limit 100) as d);
end
$$;
comment on function public.certificates_to_sign is 'Returns the oldest hundred certificates without signatures.';

create function public.sign_certificate(p_serial text, p_seal text, p_credential text, p_key_id text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.issued_certificates
    set seal = p_seal, credential = p_credential, key_id = p_key_id, signed_at = now()
    where serial = p_serial and signed_at is null and revoked_at is null and user_id is not null;
  return found;
end
$$;
comment on function public.sign_certificate is
  'Stores the signatures of a certificate; returns false if it is signed or revoked already.';

create function public.add_certificate_keys(p_keys jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into public.certificate_keys (id, algorithm, public_jwk)
    select k ->> 'kid', k ->> 'alg', k from jsonb_array_elements(p_keys) as k on conflict do nothing;
end
$$;
comment on function public.add_certificate_keys is 'Records public keys (JWK with kid and alg); known ones stay.';

create function public.certificate_key_set() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select coalesce(jsonb_agg(public_jwk order by created_at, id), '[]') from public.certificate_keys);
end
$$;
comment on function public.certificate_key_set is 'Returns every public key as a JWK, the oldest first.';

create function public.issued_certificate(p_serial text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select case
      when i.revoked_at is not null then
        jsonb_build_object('serial', i.serial, 'status', 'revoked', 'revoked_at', sync.iso(i.revoked_at))
      else jsonb_build_object('serial', i.serial, 'status', 'valid', 'name', i.name, 'title', i.title,
        'date', to_char(i.issued_at at time zone 'Europe/Sofia', 'YYYY-MM-DD'), 'seal', i.seal,
        'credential', i.credential) end
    from public.issued_certificates i where i.serial = p_serial and i.user_id is not null);
end
$$;
comment on function public.issued_certificate is
  'Returns what the public may know of one serial; null for an unknown one and for that of an erased account.';

create function public.revoked_certificate_indexes() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select coalesce(jsonb_agg(status_index order by status_index), '[]')
    from public.issued_certificates where revoked_at is not null);
end
$$;
comment on function public.revoked_certificate_indexes is
  'Returns the places of revoked certificates in the status list.';

grant execute on function public.revoke_certificate(text, text), public.reissue_certificate(uuid) to authenticated;

grant execute on function public.certificates_to_sign(), public.sign_certificate(text, text, text, text),
  public.add_certificate_keys(jsonb), public.certificate_key_set(), public.issued_certificate(text),
  public.revoked_certificate_indexes() to service_role;
