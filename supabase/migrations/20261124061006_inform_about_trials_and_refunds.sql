-- Messages about a trial that ends and about a refund are information, not warnings or successes.

create or replace function billing.notify_payment() returns trigger language plpgsql security definer set search_path = '' as $$
begin
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

create or replace function public.send_billing_reminders() returns int
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
