-- The lists, the dashboard, the audit log and the pokes of the admin console.

alter table public.profiles add column blocked_at timestamptz;
create index payments_by_date on public.payments (created_at desc, id);
create index event_registrations_by_date on public.event_registrations (registered_at desc, id);
create index event_registrations_by_event on public.event_registrations (event_id, registered_at desc, id);

drop trigger keep on public.profiles;
create trigger keep before update on public.profiles for each row
  execute function sync.protect_columns('id', 'deleted_at', 'muted', 'blocked_at');

drop policy "subscribers comment on lessons they may see" on public.video_comments;
create policy "subscribers comment on lessons they may see" on public.video_comments for insert to authenticated
  with check (user_id = (select auth.uid()) and (select sync.may_discuss(video_id))
    and exists (select from public.profiles p where p.id = (select auth.uid()) and p.blocked_at is null));
comment on policy "subscribers comment on lessons they may see" on public.video_comments is
  'A comment needs a paid plan that covers the lesson, carries the caller as author and is none of a blocked account.';

create or replace function sync.set_effective_plan() returns trigger language plpgsql set search_path = '' as $$
declare
  v_flagged boolean;
  v_granted text;
begin
  -- Decision 42: whoever sets the flags directly grants a plan. Billing writes paid_plan, a grant writes granted_plan.
  if tg_op = 'INSERT' then
    v_flagged := (new.has_pro_plan or new.has_premium_plan) and new.paid_plan is null and new.granted_plan is null;
  else
    v_flagged := (old.has_pro_plan, old.has_premium_plan) is distinct from (new.has_pro_plan, new.has_premium_plan)
      and (old.paid_plan, old.granted_plan, old.granted_until)
        is not distinct from (new.paid_plan, new.granted_plan, new.granted_until);
  end if;
  if v_flagged then
    -- Rule: what is paid for ends only at the payment provider.
    if current_user = 'authenticated' and (new.paid_plan = 'premium' and not new.has_premium_plan
      or new.paid_plan = 'pro' and not (new.has_pro_plan or new.has_premium_plan)) then
      raise exception using errcode = 'P0001', message = 'paid_plan';
    end if;
    new.granted_plan := case when new.has_premium_plan then 'premium' when new.has_pro_plan then 'pro' end;
    new.granted_until := null;
    new.granted_by := (select auth.uid());
    new.granted_at := now();
  end if;
  v_granted := case when new.granted_until is null or new.granted_until > now() then new.granted_plan end;
  new.has_premium_plan := coalesce(new.paid_plan = 'premium' or v_granted = 'premium', false);
  new.has_pro_plan := not new.has_premium_plan and coalesce(new.paid_plan = 'pro' or v_granted = 'pro', false);
  return new;
end
$$;

