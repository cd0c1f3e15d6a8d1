-- Certificates that were earned before the server dated them were issued with the date that a device had reported. Their
-- accounts already show the server's own date, so the issued documents get it too.

-- An unsigned document is corrected.
update public.issued_certificates i set issued_at = u.completed_at
  from public.user_certificates u
  where u.user_id = i.user_id and u.certificate_id = i.certificate_id
    and i.signed_at is null and i.revoked_at is null and i.issued_at <> u.completed_at;

-- The signatures of a signed one cover its date, so it is replaced.
with wrong as (
  update public.issued_certificates i set revoked_at = now(), reason = 'redated'
    from public.user_certificates u
    where u.user_id = i.user_id and u.certificate_id = i.certificate_id
      and i.signed_at is not null and i.revoked_at is null and i.issued_at <> u.completed_at
    returning i.user_id, i.certificate_id, i.name, i.title, u.completed_at
)
insert into public.issued_certificates (user_id, certificate_id, name, title, issued_at)
  select user_id, certificate_id, name, title, completed_at from wrong order by completed_at, certificate_id;
