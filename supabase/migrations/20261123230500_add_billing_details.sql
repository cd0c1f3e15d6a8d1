-- Invoices for companies: the company of an account, and the one that each invoice was made out to.

alter table public.payments add column buyer jsonb;


create table public.billing_details (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  -- COMPANY_LENGTHS
  name text not null check (btrim(name) <> '' and char_length(name) <= 200),
  company_id text not null check (company_id ~ '^(\d{9}|\d{13}|)$'),
  vat_number text not null check (vat_number ~ '^([A-Z]{2}[0-9A-Z+*]{2,18}|)$'),
  address text not null check (btrim(address) <> '' and char_length(address) <= 400),
  updated_at timestamptz not null default now(),
  check (company_id <> '' or vat_number <> '')
);
comment on table public.billing_details is 'The company on the invoices of an account: name, ЕИК, VAT number, address.';
alter table public.billing_details enable row level security;
create policy "an account reads its own company" on public.billing_details for select to authenticated
  using (user_id = (select auth.uid()));
comment on policy "an account reads its own company" on public.billing_details is
  'The row of an account is readable only by that account.';
create policy "administrators read companies" on public.billing_details for select to authenticated
  using ((select public.is_admin()));
comment on policy "administrators read companies" on public.billing_details is 'Administrators may read every row.';
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
  -- The first details also belong on the invoices before them, which were made out to nobody.
  update public.payments set buyer = billing.company_of(p_user) where user_id = p_user and buyer is null;
  return billing.company_of(p_user);
end
$$;
comment on function public.billing_company_save is
  'Stores or removes the company of an account; invoices without a company get it. Returns what is stored.';

revoke all on all functions in schema sync from public;
revoke all on all functions in schema billing from public;
revoke all on function public.billing_company_save(uuid, jsonb) from public, anon, authenticated;
grant execute on function public.billing_company_save(uuid, jsonb) to service_role;

create or replace function public.billing_account(p_user uuid, p_email text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object('id', u.id, 'email', lower(u.email),
      'is_admin', exists (select from public.admin_users a where a.user_id = u.id),
      'has_pro_plan', coalesce(p.has_pro_plan, false), 'has_premium_plan', coalesce(p.has_premium_plan, false),
        'paid_plan', p.paid_plan, 'granted_plan', case when p.granted_until is null or p.granted_until > now()
        then p.granted_plan end, 'granted_until', sync.iso(p.granted_until), 'status', p.status,
      'billing_period', p.billing_period, 'current_period_end', sync.iso(p.current_period_end), 'trial_ends_at',
        sync.iso(p.trial_ends_at),
      'cancel_at_period_end', coalesce(p.cancel_at_period_end, false),
      'trial_used', exists (select from billing.trials t where t.address_digest = billing.address_digest(u.email)),
      'company', billing.company_of(u.id),
      'subscription', (
        select jsonb_build_object('id', s.id, 'provider', s.provider, 'customer_id', s.customer_id, 'plan', s.plan,
          'period', s.period,
          'status', s.status, 'runs', billing.is_entitled(s.status))
        from billing.subscriptions s where s.user_id = u.id
        order by billing.is_entitled(s.status) desc, s.started_at desc, s.id desc limit 1))
    from auth.users u left join public.user_subscriptions p on p.user_id = u.id
    where u.id = p_user or (p_user is null and lower(u.email) = lower(p_email)) limit 1);
end
$$;
comment on function public.billing_account is
  'Returns the account of a token or address with its plan and its running (or last) subscription.';

create or replace function public.billing_history(p_user uuid, p_limit int, p_offset int) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return jsonb_build_object(
    'total_count', (select count(*) from public.payments where user_id = p_user),
    'payments', (
      select coalesce(jsonb_agg(to_jsonb(page) order by page.created_at desc, page.id), '[]') from (
        select id, invoice_id, number, status, amount, amount_due, refunded, currency,
          sync.iso(created_at) as created_at, sync.iso(period_start) as period_start,
          sync.iso(period_end) as period_end, hosted_invoice_url, invoice_pdf, subscription_id, email, description,
            plan_type, buyer
        from public.payments where user_id = p_user order by public.payments.created_at desc,
          id limit least(p_limit, 100) offset p_offset) as page));