create or replace function public.grant_plan(p_user uuid, p_plan text, p_until timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not public.is_admin() then raise insufficient_privilege using message = 'forbidden'; end if;
  if p_plan not in ('pro', 'premium') or p_until <= now() then
    raise exception using errcode = 'P0001', message = 'bad_plan';
  end if;
  update public.user_subscriptions set granted_plan = p_plan, granted_until = case when p_plan is not null
      then p_until end, granted_by = (select auth.uid()), granted_at = now()
    where user_id = p_user;
  if not found then raise exception using errcode = 'P0001', message = 'not_found'; end if;
end
$$;

create or replace function sync.may_follow(p_scope text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(case
    when (select auth.uid()) is null then false
    when p_scope = 'public' then true
    when p_scope = 'admin' then public.is_admin()
    when p_scope in ('plan:basic', 'plan:premium') then sync.user_has_plan((select auth.uid()), substr(p_scope, 6))
    when p_scope like 'account:%' or p_scope like 'journal:%' then substr(p_scope, 9) = (select auth.uid())::text
    when p_scope like 'video:%' then sync.user_may_discuss((select auth.uid()), sync.uuid_or_null(substr(p_scope, 7)))
  end, false);
end
$$;

create or replace function sync.apply_comment(p_user uuid, p_id uuid, p_video uuid, p_content text, p_created_at timestamptz,
  p_deleted boolean, p_position int default null, p_parent uuid default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if exists (select from public.video_comments where id = p_id and user_id <> p_user)
    then perform sync.reject('duplicate'); end if;
  if p_deleted then
    delete from public.video_comments where id = p_id;
    return;
  end if;
  if exists (select from public.profiles where id = p_user and blocked_at is not null)
    then perform sync.reject('forbidden'); end if;
  perform sync.require_discussion_access(p_user, p_video, p_created_at);
  if coalesce(btrim(p_content, E' \t\r\n'), '') = '' or char_length(p_content) > 2000
    then perform sync.reject('bad_document'); end if;
  -- Only a new row has a position and a parent: both never change.
  insert into public.video_comments as c (id, video_id, user_id, content, created_at, position, parent_id)
    values (p_id, p_video, p_user, p_content, p_created_at, p_position, p_parent)
    on conflict (id) do update set content = btrim(p_content, E' \t\r\n'), created_at = excluded.created_at
    where (c.content, c.created_at) is distinct from (excluded.content, excluded.created_at);
exception
  -- The answered comment was deleted, belongs to another lesson, or is a reply itself.
  when check_violation then perform sync.reject('not_found');
end
$$;

-- The checks that every call of the console shares, and the poke that tells other consoles that something changed.

create function sync.require_admin() returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if not public.is_admin() then raise insufficient_privilege using message = 'forbidden'; end if;
end
$$;
comment on function sync.require_admin is 'Raises forbidden unless the caller is an administrator.';

create function sync.require_super_admin() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not public.is_super_admin() then raise insufficient_privilege using message = 'forbidden'; end if;
end
$$;
comment on function sync.require_super_admin is 'Raises forbidden unless the caller is a super administrator.';

create function sync.refuse(p_code text, p_detail text default null) returns void
language plpgsql immutable set search_path = '' as $$
begin
  raise exception using errcode = 'P0001', message = p_code, detail = coalesce(p_detail, '');
end
$$;
comment on function sync.refuse is 'Raises a code of docs/admin-api.md with its detail.';

create function sync.require_page(p_page int, p_size int) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if p_page is null or p_page < 1 or p_page > 1000000 then perform sync.refuse('bad_argument', 'p_page'); end if;
  if p_size is null or p_size < 1 or p_size > 1000 then perform sync.refuse('bad_argument', 'p_size'); end if;
end
$$;
comment on function sync.require_page is 'Checks the page and its size, 1 to 1,000 rows.';

create function sync.require_option(p_argument text, p_value text, p_allowed text[]) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if p_value is null or p_value <> all (p_allowed) then perform sync.refuse('bad_argument', p_argument); end if;
end
$$;
comment on function sync.require_option is 'Checks that an argument has one of the allowed values.';

create function sync.list_page(p_rows jsonb, p_total bigint, p_page int, p_size int) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('rows', coalesce(p_rows, '[]'), 'total', p_total, 'page', p_page, 'size', p_size)
$$;
comment on function sync.list_page is 'The answer of every paged list of the console.';

-- Rule: one poke per table and transaction, however many rows and statements it has. A savepoint that is rolled back
-- resets the setting together with the poke.
create function sync.poke_admin() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_mark constant text := pg_current_xact_id()::text || ':';
  v_poked text := coalesce(current_setting('sync.admin_poked', true), '');
begin
  if not starts_with(v_poked, v_mark) then v_poked := v_mark; end if;
  if position(',' || tg_table_name || ',' in v_poked) > 0 then return null; end if;
  perform set_config('sync.admin_poked', v_poked || ',' || tg_table_name || ',', true),
    realtime.send(jsonb_build_object('tables', jsonb_build_array(tg_table_name)), 'poke', 'scope:admin', true);
  return null;
end
$$;
comment on function sync.poke_admin is 'Tells the open consoles which table changed; the console refetches what it shows.';

create trigger poke_admin after insert or update or delete on public.courses for each statement
  execute function sync.poke_admin();
create trigger poke_admin after insert or update or delete on public.course_templates for each statement
  execute function sync.poke_admin();
create trigger poke_admin after insert or update or delete on public.videos for each statement
  execute function sync.poke_admin();
create trigger poke_admin after insert or update or delete on public.course_resources for each statement
  execute function sync.poke_admin();
create trigger poke_admin after insert or update or delete on public.video_resources for each statement
  execute function sync.poke_admin();
create trigger poke_admin after insert or update or delete on public.tests for each statement
  execute function sync.poke_admin();
create trigger poke_admin after insert or update or delete on public.certificates for each statement
  execute function sync.poke_admin();
create trigger poke_admin after insert or update or delete on public.events for each statement
  execute function sync.poke_admin();
create trigger poke_admin after insert or update or delete on public.news for each statement
  execute function sync.poke_admin();
create trigger poke_admin after insert or update or delete on public.event_registrations for each statement
  execute function sync.poke_admin();
create trigger poke_admin after insert or update or delete on public.payments for each statement
  execute function sync.poke_admin();
create trigger poke_admin after insert or update or delete on public.demo_requests for each statement
  execute function sync.poke_admin();
create trigger poke_admin after insert or update or delete on public.store_launch_notifications for each statement
  execute function sync.poke_admin();
create trigger poke_admin after insert or update or delete on public.user_subscriptions for each statement
  execute function sync.poke_admin();
create trigger poke_admin after insert or update or delete on public.profiles for each statement
  execute function sync.poke_admin();
create trigger poke_admin after insert or update or delete on public.admin_users for each statement
  execute function sync.poke_admin();
create trigger poke_admin after insert or update or delete on public.comment_reports for each statement
  execute function sync.poke_admin();
create trigger poke_admin after insert or update or delete on public.issued_certificates for each statement
  execute function sync.poke_admin();
-- A job runs every few seconds; only its failures are news.
create trigger poke_admin after update on public.background_jobs for each row
  when ((old.error is null) <> (new.error is null)) execute function sync.poke_admin();

revoke all on all functions in schema sync from public;

-- The audit log: what administrators changed. Triggers write it, also inside the calls of the console.
-- Rule: entries are only added. Nobody else writes them, and nobody changes them.

create table public.admin_audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- Empty once the account is erased, and for changes by the operator's command line.
  user_id uuid references auth.users (id) on delete set null,
  action text not null check (action in ('insert', 'update', 'trash', 'restore', 'delete', 'send', 'magic_link',
    'export')),
  table_name text not null,
  row_id text not null,
  -- Only the changed fields, without secrets and addresses.
  before jsonb,
  after jsonb
);
comment on table public.admin_audit is 'What administrators changed: who, when, which row, and the changed fields.';
create index admin_audit_by_user on public.admin_audit (user_id, action, at desc);
create index admin_audit_by_row on public.admin_audit (table_name, row_id);
alter table public.admin_audit enable row level security;
create policy "super administrators read the audit log" on public.admin_audit for select to authenticated
  using ((select public.is_super_admin()));
comment on policy "super administrators read the audit log" on public.admin_audit is
  'Only a super administrator sees what other administrators did.';
grant select on public.admin_audit to authenticated, service_role;

create function sync.keep_audit() returns trigger language plpgsql set search_path = '' as $$
begin
  -- The foreign key empties the account of an erased administrator.
  if tg_op = 'UPDATE' and new.user_id is null and to_jsonb(new) - 'user_id' = to_jsonb(old) - 'user_id'
    then return new; end if;
  raise insufficient_privilege using message = 'the audit log is append-only';
end
$$;
comment on function sync.keep_audit is 'Refuses every change of the audit log.';
create trigger keep before update or delete on public.admin_audit for each row execute function sync.keep_audit();

create function sync.mask_addresses(p_text text) returns text language sql immutable set search_path = '' as $$
  select regexp_replace(p_text, '([^\s@"\\<>,;:()])[^\s@"\\<>,;:()]*@', '\1…@', 'g')
$$;
comment on function sync.mask_addresses is 'A text whose e-mail addresses show only their first letter and their host.';

create function sync.mask_value(p_field text, p_value jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  if p_value = 'null' then return p_value; end if;
  if p_field ~* '(secret|token|password|seal|credential|private)' then return '"•••"'; end if;
  if jsonb_typeof(p_value) = 'string'
    then return to_jsonb(sync.mask_addresses(left(p_value #>> '{}', 2000))); end if;
  if jsonb_typeof(p_value) not in ('object', 'array') then return p_value; end if;
  -- Masking the text of a value with control characters could cut one of its escape sequences.
  if octet_length(p_value::text) > 8000 or p_value::text like '%\\u00%' then return '"…"'; end if;
  return sync.mask_addresses(p_value::text)::jsonb;
end
$$;
comment on function sync.mask_value is 'A field as the audit log shows it: no secrets, no addresses, not too long.';

create function sync.changed_fields(p_row jsonb, p_other jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_object_agg(f.key, sync.mask_value(f.key, f.value))
  from jsonb_each(p_row) f
  where f.value is distinct from coalesce(p_other -> f.key, 'null')
    -- The server computes these.
    and f.key not in ('created_at', 'updated_at', 'row_version', 'current_participants', 'sequence', 'deleted_by',
      'published_at')
$$;
comment on function sync.changed_fields is 'The fields of a row that differ from another state of it, masked.';

create function sync.audit() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_user constant uuid := (select auth.uid());
  v_old constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  v_new constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  v_row constant jsonb := coalesce(v_new, v_old);
  v_before jsonb := sync.changed_fields(v_old, coalesce(v_new, '{}'));
  v_after jsonb := sync.changed_fields(v_new, coalesce(v_old, '{}'));
begin
  -- Administration rights are logged whoever changes them; an administrator who leaves is none any more.
  if tg_table_name <> 'admin_users' and (v_user is null or not public.is_admin()) then return null; end if;
  -- An administrator who learns acts as a learner.
  if tg_table_name in ('event_registrations', 'video_comments') and v_row ->> 'user_id' = v_user::text
    then return null; end if;
  if v_before is null and v_after is null then return null; end if;
  insert into public.admin_audit (user_id, action, table_name, row_id, before, after) values (v_user,
    case when tg_op <> 'UPDATE' then lower(tg_op)
      when v_old -> 'deleted_at' = 'null' and v_new -> 'deleted_at' <> 'null' then 'trash'
      when v_old -> 'deleted_at' <> 'null' and v_new -> 'deleted_at' = 'null' then 'restore'
      else 'update' end,
    tg_table_name,
    coalesce(v_row ->> 'id', v_row ->> 'serial', v_row ->> 'comment_id', sync.mask_addresses(v_row ->> 'email')),
    v_before, v_after);
  return null;
end
$$;
comment on function sync.audit is 'Logs what an administrator changed in a row.';

create trigger audit after insert or update or delete on public.courses for each row execute function sync.audit();
create trigger audit after insert or update or delete on public.course_templates for each row
  execute function sync.audit();
create trigger audit after insert or update or delete on public.videos for each row execute function sync.audit();
create trigger audit after insert or update or delete on public.course_resources for each row
  execute function sync.audit();
create trigger audit after insert or update or delete on public.video_resources for each row
  execute function sync.audit();
create trigger audit after insert or update or delete on public.tests for each row execute function sync.audit();
create trigger audit after insert or update or delete on public.test_questions for each row
  execute function sync.audit();
create trigger audit after insert or update or delete on public.certificates for each row
  execute function sync.audit();
create trigger audit after insert or update or delete on public.certificate_requirements for each row
  execute function sync.audit();
create trigger audit after insert or update or delete on public.achievements for each row
  execute function sync.audit();
create trigger audit after insert or update or delete on public.events for each row execute function sync.audit();
create trigger audit after update or delete on public.event_registrations for each row execute function sync.audit();
create trigger audit after insert or update or delete on public.news for each row execute function sync.audit();
create trigger audit after insert or update or delete on public.products for each row execute function sync.audit();
create trigger audit after update or delete on public.video_comments for each row execute function sync.audit();
create trigger audit after update on public.comment_reports for each row execute function sync.audit();
create trigger audit after delete on public.store_launch_notifications for each row execute function sync.audit();
create trigger audit after delete on public.demo_requests for each row execute function sync.audit();
create trigger audit after update on public.issued_certificates for each row execute function sync.audit();
create trigger audit after update on public.user_subscriptions for each row execute function sync.audit();
create trigger audit after insert or update or delete on public.admin_users for each row
  execute function sync.audit();
create trigger audit after update of blocked_at on public.profiles for each row execute function sync.audit();

create function sync.require_rate(p_action text, p_limit int) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_user constant uuid := (select auth.uid());
  v_nth timestamptz;
begin
  -- One at a time, so that two presses cannot both be the last one.
  perform pg_advisory_xact_lock(hashtextextended('admin:' || p_action || ':' || v_user, 0));
  select at into v_nth from public.admin_audit
    where user_id = v_user and action = p_action and at > now() - interval '1 hour'
    order by at desc offset p_limit - 1 limit 1;
  if found then
    raise sqlstate 'PT429' using message = 'too_many',
      detail = ceil(extract(epoch from v_nth + interval '1 hour' - now()))::text;
  end if;
end
$$;
comment on function sync.require_rate is
  'Raises too_many, with the seconds to wait, when an administrator did an action too often within an hour.';

create function public.note_admin_action(p_action text, p_subject text, p_count int default 1) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform sync.require_admin(), sync.require_option('p_action', p_action, array['magic_link', 'export']);
  if coalesce(btrim(p_subject), '') = '' or char_length(p_subject) > 320
    then perform sync.refuse('bad_argument', 'p_subject'); end if;
  perform sync.require_rate(p_action, case p_action when 'magic_link' then 30 else 20 end);
  insert into public.admin_audit (user_id, action, table_name, row_id, after)
    values ((select auth.uid()), p_action, case p_action when 'magic_link' then 'users' else btrim(p_subject) end,
      sync.mask_addresses(btrim(p_subject)), jsonb_build_object('count', p_count));
end
$$;
comment on function public.note_admin_action is
  'Logs a sign-in link or an export before it happens; raises too_many above 30 links or 20 exports an hour.';

create function public.admin_audit_entries(p_search text default '', p_table text default null,
  p_from timestamptz default null, p_to timestamptz default null, p_page int default 1, p_size int default 10)
  returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_search constant text := lower(btrim(coalesce(p_search, '')));
  v_total bigint; v_rows jsonb;
begin
  perform sync.require_super_admin(), sync.require_page(p_page, p_size);
  with matching as materialized (
    select a.id, u.email::text as email from public.admin_audit a left join auth.users u on u.id = a.user_id
    where (p_table is null or a.table_name = p_table) and (p_from is null or a.at >= p_from)
      and (p_to is null or a.at < p_to)
      and (v_search = '' or strpos(lower(coalesce(u.email, '')), v_search) > 0
        or strpos(lower(a.row_id), v_search) > 0
        or strpos(lower(coalesce(a.after::text, '') || coalesce(a.before::text, '')), v_search) > 0)
  ), page as (
    select m.email, a.* from (select * from matching order by id desc limit p_size offset (p_page - 1) * p_size) m
      join public.admin_audit a on a.id = m.id
  )
  select (select count(*) from matching), (select jsonb_agg(jsonb_build_object('id', p.id, 'at', sync.iso(p.at),
      'user_id', p.user_id, 'email', p.email, 'action', p.action, 'table_name', p.table_name, 'row_id', p.row_id,
      'before', p.before, 'after', p.after) order by p.id desc) from page p)
    into v_total, v_rows;
  return sync.list_page(v_rows, v_total, p_page, p_size);
end
$$;
comment on function public.admin_audit_entries is 'Returns a page of the audit log, newest first. For super administrators.';

revoke all on all functions in schema sync from public;
revoke all on function public.note_admin_action(text, text, int),
  public.admin_audit_entries(text, text, timestamptz, timestamptz, int, int) from public, anon;
grant execute on function public.note_admin_action(text, text, int),
  public.admin_audit_entries(text, text, timestamptz, timestamptz, int, int) to authenticated;

-- Accounts in the console: the list, the plan, the block. Lists answer pages of docs/admin-api.md.

create function sync.admin_user(p_user uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select jsonb_build_object('id', u.id, 'email', u.email, 'full_name', p.full_name,
      'created_at', sync.iso(u.created_at), 'last_sign_in_at', sync.iso(u.last_sign_in_at),
      'has_pro_plan', coalesce(s.has_pro_plan, false), 'has_premium_plan', coalesce(s.has_premium_plan, false),
      'plan', case when s.has_premium_plan then 'premium' when s.has_pro_plan then 'pro' else 'free' end,
      'paid_plan', s.paid_plan,
      'granted_plan', case when s.granted_until is null or s.granted_until > now() then s.granted_plan end,
      'granted_until', sync.iso(s.granted_until),
      'granted_by', (select g.email from auth.users g where g.id = s.granted_by),
      'status', s.status, 'billing_period', s.billing_period, 'current_period_end', sync.iso(s.current_period_end),
      'trial_ends_at', sync.iso(s.trial_ends_at), 'cancel_at_period_end', coalesce(s.cancel_at_period_end, false),
      'is_admin', exists (select from public.admin_users a where a.user_id = u.id),
      'deleted_at', sync.iso(p.deleted_at), 'blocked_at', sync.iso(p.blocked_at))
    from auth.users u left join public.profiles p on p.id = u.id
      left join public.user_subscriptions s on s.user_id = u.id
    where u.id = p_user);
end
$$;
comment on function sync.admin_user is 'An account as the console shows it.';

create function public.admin_users(p_search text default '', p_filter text default 'all', p_page int default 1,
  p_size int default 10) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_search constant text := lower(btrim(coalesce(p_search, '')));
  v_total bigint; v_rows jsonb;
begin
  perform sync.require_admin(), sync.require_page(p_page, p_size),
    sync.require_option('p_filter', p_filter, '{all,free,pro,premium,paying,granted,trial}');
  with matching as materialized (
    select u.id, u.created_at from auth.users u left join public.user_subscriptions s on s.user_id = u.id
    where (v_search = '' or strpos(lower(coalesce(u.email, '')), v_search) > 0) and case p_filter
      when 'all' then true
      when 'free' then not coalesce(s.has_pro_plan or s.has_premium_plan, false)
      when 'pro' then s.has_pro_plan and not s.has_premium_plan
      when 'premium' then s.has_premium_plan
      when 'paying' then s.paid_plan is not null
      when 'granted' then s.granted_plan is not null and (s.granted_until is null or s.granted_until > now())
      else s.paid_plan is not null and s.trial_ends_at > now() end
  ), page as (
    select * from matching order by created_at desc, id limit p_size offset (p_page - 1) * p_size
  )
  select (select count(*) from matching),
      (select jsonb_agg(sync.admin_user(id) order by created_at desc, id) from page)
    into v_total, v_rows;
  return sync.list_page(v_rows, v_total, p_page, p_size);
end
$$;
comment on function public.admin_users is
  'Returns a page of the accounts whose address contains a text, newest first. For administrators.';

create function public.set_user_plan(p_user uuid, p_pro boolean, p_premium boolean, p_until timestamptz default null)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_paid text;
  v_wanted constant text := case when p_premium then 'premium' when p_pro then 'pro' end;
begin
  perform sync.require_admin();
  select paid_plan into v_paid from public.user_subscriptions where user_id = p_user for update;
  if not found then perform sync.refuse('not_found'); end if;
  -- Rule: what is paid for ends only at the payment provider.
  if v_paid = 'premium' and v_wanted is distinct from 'premium' or v_paid = 'pro' and v_wanted is null
    then perform sync.refuse('paid_plan'); end if;
  perform public.grant_plan(p_user, case when v_wanted is distinct from v_paid then v_wanted end, p_until);
  return sync.admin_user(p_user);
end
$$;
comment on function public.set_user_plan is
  'Grants the plan of the two checkboxes of the console, or ends the grant; refuses to take a paid plan away.';

create function public.block_account(p_user uuid, p_blocked boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform sync.require_admin();
  if exists (select from public.admin_users where user_id = p_user)
    then perform sync.refuse('bad_argument', 'p_user'); end if;
  update public.profiles set blocked_at = case when p_blocked then coalesce(blocked_at, now()) end where id = p_user;
  if not found then perform sync.refuse('not_found'); end if;
end
$$;
comment on function public.block_account is
  'Blocks an account from commenting, or ends the block; it keeps learning. For administrators.';

revoke all on all functions in schema sync from public;
revoke all on function public.admin_users(text, text, int, int),
  public.set_user_plan(uuid, boolean, boolean, timestamptz), public.block_account(uuid, boolean) from public, anon;
grant execute on function public.admin_users(text, text, int, int),
  public.set_user_plan(uuid, boolean, boolean, timestamptz), public.block_account(uuid, boolean) to authenticated;

-- Paged lists of the console: payments and registrations.

create function sync.admin_payment(p_payment public.payments) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('id', p_payment.id, 'email', p_payment.email, 'number', p_payment.number,
    'invoice_id', p_payment.invoice_id, 'amount', p_payment.amount, 'amount_due', p_payment.amount_due,
    'refunded', p_payment.refunded, 'currency', p_payment.currency, 'status', p_payment.status,
    'description', p_payment.description, 'plan_type', p_payment.plan_type,
    'period_start', sync.iso(p_payment.period_start), 'period_end', sync.iso(p_payment.period_end),
    'hosted_invoice_url', p_payment.hosted_invoice_url, 'created_at', sync.iso(p_payment.created_at))
$$;
comment on function sync.admin_payment is 'A payment as the console shows it.';

create function public.admin_payments(p_search text default '', p_status text default 'all',
  p_from timestamptz default null, p_to timestamptz default null, p_page int default 1, p_size int default 10)
  returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_search constant text := lower(btrim(coalesce(p_search, '')));
  v_total bigint; v_rows jsonb; v_sums jsonb;
begin
  perform sync.require_admin(), sync.require_page(p_page, p_size),
    sync.require_option('p_status', p_status, '{all,succeeded,pending,failed,refunded}');
  with matching as materialized (
    select p.id, p.created_at, p.amount, p.refunded from public.payments p
    where (p_status = 'all' or p.status = p_status) and (p_from is null or p.created_at >= p_from)
      and (p_to is null or p.created_at < p_to)
      and (v_search = '' or strpos(lower(p.email), v_search) > 0 or strpos(lower(coalesce(p.number, '')), v_search) > 0)
  ), page as (
    select * from matching order by created_at desc, id limit p_size offset (p_page - 1) * p_size
  )
  select count(*), jsonb_build_object('amount', coalesce(sum(m.amount), 0), 'refunded', coalesce(sum(m.refunded), 0)),
      (select jsonb_agg(sync.admin_payment(p) order by p.created_at desc, p.id)
        from page join public.payments p on p.id = page.id)
    into v_total, v_sums, v_rows from matching m;
  return sync.list_page(v_rows, v_total, p_page, p_size) || jsonb_build_object('sums', v_sums);
end
$$;
comment on function public.admin_payments is
  'Returns a page of the invoices by address or number, status and date, newest first. For administrators.';

create function public.admin_registrations(p_event uuid default null, p_status text default 'all',
  p_search text default '', p_page int default 1, p_size int default 10) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_search constant text := lower(btrim(coalesce(p_search, '')));
  v_total bigint; v_rows jsonb; v_counts jsonb;
begin
  perform sync.require_admin(), sync.require_page(p_page, p_size),
    sync.require_option('p_status', p_status, '{all,registered,cancelled,attended}');
  -- The counts are those of the tabs, so the status does not narrow them.
  with found_rows as materialized (
    select r.id, r.registered_at, r.status from public.event_registrations r
    where (p_event is null or r.event_id = p_event)
      and (v_search = '' or exists (select from auth.users u left join public.profiles p on p.id = u.id
        where u.id = r.user_id and (strpos(lower(coalesce(u.email, '')), v_search) > 0
          or strpos(lower(coalesce(p.full_name, '')), v_search) > 0)))
  ), page as (
    select id, registered_at from found_rows where p_status = 'all' or status = p_status
      order by registered_at desc, id limit p_size offset (p_page - 1) * p_size
  )
  select count(*) filter (where p_status = 'all' or f.status = p_status),
      jsonb_build_object('registered', count(*) filter (where f.status = 'registered'),
        'cancelled', count(*) filter (where f.status = 'cancelled'),
        'attended', count(*) filter (where f.status = 'attended')),
      (select jsonb_agg(jsonb_build_object('id', r.id, 'event_id', r.event_id, 'event_title', e.title,
          'user_id', r.user_id, 'email', u.email, 'full_name', p.full_name, 'status', r.status,
          'registered_at', sync.iso(r.registered_at)) order by r.registered_at desc, r.id)
        from page join public.event_registrations r on r.id = page.id join public.events e on e.id = r.event_id
          left join auth.users u on u.id = r.user_id left join public.profiles p on p.id = r.user_id)
    into v_total, v_counts, v_rows from found_rows f;
  return sync.list_page(v_rows, v_total, p_page, p_size) || jsonb_build_object('counts', v_counts);
end
$$;
comment on function public.admin_registrations is
  'Returns a page of the registrations by event, status and learner, newest first. For administrators.';

revoke all on all functions in schema sync from public;
revoke all on function public.admin_payments(text, text, timestamptz, timestamptz, int, int),
  public.admin_registrations(uuid, text, text, int, int) from public, anon;
grant execute on function public.admin_payments(text, text, timestamptz, timestamptz, int, int),
  public.admin_registrations(uuid, text, text, int, int) to authenticated;

-- The dashboard of the console and the badge of what is new.

-- Twins: MONTHLY_EUR and YEARLY_SHARE in src/config/limits.ts. A year is a whole number of euros.
create function sync.monthly_cents(p_plan text, p_period text) returns int language sql immutable set search_path = '' as $$
  select (case when p_period = 'yearly' then round(m.price * 12 * 0.8) * 100 / 12 else m.price * 100 end)::int
  from (select case p_plan when 'premium' then 30 when 'pro' then 15 else 0 end as price) m
$$;
comment on function sync.monthly_cents is 'What a plan brings in a month, in cents; a year counts a twelfth of its price.';

create function sync.admin_growth() returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_first constant timestamp := date_trunc('month', now() at time zone 'Europe/Sofia') - interval '11 months';
begin
  return (
    with joined as (
      select date_trunc('month', created_at at time zone 'Europe/Sofia') as month, count(*) as users
        from auth.users group by 1
    ), line as (
      select m.month, coalesce(j.users, 0) as users,
        (select coalesce(sum(b.users), 0) from joined b where b.month <= m.month) as total
      from generate_series(v_first, v_first + interval '11 months', interval '1 month') as m (month)
        left join joined j on j.month = m.month
    )
    select jsonb_agg(jsonb_build_object('month', to_char(month, 'YYYY-MM'), 'users', users, 'total', total)
      order by month) from line);
end
$$;
comment on function sync.admin_growth is 'New and all accounts of the last twelve months in Sofia.';

create function sync.admin_attention() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('kind', f.kind, 'count', f.count, 'since', sync.iso(f.since),
      'names', coalesce(f.names, '[]')) order by f.place), '[]')
    from (
      select 1 as place, 'failed_jobs' as kind, count(*) as count, min(last_finished_at) as since,
          jsonb_agg(name order by name) as names
        from public.background_jobs where error is not null
      union all
      select 2, 'unpaid_invoices', count(*), min(created_at), null from public.payments
        where status in ('pending', 'failed') and coalesce(amount_due, 0) > amount
      union all
      select 3, 'unsigned_certificates', count(*), min(created_at), null from public.issued_certificates
        where signed_at is null and revoked_at is null and created_at < now() - interval '10 minutes'
      union all
      select 4, 'open_reports', count(distinct comment_id), min(created_at), null from public.comment_reports
        where resolved_at is null
    ) f where f.count > 0);
end
$$;
comment on function sync.admin_attention is 'What needs a look: only facts that the database knows.';

create function public.admin_dashboard() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_users bigint; v_pro bigint; v_premium bigint; v_revenue record; v_plans jsonb;
begin
  perform sync.require_admin();
  select count(*), count(*) filter (where s.has_pro_plan and not s.has_premium_plan),
      count(*) filter (where s.has_premium_plan)
    into v_users, v_pro, v_premium from auth.users u left join public.user_subscriptions s on s.user_id = u.id;
  -- Decision 8: the subscriptions that run, without trials; a granted plan has no paid_plan.
  select coalesce(sum(sync.monthly_cents(paid_plan, billing_period)), 0)::bigint as cents, count(*) as number
    into v_revenue from public.user_subscriptions
    where paid_plan is not null and status in ('active', 'past_due') and coalesce(trial_ends_at, now()) <= now();
  v_plans := jsonb_build_object('free', v_users - v_pro - v_premium, 'pro', v_pro, 'premium', v_premium);
  return jsonb_build_object('at', sync.iso(now()),
    'totals', v_plans || jsonb_build_object('users', v_users, 'paying', v_pro + v_premium),
    'revenue', jsonb_build_object('monthly', v_revenue.cents, 'yearly', v_revenue.cents * 12, 'currency', 'EUR',
      'subscriptions', v_revenue.number),
    'growth', sync.admin_growth(), 'distribution', v_plans,
    'latest_payments', (select coalesce(jsonb_agg(sync.admin_payment(p) order by p.created_at desc, p.id), '[]')
      from (select * from public.payments order by created_at desc, id limit 5) p),
    'latest_users', (select coalesce(jsonb_agg(sync.admin_user(u.id) order by u.created_at desc, u.id), '[]')
      from (select id, created_at from auth.users order by created_at desc, id limit 5) u),
    'attention', sync.admin_attention());
end
$$;
comment on function public.admin_dashboard is
  'Returns the totals, the revenue, the growth, the latest payments and accounts, and what needs a look.';

-- ── The badge ──

create table sync.admin_seen (
  user_id uuid primary key references auth.users (id) on delete cascade,
  seen_until timestamptz not null
);
comment on table sync.admin_seen is 'Up to when an administrator has looked at what is new.';
alter table sync.admin_seen enable row level security;

create function public.admin_activity(p_limit int default 50) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_since timestamptz; v_counts jsonb; v_items jsonb;
begin
  perform sync.require_admin();
  if p_limit is null or p_limit < 0 or p_limit > 200 then perform sync.refuse('bad_argument', 'p_limit'); end if;
  v_since := coalesce((select seen_until from sync.admin_seen where user_id = (select auth.uid())),
    now() - interval '7 days');
  v_counts := jsonb_build_object(
    'users', (select count(*) from auth.users where created_at > v_since),
    'payments', (select count(*) from public.payments where created_at > v_since),
    'registrations', (select count(*) from public.event_registrations where registered_at > v_since),
    'demo_requests', (select count(*) from public.demo_requests where created_at > v_since),
    'launch_signups', (select count(*) from public.store_launch_notifications where created_at > v_since));
  select coalesce(jsonb_agg(jsonb_build_object('kind', i.kind, 'id', i.id, 'title', i.title, 'detail', i.detail,
      'created_at', sync.iso(i.created_at)) order by i.created_at desc, i.id), '[]') into v_items
    from (
      (select 'user' as kind, u.id, u.email::text as title, p.full_name as detail, u.created_at
        from auth.users u left join public.profiles p on p.id = u.id where u.created_at > v_since
        order by u.created_at desc limit p_limit)
      union all
      (select 'payment', id, email, amount || ' ' || currency || ' ' || status, created_at from public.payments
        where created_at > v_since order by created_at desc limit p_limit)
      union all
      (select 'registration', r.id, e.title, u.email::text, r.registered_at from public.event_registrations r
        join public.events e on e.id = r.event_id left join auth.users u on u.id = r.user_id
        where r.registered_at > v_since order by r.registered_at desc limit p_limit)
      union all
      (select 'demo_request', id, first_name || ' ' || last_name, email, created_at from public.demo_requests
        where created_at > v_since order by created_at desc limit p_limit)
      union all
      (select 'launch_signup', id, email, source, created_at from public.store_launch_notifications
        where created_at > v_since order by created_at desc limit p_limit)
      order by created_at desc limit p_limit) i;
  return jsonb_build_object('since', sync.iso(v_since), 'until', sync.iso(now()), 'counts', v_counts,
    'total', (select sum(value::bigint) from jsonb_each_text(v_counts)), 'items', v_items);
end
$$;
comment on function public.admin_activity is 'Returns what is new since this administrator last looked, newest first.';

create function public.mark_admin_activity(p_until timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform sync.require_admin();
  if p_until is null then perform sync.refuse('bad_argument', 'p_until'); end if;
  insert into sync.admin_seen as s (user_id, seen_until) values ((select auth.uid()), least(p_until, now()))
    on conflict (user_id) do update set seen_until = greatest(s.seen_until, excluded.seen_until);
end
$$;
comment on function public.mark_admin_activity is 'Stores that this administrator has seen what is new up to a time.';

revoke all on all functions in schema sync from public;
revoke all on function public.admin_dashboard(), public.admin_activity(int), public.mark_admin_activity(timestamptz)
  from public, anon;
grant execute on function public.admin_dashboard(), public.admin_activity(int),
  public.mark_admin_activity(timestamptz) to authenticated;
