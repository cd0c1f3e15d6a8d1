create schema billing;
comment on schema billing is 'Subscriptions, events and trials of the payment provider. Not exposed over REST.';

create sequence billing.tickets;

create table billing.handled_events (
  id text primary key,
  type text not null,
  received_at timestamptz not null default now()
);
comment on table billing.handled_events is 'Provider events that were already applied; each is applied once.';
alter table billing.handled_events enable row level security;

create table billing.subscriptions (
  id text primary key,
  provider text not null check (provider in ('stripe', 'test')),
  customer_id text,
  user_id uuid,
  email text not null,
  plan text not null check (plan in ('pro', 'premium')),
  period text not null check (period in ('monthly', 'yearly')),
  status text not null,
  current_period_end timestamptz,
  trial_ends_at timestamptz,
  cancel_at_period_end boolean not null default false,
  started_at timestamptz not null,
  ticket bigint not null,
  repeats_trial boolean not null default false
);
comment on table billing.subscriptions is
  'Subscriptions as the provider last reported them; an account may have had several.';
create index subscriptions_by_user on billing.subscriptions (user_id);
create index subscriptions_by_email on billing.subscriptions (lower(email));
create index repeated_trials on billing.subscriptions (id) where repeats_trial;
alter table billing.subscriptions enable row level security;