end
$$;
comment on function public.billing_history is 'Returns a page of the invoices of an account, newest first.';

create or replace function sync.project_scoped(p_kind text, p_scopes text[], p_ids text[])
  returns table (scope text, row_id text, body json)
language plpgsql stable security definer set search_path = '' as $$
begin
  case p_kind
    when 'notifications' then
      return query select q.scope, n.id::text, json_build_object('id', n.id, 'title', n.title, 'message', n.message,
        'type', n.type, 'topic', n.topic, 'link', n.link,
          'is_read', n.is_read, 'created_at', sync.iso(n.created_at))
        from unnest(p_scopes, p_ids) as q (scope, id),
          lateral (select * from public.notifications k where k.id = q.id::uuid limit 1) n
        where 'account:' || n.user_id = q.scope;
    when 'subscriptions' then
      return query select 'account:' || s.user_id, s.user_id::text,
        json_build_object('id', s.user_id, 'has_pro_plan', s.has_pro_plan,
          'has_premium_plan', s.has_premium_plan, 'subscription_id', s.subscription_id, 'status', s.status,
            'billing_period', s.billing_period,
          'current_period_end', sync.iso(s.current_period_end), 'trial_ends_at', sync.iso(s.trial_ends_at),
          'cancel_at_period_end', s.cancel_at_period_end, 'paid_plan', s.paid_plan,
          'granted_plan', case when s.granted_until is null or s.granted_until > now() then s.granted_plan end,
          'granted_until', sync.iso(s.granted_until),
          'trial_used', exists (
            select from billing.trials t where t.address_digest = billing.address_digest(s.email)),
          'created_at', sync.iso(s.created_at), 'updated_at', sync.iso(s.updated_at))
        from public.user_subscriptions s where s.user_id = any (p_ids::uuid[]);
    when 'profiles' then
      return query select 'account:' || p.id, p.id::text,
        json_build_object('id', p.id, 'full_name', p.full_name, 'avatar_url', p.avatar_url,
          'bio', p.bio, 'job_title', p.job_title, 'location', p.location, 'website', p.website,
          'is_admin', a.email is not null, 'is_super_admin', coalesce(a.is_super_admin, false), 'deleted_at',
            sync.iso(p.deleted_at), 'muted', to_json(p.muted),
          'consents', (select coalesce(json_agg(json_build_object('document', c.document, 'version', c.version,
              'occasion', c.occasion, 'given_at', sync.iso(c.given_at)) order by c.given_at, c.id), '[]')
            from public.consents c where c.user_id = p.id),
          'company', billing.company_of(p.id))
        from public.profiles p left join public.admin_users a on a.user_id = p.id where p.id = any (p_ids::uuid[]);
    when 'streaks' then
      return query select 'account:' || s.user_id, s.user_id::text,
        json_build_object('id', s.user_id, 'current_streak', s.current_streak,
          'longest_streak', s.longest_streak, 'last_active', s.last_active)
        from public.user_streaks s where s.user_id = any (p_ids::uuid[]);
    when 'event_links' then
      return query select q.scope, e.id::text, json_build_object('id', e.id, 'join_url', e.join_url)
        from unnest(p_scopes, p_ids) as q (scope, id),
          lateral (select * from public.events k where k.id = q.id::uuid limit 1) e
        where e.join_url is not null and e.status = 'active' and e.deleted_at is null
          and exists (select from public.event_registrations r where r.event_id = e.id
            and r.user_id = substr(q.scope, 9)::uuid and r.status <> 'cancelled');
    when 'achievement_progress' then
      return query select q.scope, a.achievement_id,
        json_build_object('id', a.achievement_id, 'current_value', a.current_value,
          'completed', a.completed, 'completed_at', sync.iso(a.completed_at))
        from unnest(p_scopes, p_ids) as q (scope, id), lateral (
          select * from public.user_achievements k where k.user_id = substr(q.scope, 9)::uuid
            and k.achievement_id = q.id limit 1) a;
    when 'certificate_progress' then
      return query select q.scope, c.certificate_id::text,
        json_build_object('id', c.certificate_id, 'completed_requirements', c.completed_requirements,
          'progress_percentage', c.progress_percentage, 'completed', c.completed, 'completed_at',
            sync.iso(c.completed_at), 'serial', i.serial, 'issued_name', i.name, 'seal', i.seal, 'credential',
            i.credential, 'revoked_at', sync.iso(i.revoked_at))
        from unnest(p_scopes, p_ids) as q (scope, id)
        cross join lateral (
          select * from public.user_certificates k where k.user_id = substr(q.scope, 9)::uuid
            and k.certificate_id = q.id::uuid limit 1) c
        left join lateral (
          select * from public.issued_certificates k where k.user_id = c.user_id
            and k.certificate_id = c.certificate_id order by k.status_index desc limit 1) i on true;
    when 'results' then
      return query select q.scope, r.id::text, json_build_object('id', r.id, 'test_id', r.test_id, 'score', r.score,
        'passed', r.passed,
          'time_spent', r.time_spent, 'completed_at', sync.iso(r.completed_at), 'review', r.review,
          'counts', sync.counts_for_certificate(r.id))
        from unnest(p_scopes, p_ids) as q (scope, id),
          lateral (select * from public.test_results k where k.id = q.id::uuid limit 1) r
        where 'account:' || r.user_id = q.scope;
    when 'comments' then
      return query select q.scope, c.id::text, json_build_object('id', c.id, 'video_id', c.video_id, 'user_id',
        c.user_id,
          'user_name', case when p.deleted_at is null then coalesce(nullif(btrim(p.full_name), ''), 'Потребител')
            else 'Потребител' end,
          'user_avatar', case when p.deleted_at is null then p.avatar_url end, 'content', c.content, 'created_at',
            sync.iso(c.created_at), 'position', c.position, 'parent_id', (
            select a.id from public.video_comments a where a.id = c.parent_id and a.deleted_at is null),
          'is_teacher', exists (select from public.admin_users a where a.user_id = c.user_id))
        from unnest(p_scopes, p_ids) as q (scope, id),
          lateral (select * from public.video_comments k where k.id = q.id::uuid limit 1) c,
          lateral (select * from public.profiles k where k.id = c.user_id limit 1) p
        where 'video:' || c.video_id = q.scope and c.deleted_at is null;
    when 'video_stats' then
      return query select 'video:' || s.video_id, s.video_id::text,
        json_build_object('id', s.video_id, 'likes_count', s.likes_count,
          'comments_count', s.comments_count)
        from public.video_stats s where s.video_id = any (p_ids::uuid[]);
    when 'journal' then
      return query select q.scope, j.id, json_build_object('id', j.id, 'kind', j.kind, 'at', j.at, 'active_on',
        j.active_on, 'rev', j.rev, 'data', j.data)
        from unnest(p_scopes, p_ids) as q (scope, id), lateral (
          select * from sync.journal k where k.user_id = substr(q.scope, 9)::uuid and k.id = q.id
            and not k.deleted limit 1) j;
    else
      raise exception 'no projection for %', p_kind;
  end case;
end
$$;
comment on function sync.project_scoped is
  'The documents that belong to one scope: those of an account and those of a lesson''s discussion.';

create or replace function public.erase_account(p_user uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_email text;
begin
  perform sync.lock_user(p_user);
  select lower(u.email) into v_email from auth.users u join public.profiles p on p.id = u.id
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
  -- On some hosts the owner may not delete here; the auth service removes old entries itself.
  exception when others then null;
  end;
  delete from auth.users where id = p_user;
  return true;
end
$$;
comment on function public.erase_account is
  'Removes an account whose grace period ended; returns false for any other account.';

