-- Notifications about payments are marked as read once they are no longer true.

create function billing.settle(p_user uuid, p_source text) returns void
language sql volatile security definer set search_path = '' as $$
  update public.notifications set is_read = true
    where user_id = p_user and topic = 'billing' and not is_read and source like p_source
$$;
comment on function billing.settle is
  'Marks notifications about payments as read once they are no longer true, so that the home stops showing them.';

create or replace function billing.notify_payment() returns trigger language plpgsql security definer set search_path = '' as $$
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

revoke all on all functions in schema billing from public;
