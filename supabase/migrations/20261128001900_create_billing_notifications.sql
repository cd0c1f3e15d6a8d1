create function billing.notify(p_user uuid, p_source text, p_type text, p_title text, p_message text, p_link text)
  returns void
language sql volatile security definer set search_path = '' as $$
  select sync.notify(p_user, 'billing', p_source, p_type, p_title, p_message, p_link)
  from public.profiles p where p.id = p_user and p.deleted_at is null
$$;
comment on function billing.notify is 'Sends a notification about payments to an account that still exists, once.';

create function billing.money(p_cents int, p_currency text) returns text
language sql immutable set search_path = '' as $$
  select translate(to_char(p_cents / 100.0, 'FM9999990.00'), '.', ',') || ' '
    || case upper(p_currency) when 'EUR' then '€' else upper(p_currency) end
$$;
comment on function billing.money is 'An amount in cents as people in Bulgaria read it.';

create function billing.join_refund_and_end(p_user uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_ended uuid;
begin
  select id into v_ended from public.notifications
    where user_id = p_user and source like 'plan-ended:%' and created_at > now() - interval '10 minutes';
  if not found or not exists (select from public.notifications where user_id = p_user and source like 'refund:%'
    and created_at > now() - interval '10 minutes') then return false; end if;
  delete from public.notifications where id = v_ended;
  update public.notifications n set message = n.message || ' Платеният Ви план свърши.'
    where n.id = (select id from public.notifications where user_id = p_user and source like 'refund:%'
      order by created_at desc, id limit 1) and n.message not like '%план свърши.';
  return true;
end
$$;
comment on function billing.join_refund_and_end is
  'Makes one notification of a refund and the end of the plan that it causes.';

create function billing.settle(p_user uuid, p_source text) returns void
language sql volatile security definer set search_path = '' as $$
  update public.notifications set is_read = true
    where user_id = p_user and topic = 'billing' and not is_read and source like p_source
$$;
comment on function billing.settle is
  'Marks notifications about payments as read once they are no longer true, so that the home stops showing them.';

create function billing.notify_payment() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and old.status = 'failed' and new.status <> 'failed' then
    perform billing.settle(new.user_id, 'payment-failed:' || new.invoice_id);
  end if;
  if new.status = 'failed' and new.amount_due > 0 and (tg_op = 'INSERT' or old.status is distinct from 'failed') then
    perform billing.notify(new.user_id, 'payment-failed:' || new.invoice_id, 'error', 'Плащането не мина',
      'Не успяхме да получим ' || billing.money(new.amount_due, new.currency)
        || ' за абонамента Ви. Платете от настройките, за да продължи планът.', '/settings?tab=billing');
  end if;
  if new.refunded > 0 and (tg_op = 'INSERT' or old.refunded < new.refunded) then
    perform billing.notify(new.user_id, 'refund:' || new.invoice_id || ':' || new.refunded, 'info',
      'Връщаме Ви ' || billing.money(new.refunded, new.currency),
      'Парите постъпват за 3–5 работни дни според банката.', '/free-settings?tab=billing');
    perform billing.join_refund_and_end(new.user_id);
  end if;
  return null;
end
$$;
comment on function billing.notify_payment is 'Tells an account about a payment that failed and about a refund.';
create trigger notify after insert or update of status, refunded on public.payments for each row
  execute function billing.notify_payment();

create function billing.notify_plan_end() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform billing.notify(new.user_id, 'plan-ended:' || extract(epoch from now())::bigint, 'warning',
    'Платеният Ви план свърши',
    'Акаунтът Ви продължава с безплатния план. Напредъкът, бележките и сертификатите Ви остават.', '/pricing');
  perform billing.join_refund_and_end(new.user_id);
  return null;
end
$$;
comment on function billing.notify_plan_end is 'Tells an account that its last paid or granted plan ended.';
create trigger notify_plan_end after update on public.user_subscriptions for each row
  when ((old.has_pro_plan or old.has_premium_plan) and not (new.has_pro_plan or new.has_premium_plan))
  execute function billing.notify_plan_end();

create function billing.settle_plan_end() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform billing.settle(new.user_id, 'plan-ended:%');
  return null;
end
$$;
comment on function billing.settle_plan_end is 'A new plan settles the notification about the end of the one before.';
create trigger settle_plan_end after update on public.user_subscriptions for each row
  when ((new.has_pro_plan or new.has_premium_plan) and not (old.has_pro_plan or old.has_premium_plan))
  execute function billing.settle_plan_end();

create function billing.settle_trial_end() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform billing.settle(new.user_id, 'trial-ends-%:' || new.id);
  return null;
end
$$;
comment on function billing.settle_trial_end is 'The end of a trial, or its cancellation, settles the reminders of it.';
create trigger settle_trial_end after update of status, cancel_at_period_end on billing.subscriptions for each row
  when (old.status = 'trialing'
    and (new.status <> 'trialing' or new.cancel_at_period_end <> old.cancel_at_period_end))
  execute function billing.settle_trial_end();

create function public.send_billing_reminders() returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_before int;
  v_after int;
begin
  select count(*) into v_before from public.notifications where source like 'trial-ends-%';
  perform billing.notify(s.user_id, 'trial-ends-' || k.name || ':' || s.id, 'info', k.title,
      case when s.cancel_at_period_end
        then 'Отказали сте се и не дължите нищо. Планът Ви е активен до ' || sync.event_time(s.trial_ends_at)
        else 'Първото плащане е на ' || sync.event_time(s.trial_ends_at)
          || ' Ако не искате да продължите, откажете се дотогава от настройките.' end,
      '/settings?tab=billing')
    from billing.subscriptions s
    join (values ('3d', 'Пробният Ви период свършва след 3 дни', interval '3 days', interval '1 day'),
      ('1d', 'Пробният Ви период свършва утре', interval '1 day', interval '0 days'))
      as k (name, title, ends_within, but_not_within)
      on s.trial_ends_at <= now() + k.ends_within and s.trial_ends_at > now() + k.but_not_within
    where s.status = 'trialing' and s.user_id is not null;
  select count(*) into v_after from public.notifications where source like 'trial-ends-%';
  return v_after - v_before;
end
$$;
comment on function public.send_billing_reminders is
  'Reminds accounts three days and one day before their trial ends, each once; returns the number of new reminders.';

create table billing.sent_mails (
  notification_id uuid primary key references public.notifications (id) on delete cascade,
  sent_at timestamptz not null default now()
);
comment on table billing.sent_mails is 'Notifications about payments that were handed to the mail server, each once.';
alter table billing.sent_mails enable row level security;

create function public.take_billing_mails() returns jsonb
language sql volatile security definer set search_path = '' as $$
  with taken as (
    insert into billing.sent_mails (notification_id)
      select n.id from public.notifications n
      where n.topic = 'billing' and n.source is not null and n.created_at > now() - interval '2 days'
        and not exists (select from billing.sent_mails m where m.notification_id = n.id)
      order by n.created_at limit 50
      on conflict do nothing returning notification_id)
  select coalesce(jsonb_agg(jsonb_build_object('email', u.email, 'title', n.title, 'message', n.message,
      'link', n.link)), '[]')
  from taken t join public.notifications n on n.id = t.notification_id join auth.users u on u.id = n.user_id
  where u.email_confirmed_at is not null
$$;
comment on function public.take_billing_mails is
  'Returns the notifications about payments that are to be sent by e-mail, each once.';

grant execute on function public.take_billing_mails(), public.send_billing_reminders() to service_role;
