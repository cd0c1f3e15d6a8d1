-- One notification for a refund that ends the plan.

create or replace function billing.join_refund_and_end(p_user uuid) returns boolean
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

create or replace function billing.notify_payment() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.status = 'failed' and new.amount_due > 0 and (tg_op = 'INSERT' or old.status is distinct from 'failed') then
    perform billing.notify(new.user_id, 'payment-failed:' || new.invoice_id, 'error', 'Плащането не мина',
      'Не успяхме да получим ' || billing.money(new.amount_due, new.currency)
        || ' за абонамента Ви. Платете от настройките, за да продължи планът.', '/settings?tab=billing');
  end if;
  if new.refunded > 0 and (tg_op = 'INSERT' or old.refunded < new.refunded) then
    perform billing.notify(new.user_id, 'refund:' || new.invoice_id || ':' || new.refunded, 'success',
      'Връщаме Ви ' || billing.money(new.refunded, new.currency),
      'Парите постъпват за 3–5 работни дни според банката.', '/free-settings?tab=billing');
    perform billing.join_refund_and_end(new.user_id);
  end if;
  return null;
end
$$;
comment on function billing.notify_payment is 'Tells an account about a payment that failed and about a refund.';

create or replace function billing.notify_plan_end() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform billing.notify(new.user_id, 'plan-ended:' || extract(epoch from now())::bigint, 'warning',
    'Платеният Ви план свърши',
    'Акаунтът Ви продължава с безплатния план. Напредъкът, бележките и сертификатите Ви остават.', '/pricing');
  perform billing.join_refund_and_end(new.user_id);
  return null;
end
$$;
comment on function billing.notify_plan_end is 'Tells an account that its last paid or granted plan ended.';

revoke all on all functions in schema billing from public;
