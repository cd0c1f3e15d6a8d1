create table public.notification_sends (
  id uuid primary key,
  title text not null check (btrim(title) <> '' and char_length(title) <= 300),
  message text not null check (btrim(message) <> '' and char_length(message) <= 5000),
  type text not null default 'info' check (type in ('info', 'success', 'warning', 'error')),
  link text check (link ~ '^(/([^/\\]|$)|https://)' and link !~ '[\u0001-\u001f\u007f]' and char_length(link) <= 1000),
  mode text not null check (mode in ('broadcast', 'targeted')),
  users uuid[],
  push boolean not null default false,
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'withdrawing', 'withdrawn')),
  recipients int not null default 0,
  delivered int not null default 0,
  skipped int not null default 0,
  last_user uuid,
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  error text check (char_length(error) <= 500),
  check ((mode = 'targeted') = (users is not null))
);
comment on table public.notification_sends is
  'A notification that an administrator sent, to everyone or to some accounts.';
create trigger a_clean before insert or update on public.notification_sends for each row
  execute function sync.clean_row();
create index notification_sends_by_date on public.notification_sends (created_at desc, id);
create index notification_sends_by_creator on public.notification_sends (created_by);
create index notification_sends_open on public.notification_sends (created_at)
  where state in ('queued', 'sending', 'withdrawing');
alter table public.notification_sends enable row level security;
create policy "administrators read sends" on public.notification_sends for select to authenticated
  using ((select public.is_admin()));
grant select on public.notification_sends to authenticated;
grant all on public.notification_sends to service_role;
create trigger title_given after insert or update of title, message on public.notification_sends for each row
  execute function sync.require_text('title', 'message');
create trigger poke_admin after insert or update or delete on public.notification_sends for each statement
  execute function sync.poke_admin();

create function sync.admin_send(p_send public.notification_sends) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return jsonb_build_object('id', p_send.id, 'title', p_send.title, 'message', p_send.message, 'type', p_send.type,
    'link', p_send.link, 'mode', p_send.mode, 'push', p_send.push, 'state', p_send.state,
    'recipients', p_send.recipients, 'delivered', p_send.delivered, 'skipped', p_send.skipped,
    'created_at', sync.iso(p_send.created_at),
    'created_by', (select email from auth.users where id = p_send.created_by),
    'finished_at', sync.iso(p_send.finished_at), 'error', p_send.error);
end
$$;
comment on function sync.admin_send is 'A send as the console shows it.';

create function public.admin_sends(p_page int default 1, p_size int default 20) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform sync.require_admin(), sync.require_page(p_page, p_size);
  return sync.list_page((select jsonb_agg(sync.admin_send(s) order by s.created_at desc, s.id)
    from (select * from public.notification_sends order by created_at desc, id limit p_size
      offset (p_page - 1) * p_size) s),
    (select count(*) from public.notification_sends), p_page, p_size);
end
$$;
comment on function public.admin_sends is 'Returns a page of the sends, newest first. For administrators.';

create function public.send_notification(p_id uuid, p_title text, p_message text, p_type text default 'info',
  p_link text default null, p_mode text default 'broadcast', p_users uuid[] default null, p_push boolean default false)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_send public.notification_sends; v_users uuid[]; v_recipients int;
begin
  perform sync.require_admin(), sync.require_option('p_type', p_type, '{info,success,warning,error}'),
    sync.require_option('p_mode', p_mode, '{broadcast,targeted}');
  if p_id is null then perform sync.refuse('bad_argument', 'p_id'); end if;
  if btrim(coalesce(p_title, '')) = '' or char_length(p_title) > 300 then perform sync.refuse('bad_argument', 'p_title'); end if;
  if btrim(coalesce(p_message, '')) = '' or char_length(p_message) > 5000
    then perform sync.refuse('bad_argument', 'p_message'); end if;
  if p_link !~ '^(/([^/\\]|$)|https://)' or char_length(p_link) > 1000 then perform sync.refuse('bad_argument', 'p_link'); end if;
  select * into v_send from public.notification_sends where id = p_id;
  if found then return sync.admin_send(v_send); end if;
  perform sync.require_rate('send', 20);
  if p_mode = 'targeted' then
    v_users := array(select p.id from public.profiles p where p.id = any (p_users) and p.deleted_at is null order by 1);
    if cardinality(v_users) = 0 then perform sync.refuse('no_recipients'); end if;
    v_recipients := cardinality(v_users);
  else
    v_recipients := (select count(*) from public.profiles where deleted_at is null);
  end if;
  insert into public.notification_sends (id, title, message, type, link, mode, users, push, recipients, created_by)
    values (p_id, btrim(p_title), btrim(p_message), p_type, nullif(btrim(p_link), ''), p_mode, v_users,
      coalesce(p_push, false), v_recipients, (select auth.uid()))
    on conflict (id) do nothing;
  select * into v_send from public.notification_sends where id = p_id;
  insert into public.admin_audit (user_id, action, table_name, row_id, after) values ((select auth.uid()), 'send',
    'notification_sends', p_id::text, jsonb_build_object('title', sync.mask_addresses(v_send.title), 'mode', p_mode,
      'recipients', v_recipients, 'push', v_send.push));
  return sync.admin_send(v_send);