create table billing.digest_key (
  only_row boolean primary key default true check (only_row),
  inner_key bytea not null,
  outer_key bytea not null
);
comment on table billing.digest_key is 'The key of the digests of e-mail addresses.';
alter table billing.digest_key enable row level security;
revoke all on billing.digest_key from public, anon, authenticated, service_role;
insert into billing.digest_key (inner_key, outer_key)
  select string_agg(set_byte('\x00', 0, get_byte(k.bytes, i) # 54), ''::bytea order by i),
    string_agg(set_byte('\x00', 0, get_byte(k.bytes, i) # 92), ''::bytea order by i)
  from (select sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
    || decode(repeat('00', 32), 'hex') as bytes) k, generate_series(0, 63) i;

create table billing.trials (
  address_digest text primary key,
  started_at timestamptz not null default now()
);
comment on table billing.trials is 'Digests of the confirmed e-mail addresses that already had a trial.';
alter table billing.trials enable row level security;

create table billing.test_objects (
  id text primary key,
  kind text not null check (kind in ('checkout', 'subscription', 'invoice', 'event')),
  owner uuid not null,
  version int not null,
  due_at timestamptz,
  body jsonb not null
);
comment on table billing.test_objects is 'The objects that the sandbox provider stores.';
create index test_objects_by_owner on billing.test_objects (owner, kind);
create index test_objects_by_due on billing.test_objects (due_at) where due_at is not null;
alter table billing.test_objects enable row level security;

create function billing.address_digest(p_email text) returns text language sql stable set search_path = '' as $$
  select encode(sha256(k.outer_key || sha256(k.inner_key || convert_to(
    regexp_replace(lower(normalize(btrim(p_email), nfkc)), '^([^+@]+)\+[^@]*@', '\1@'), 'UTF8'))), 'hex')
  from billing.digest_key k
$$;
comment on function billing.address_digest is
  'The keyed digest of an e-mail address; ignores case, Unicode compatibility forms, blanks and what follows a plus sign.';

create function billing.trial_used(p_user uuid, p_email text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from billing.subscriptions s where s.user_id = p_user and s.trial_ends_at is not null)
    or exists (select from billing.trials t where t.address_digest = billing.address_digest(p_email));
end
$$;
comment on function billing.trial_used is
  'Returns whether an account or its address already had a trial; a corrected address makes no new one.';

create function billing.use_up_trial(p_user uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into billing.trials (address_digest)
    select billing.address_digest(u.email) from auth.users u
    where u.id = p_user and u.email is not null and u.email_confirmed_at is not null
      and exists (select from billing.subscriptions s where s.user_id = p_user and s.trial_ends_at is not null)
    on conflict do nothing;
end
$$;
comment on function billing.use_up_trial is
  'Stores that the confirmed address of an account had a trial, if the account had one.';

create function billing.on_trial() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform billing.use_up_trial(new.user_id);
  return null;
end
$$;
comment on function billing.on_trial is 'Uses up the trial of the address of an account that begins or claims one.';
create trigger use_up_trial after insert or update of user_id, trial_ends_at on billing.subscriptions for each row
  when (new.trial_ends_at is not null and new.user_id is not null) execute function billing.on_trial();

create function billing.on_address_confirmed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform billing.use_up_trial(new.id);
  return null;
end
$$;
comment on function billing.on_address_confirmed is
  'Uses up the trial of an address that an account with a trial confirms.';
create trigger use_up_trial after update of email, email_confirmed_at on auth.users for each row
  when (new.email_confirmed_at is not null
    and (old.email is distinct from new.email or old.email_confirmed_at is null))
  execute function billing.on_address_confirmed();

create function billing.is_entitled(p_status text) returns boolean language sql immutable set search_path = '' as $$
  select p_status in ('trialing', 'active', 'past_due')
$$;
comment on function billing.is_entitled is 'Returns whether a subscription in this provider status gives its plan.';

create function billing.entitle(p_user uuid, p_email text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_best billing.subscriptions;
  v_row uuid;
  v_paid text;
begin
  select * into v_best from billing.subscriptions s
    where s.user_id = p_user or (p_user is null and s.user_id is null and lower(s.email) = lower(p_email))
    order by billing.is_entitled(s.status) desc, case when billing.is_entitled(s.status)
      then s.plan = 'premium' end desc nulls last,
      s.started_at desc, s.id desc limit 1;
  if not found then return; end if;
  v_paid := case when billing.is_entitled(v_best.status) then v_best.plan end;
  select id into v_row from public.user_subscriptions
    where user_id = p_user or (user_id is null and lower(email) = lower(p_email)) order by user_id nulls last limit 1;
  if v_row is null then
    insert into public.user_subscriptions (user_id, email) values (p_user, lower(p_email))
      on conflict (lower(email)) do nothing returning id into v_row;
    if v_row is null then return; end if;
  end if;
  update public.user_subscriptions u set
      user_id = coalesce(u.user_id, p_user), paid_plan = v_paid,
      subscription_id = v_best.id, status = v_best.status, billing_period = v_best.period,
      current_period_end = v_best.current_period_end, trial_ends_at = v_best.trial_ends_at,
      cancel_at_period_end = v_best.cancel_at_period_end
    where u.id = v_row
      and (u.user_id, u.paid_plan, u.subscription_id, u.status, u.billing_period, u.current_period_end,
        u.trial_ends_at, u.cancel_at_period_end)
        is distinct from (coalesce(u.user_id, p_user), v_paid, v_best.id, v_best.status, v_best.period,
          v_best.current_period_end, v_best.trial_ends_at, v_best.cancel_at_period_end);
end
$$;
comment on function billing.entitle is
  'Writes the paid plan of an account (or of an address without one) from the best running subscription, or else '
  'the last one.';

create function billing.owner_of(p_user text, p_email text) returns uuid
language sql stable security definer set search_path = '' as $$
  select coalesce(sync.uuid_or_null(p_user),
    (select id from auth.users where p_user is null and lower(email) = lower(p_email)
      and email_confirmed_at is not null limit 1))
$$;
comment on function billing.owner_of is
  'The account of a reported subscription: the one named at the purchase, or else the one that confirmed the address.';

create function billing.repeats_trial(p_state jsonb, p_user uuid, p_email text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if p_state ->> 'status' <> 'trialing' or exists (select from billing.subscriptions where id = p_state ->> 'id')
    then return false; end if;
  perform pg_advisory_xact_lock(hashtextextended('trial:' || billing.address_digest(p_email), 0));
  return billing.trial_used(p_user, p_email);
end
$$;
comment on function billing.repeats_trial is
  'Returns whether a newly reported trial belongs to an account or an address that already had one.';

create function billing.write_subscription(p_ticket bigint, p_state jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_user uuid := coalesce((select user_id from billing.subscriptions where id = p_state ->> 'id'),
    billing.owner_of(p_state ->> 'user_id', p_state ->> 'email'));
  v_email text := lower(coalesce((select email from auth.users where id = v_user), p_state ->> 'email'));
begin
  if v_user is null then perform pg_advisory_xact_lock(hashtextextended('billing:' || v_email, 0));
    else perform sync.lock_user(v_user); end if;
  insert into billing.subscriptions as s (id, provider, customer_id, user_id, email, plan, period, status,
    current_period_end, trial_ends_at,
      cancel_at_period_end, started_at, ticket, repeats_trial)
    values (p_state ->> 'id', p_state ->> 'provider', p_state ->> 'customer_id', v_user, v_email, p_state ->> 'plan',
      p_state ->> 'period',
      p_state ->> 'status', (p_state ->> 'current_period_end')::timestamptz, (p_state ->> 'trial_ends_at')::timestamptz,
      (p_state ->> 'cancel_at_period_end')::boolean, (p_state ->> 'started_at')::timestamptz, p_ticket,
      billing.repeats_trial(p_state, v_user, v_email))
    on conflict (id) do update set customer_id = excluded.customer_id, user_id = coalesce(s.user_id, excluded.user_id),
      email = case when v_user is null or exists (select from auth.users where id = v_user) then excluded.email
        else s.email end,
      plan = excluded.plan, period = excluded.period, status = excluded.status,
        current_period_end = excluded.current_period_end,
      trial_ends_at = excluded.trial_ends_at, cancel_at_period_end = excluded.cancel_at_period_end,
        ticket = excluded.ticket, repeats_trial = s.repeats_trial and excluded.status = 'trialing'
      where s.ticket < excluded.ticket;
  if not found then return; end if;
  update billing.subscriptions set user_id = v_user where user_id is null and lower(email) = v_email
    and exists (select from auth.users where id = v_user and email_confirmed_at is not null);
  if v_user is null or exists (select from auth.users where id = v_user)
    then perform billing.entitle(v_user, v_email); end if;
end
$$;
comment on function billing.write_subscription is
  'Stores a reported subscription unless a newer state is stored, and updates the plan.';

create function billing.claim_purchases() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_email constant text := (
    select lower(email) from auth.users where id = new.user_id and email_confirmed_at is not null);
begin
  update billing.subscriptions set user_id = new.user_id where user_id is null and lower(email) = v_email;
  if found then perform billing.entitle(new.user_id, v_email); end if;
  return null;
end
$$;
comment on function billing.claim_purchases is
  'Gives an account the subscriptions that were bought elsewhere for its confirmed address, as soon as it signs in.';
create trigger own_purchases after insert on auth.sessions for each row execute function billing.claim_purchases();

create function billing.write_invoice(p_ticket bigint, p_state jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_subscription billing.subscriptions;
  v_user uuid;
begin
  select * into v_subscription from billing.subscriptions where id = p_state ->> 'subscription_id';
  v_user := coalesce(v_subscription.user_id, billing.owner_of(p_state ->> 'user_id', p_state ->> 'email'));
  insert into public.payments as p (user_id, email, subscription_id, invoice_id, number, amount, amount_due, refunded,
    currency, status, description,
      plan_type, period_start, period_end, hosted_invoice_url, invoice_pdf, ticket, created_at)
    values ((select id from auth.users where id = v_user), lower(coalesce(v_subscription.email, p_state ->> 'email')),
      p_state ->> 'subscription_id', p_state ->> 'id', p_state ->> 'number',
      (p_state ->> 'amount_paid')::int, (p_state ->> 'amount_due')::int, (p_state ->> 'refunded')::int,
        p_state ->> 'currency', p_state ->> 'status',
      p_state ->> 'description', p_state ->> 'plan_type', (p_state ->> 'period_start')::timestamptz,
        (p_state ->> 'period_end')::timestamptz,
      p_state ->> 'hosted_invoice_url', p_state ->> 'invoice_pdf', p_ticket, (p_state ->> 'created_at')::timestamptz)
    on conflict (invoice_id) do update set user_id = coalesce(p.user_id, excluded.user_id), number = excluded.number,
      amount = excluded.amount,
      amount_due = excluded.amount_due, refunded = excluded.refunded, status = excluded.status,
        description = excluded.description,
      plan_type = excluded.plan_type, period_start = excluded.period_start, period_end = excluded.period_end,
      hosted_invoice_url = excluded.hosted_invoice_url, invoice_pdf = excluded.invoice_pdf, ticket = excluded.ticket
      where p.ticket < excluded.ticket;
end
$$;
comment on function billing.write_invoice is 'Stores a reported invoice unless a newer state is stored.';

create function public.billing_begin(p_event text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  return jsonb_build_object('seen', exists (select from billing.handled_events where id = p_event), 'ticket',
    nextval('billing.tickets'));
end
$$;
comment on function public.billing_begin is
  'Starts the handling of a provider event: returns whether it was applied before, and the ticket for this reading.';

create function public.billing_apply(p_event text, p_type text, p_ticket bigint, p_subscription jsonb,
  p_invoices jsonb) returns text
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into billing.handled_events (id, type) values (p_event, p_type) on conflict do nothing;
  if not found then return 'duplicate'; end if;
  if jsonb_typeof(p_subscription) = 'object' then perform billing.write_subscription(p_ticket, p_subscription); end if;
  perform billing.write_invoice(p_ticket, invoice) from jsonb_array_elements(coalesce(p_invoices, '[]')) as invoice;
  return 'applied';
end
$$;
comment on function public.billing_apply is
  'Stores the fetched states and the event in one transaction; returns applied, or duplicate if another '
  'delivery was applied first.';

create function public.billing_account(p_user uuid, p_email text) returns jsonb
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
      'trial_used', billing.trial_used(u.id, u.email),
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

create function public.billing_history(p_user uuid, p_limit int, p_offset int) returns jsonb
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

create function public.billing_orphans() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'customer_id', s.customer_id)), '[]')
    from billing.subscriptions s
    where billing.is_entitled(s.status) and not s.cancel_at_period_end and s.user_id is not null
      and not exists (select from public.profiles p where p.id = s.user_id and p.deleted_at is null));
end
$$;
comment on function public.billing_orphans is
  'Returns subscriptions that still run although their account was deleted or is marked for deletion.';

create function public.billing_repeated_trials() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'customer_id', s.customer_id)), '[]')
    from billing.subscriptions s where s.repeats_trial);
end
$$;
comment on function public.billing_repeated_trials is
  'Returns the running trials of accounts or addresses that already had one.';

create function public.billing_test_read(p_id text, p_owner uuid, p_kind text, p_due timestamptz) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(o) order by o.due_at, o.id), '[]') from (
      select id, kind, owner, version, due_at, body from billing.test_objects
      where (p_id is null or id = p_id) and (p_owner is null or owner = p_owner) and (p_kind is null or kind = p_kind)
        and (p_due is null or due_at <= p_due)
      order by due_at, id limit 500) as o);
