-- An issued certificate wakes the signer at commit, so that its PDF has a QR code and a seal within a second and not within a minute.

create or replace function sync.on_issued_certificates() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform sync.touch('certificate_progress', new.certificate_id::text, 'account:' || new.user_id);
  -- Signers that cannot listen to this database look for unsigned rows every few seconds.
  if tg_op = 'INSERT' then perform pg_notify('certificates', ''); end if;
  return null;
end
$$;
comment on function sync.on_issued_certificates is
  'Publishes the serial and the seal with the certificate progress of the account, and wakes the signer.';