end
$$;
comment on function public.send_notification is
  'Queues a notification to everyone or to some accounts under the client''s id; raises too_many above 20 an hour.';

create function public.withdraw_notification(p_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_send public.notification_sends;
begin
  perform sync.require_admin();
  update public.notification_sends set state = 'withdrawing', last_user = null, finished_at = null
    where id = p_id and state in ('queued', 'sending', 'sent');
  if found then
    insert into public.admin_audit (user_id, action, table_name, row_id) values ((select auth.uid()), 'delete',
      'notification_sends', p_id::text);
  end if;
  select * into v_send from public.notification_sends where id = p_id;
  if not found then perform sync.refuse('not_found'); end if;
  return sync.admin_send(v_send);
end
$$;
comment on function public.withdraw_notification is 'Stops a send and removes its notifications that nobody has read.';

create function public.fan_out_notifications(p_limit int default 200) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_send public.notification_sends; v_batch uuid[]; v_made int; v_source text;
begin
  select * into v_send from public.notification_sends where state in ('queued', 'sending', 'withdrawing')
    order by created_at, id limit 1 for update;
  if not found then return jsonb_build_object('done', true, 'made', 0); end if;
  v_source := 'send:' || v_send.id;
  if v_send.state = 'withdrawing' then
    with gone as (
      delete from public.notifications where id in (select n.id from public.notifications n
        where n.source = v_source and not n.is_read limit p_limit) returning 1
    ) select count(*) into v_made from gone;
    if v_made < p_limit then
      update public.notification_sends set state = 'withdrawn', finished_at = now(),
          delivered = (select count(*) from public.notifications where source = v_source) where id = v_send.id;
    end if;
    return jsonb_build_object('done', false, 'send', v_send.id, 'made', v_made);
  end if;
  v_batch := array(select p.id from public.profiles p
    where p.deleted_at is null and p.created_at <= v_send.created_at and (v_send.last_user is null or p.id > v_send.last_user)
      and (v_send.users is null or p.id = any (v_send.users))
    order by p.id limit p_limit);
  insert into public.notifications (user_id, title, message, type, link, topic, source)
    select u, v_send.title, v_send.message, v_send.type, v_send.link, 'admin', v_source from unnest(v_batch) u
    on conflict (user_id, source) where source is not null do nothing;
  get diagnostics v_made = row_count;
  update public.notification_sends set delivered = delivered + v_made,
      skipped = skipped + cardinality(v_batch) - v_made,
      last_user = coalesce(v_batch[cardinality(v_batch)], last_user),
      state = case when cardinality(v_batch) < p_limit then 'sent' else 'sending' end,
      finished_at = case when cardinality(v_batch) < p_limit then now() end
    where id = v_send.id;
  return jsonb_build_object('done', false, 'send', v_send.id, 'made', v_made);
end
$$;
comment on function public.fan_out_notifications is
  'Sends or withdraws the next batch of the oldest open send; `done` when no send is open. A background job calls it.';

create function public.end_notification_retention() returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_removed int;
begin
  delete from public.notifications where id in (select id from public.notifications
    where created_at < now() - interval '365 days' order by created_at limit 5000);
  get diagnostics v_removed = row_count;
  delete from sync.notified where sent_at < now() - interval '365 days';
  delete from public.notification_sends where state in ('sent', 'withdrawn') and created_at < now() - interval '365 days';
  return v_removed;
end
$$;
comment on function public.end_notification_retention is
  'Removes notifications and sends that are older than a year; returns the number. A background job calls it.';

grant execute on function public.admin_sends(int, int),
  public.send_notification(uuid, text, text, text, text, text, uuid[], boolean), public.withdraw_notification(uuid)
  to authenticated;
grant execute on function public.fan_out_notifications(int), public.end_notification_retention() to service_role;