end
$$;
comment on function public.billing_test_read is 'Returns objects of the sandbox provider.';

create function public.billing_test_save(p_rows jsonb) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_row jsonb;
begin
  for v_row in select value from jsonb_array_elements(p_rows) order by value ->> 'id' loop
    if (v_row ->> 'version')::int = 0 then
      insert into billing.test_objects (id, kind, owner, version, due_at, body)
        values (v_row ->> 'id', v_row ->> 'kind', (v_row ->> 'owner')::uuid, 1, (v_row ->> 'due_at')::timestamptz,
          v_row -> 'body')
        on conflict do nothing;
    elsif jsonb_typeof(v_row -> 'body') = 'object' then
      update billing.test_objects set version = version + 1, due_at = (v_row ->> 'due_at')::timestamptz,
        body = v_row -> 'body'
        where id = v_row ->> 'id' and version = (v_row ->> 'version')::int;
    else
      delete from billing.test_objects where id = v_row ->> 'id' and version = (v_row ->> 'version')::int;
    end if;
    if not found then raise exception using errcode = 'SL409', message = 'another version'; end if;
  end loop;
  return true;
exception
  when sqlstate 'SL409' then return false;
end
$$;
comment on function public.billing_test_save is
  'Writes all objects of the sandbox provider, or none and false if one has another version; a row without a '
  'body is removed.';

grant execute on function public.billing_begin(text), public.billing_apply(text, text, bigint, jsonb, jsonb),
  public.billing_account(uuid, text),
  public.billing_history(uuid, int, int), public.billing_orphans(),
    public.billing_repeated_trials(), public.billing_test_read(text, uuid, text, timestamptz), public.billing_test_save(jsonb)
  to service_role;
