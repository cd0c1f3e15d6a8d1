-- The contact form: a form document of the journal, answered in the console.


create table public.contact_requests (
  id uuid primary key,
  user_id uuid references public.profiles (id) on delete cascade,
  name text not null check (char_length(name) <= 200),
  email text not null check (email like '%_@_%' and char_length(email) <= 320),
  topic text not null check (topic in ('mentor', 'payment', 'technical', 'other')),
  message text not null check (btrim(message) <> '' and char_length(message) <= 2000),
  -- The state of the sync engine on the learner's device, attached on request. It has no contents of documents.
  log text check (char_length(log) <= 20000),
  -- The account had the Premium plan when the message arrived.
  priority boolean not null default false,
  created_at timestamptz not null default now(),
  answer text check (char_length(answer) <= 4000),
  answered_at timestamptz,
  answered_by uuid references auth.users (id) on delete set null
);
comment on table public.contact_requests is 'Messages from the contact form, with the answers of administrators.';
create index contact_requests_open on public.contact_requests (priority desc, created_at) where answered_at is null;
create index contact_requests_by_user on public.contact_requests (user_id, created_at desc);
create index contact_requests_by_answerer on public.contact_requests (answered_by);
alter table public.contact_requests enable row level security;
create policy "administrators read contact requests" on public.contact_requests for select to authenticated
  using ((select public.is_admin()));
comment on policy "administrators read contact requests" on public.contact_requests is
  'Administrators may read every row; the answer reaches the learner as a notification.';
create policy "administrators delete contact requests" on public.contact_requests for delete to authenticated
  using ((select public.is_admin()));
comment on policy "administrators delete contact requests" on public.contact_requests is
  'Administrators may delete every row.';
grant select, delete on public.contact_requests to authenticated;
grant all on public.contact_requests to service_role;
create trigger stamp before insert or update on public.contact_requests for each row
  execute function sync.set_created_at();
create trigger audit after update or delete on public.contact_requests for each row execute function sync.audit();
create trigger poke_admin after insert or update or delete on public.contact_requests for each statement
  execute function sync.poke_admin();

-- A visitor gives a name and an address. Those of an account come from the account, so that nobody writes in another's name.
create function sync.apply_contact(p_user uuid, p_id uuid, p_payload jsonb, p_log text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_name text := btrim(p_payload ->> 'name');
  v_email text := btrim(p_payload ->> 'email');
  v_priority boolean := false;
begin
  if p_user is not null then
    -- CONTACT_REQUESTS_PER_DAY
    if (select count(*) from public.contact_requests where user_id = p_user and created_at > now() - interval '1 day')
      >= 20 and not exists (select from public.contact_requests where id = p_id)
      then perform sync.reject('too_many'); end if;
    select coalesce(nullif(btrim(p.full_name), ''), u.email), u.email, coalesce(s.has_premium_plan, false)
      into v_name, v_email, v_priority
      from auth.users u join public.profiles p on p.id = u.id
        left join public.user_subscriptions s on s.user_id = u.id
      where u.id = p_user;
  end if;
  insert into public.contact_requests (id, user_id, name, email, topic, message, log, priority)
    values (p_id, p_user, v_name, v_email,
      case when p_payload ->> 'topic' in ('mentor', 'payment', 'technical') then p_payload ->> 'topic' else 'other' end,
      btrim(p_payload ->> 'message'), case when p_user is not null then p_log end, v_priority)
    on conflict do nothing;
end
$$;
comment on function sync.apply_contact is
  'Stores a message from the contact form once; the plan of the account decides its priority.';

create function sync.contact_row(p_request public.contact_requests) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('id', p_request.id, 'user_id', p_request.user_id, 'name', p_request.name,
    'email', p_request.email, 'topic', p_request.topic, 'message', p_request.message,
    'has_log', p_request.log is not null, 'priority', p_request.priority,
    'plan', coalesce((select case when s.has_premium_plan then 'premium' when s.has_pro_plan then 'pro' else 'free' end
      from public.user_subscriptions s where s.user_id = p_request.user_id), 'free'),
    'created_at', sync.iso(p_request.created_at), 'answer', p_request.answer,
    'answered_at', sync.iso(p_request.answered_at))
$$;
comment on function sync.contact_row is 'A contact request as the console shows it, without the log.';

create function public.admin_contact_requests(p_state text default 'open', p_search text default '',
  p_page int default 1, p_size int default 10) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_search constant text := lower(btrim(coalesce(p_search, '')));
  v_total bigint; v_rows jsonb; v_counts jsonb;
begin
  perform sync.require_admin(), sync.require_page(p_page, p_size),
    sync.require_option('p_state', p_state, '{open,answered,all}');
  select jsonb_build_object('open', count(*) filter (where c.answered_at is null),
      'answered', count(*) filter (where c.answered_at is not null)),
      count(*) filter (where p_state = 'all' or (c.answered_at is null) = (p_state = 'open'))
    into v_counts, v_total from public.contact_requests c
    where v_search = '' or strpos(lower(c.email), v_search) > 0 or strpos(lower(c.name), v_search) > 0
      or strpos(lower(c.message), v_search) > 0;
  -- Open ones: priority first, then those who wait longest. The others: newest first.
  select jsonb_agg(sync.contact_row(m.request) order by m.place) into v_rows
    from (select c as request, row_number() over (order by c.answered_at is not null,
        case when c.answered_at is null then c.priority end desc nulls last,
        case when c.answered_at is null then c.created_at end, c.answered_at desc, c.id) as place
      from public.contact_requests c
      where (p_state = 'all' or (c.answered_at is null) = (p_state = 'open'))
        and (v_search = '' or strpos(lower(c.email), v_search) > 0 or strpos(lower(c.name), v_search) > 0
          or strpos(lower(c.message), v_search) > 0)
      order by place limit p_size offset (p_page - 1) * p_size) m;
  return sync.list_page(v_rows, v_total, p_page, p_size) || jsonb_build_object('counts', v_counts);
end
$$;
comment on function public.admin_contact_requests is
  'Returns a page of the contact requests: open ones by priority and waiting time, answered ones newest first. For administrators.';

create function public.reply_to_contact_request(p_id uuid, p_answer text default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_answer constant text := nullif(btrim(p_answer), '');
  v_request public.contact_requests;
begin
  perform sync.require_admin();
  if char_length(v_answer) > 4000 then perform sync.refuse('bad_argument', 'p_answer'); end if;
  select * into v_request from public.contact_requests where id = p_id for update;
  if not found then perform sync.refuse('not_found'); end if;
  if v_request.answered_at is not null then
    -- A repeated call is the same answer.
    if v_request.answer is distinct from v_answer then perform sync.refuse('answered'); end if;
    return sync.contact_row(v_request);
  end if;
  -- Without an account there is no place where the answer could arrive.
  if v_answer is not null and v_request.user_id is null then perform sync.refuse('no_account'); end if;
  update public.contact_requests set answer = v_answer, answered_at = now(), answered_by = (select auth.uid())
    where id = p_id returning * into v_request;
  if v_answer is not null then
    perform sync.notify(v_request.user_id, 'admin', 'contact:' || p_id, 'info', 'Отговор на съобщението Ви', v_answer,
      '/contact');
  end if;
  return sync.contact_row(v_request);
end
$$;
comment on function public.reply_to_contact_request is
  'Answers a contact request with a notification to the learner; without a text it is only marked as answered.';

revoke all on all functions in schema sync from public;
revoke all on function public.admin_contact_requests(text, text, int, int),
  public.reply_to_contact_request(uuid, text) from public, anon;
grant execute on function public.admin_contact_requests(text, text, int, int),
  public.reply_to_contact_request(uuid, text) to authenticated;

drop function sync.apply_form(uuid, uuid, text, jsonb);

create or replace function sync.is_form(p_data jsonb) returns boolean language plpgsql immutable parallel safe as $$
begin
  return (
    select coalesce(case
      when jsonb_typeof(p_data) <> 'object' then false
      when sync.has_members(p_data - 'log', '{form,payload}')
        and p_data -> 'form' in ('"launch"', '"demo"', '"report"', '"contact"')
        and (not p_data ? 'log' or sync.is_text(p_data -> 'log', 20000)) -- FORM_LOG_LENGTH
        and jsonb_typeof(p_data -> 'payload') = 'object' then
        -- FORM_FIELDS, FORM_VALUE_LENGTH
        (select count(*) <= 20 and coalesce(bool_and(e.key ~ '^[a-z][a-z_]{0,39}$' and sync.is_text(e.value, 2000)),
          true)
         from jsonb_each(p_data -> 'payload') e)
    end, false)
  );
end
$$;
comment on function sync.is_form is 'Returns whether data is valid for the kind form: texts by field name, and perhaps the log of the sync engine.';

create or replace function sync.apply_form(p_user uuid, p_id uuid, p_form text, p_payload jsonb, p_log text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_email text := btrim(p_payload ->> 'email');
begin
  if p_form = 'report' then
    if p_user is null then perform sync.reject('sign_in'); end if;
    if not sync.is_uuid(p_payload -> 'comment_id') then perform sync.reject('bad_document'); end if;
    insert into public.comment_reports (comment_id, user_id, reason)
      select c.id, p_user, coalesce(btrim(p_payload ->> 'reason'), '') from public.video_comments c
        where c.id = (p_payload ->> 'comment_id')::uuid and sync.user_may_discuss(p_user, c.video_id)
      on conflict do nothing;
    return;
  end if;
  if p_form = 'contact' then
    perform sync.apply_contact(p_user, p_id, p_payload, p_log);
    return;
  end if;
  if v_email is null or v_email not like '%_@_%' or char_length(v_email) > 320
    then perform sync.reject('bad_document'); end if;
  if p_form = 'launch' then
    insert into public.store_launch_notifications (id, email, source)
      values (p_id, v_email, case when p_payload ->> 'source' in ('store_page', 'admin_page', 'dashboard')
        then p_payload ->> 'source' else 'store_page' end)
      on conflict do nothing;
  elsif p_form = 'demo' then
    insert into public.demo_requests (id, user_id, first_name, last_name, email, phone, company, job_title, interest,
      message)
      values (p_id, p_user, btrim(p_payload ->> 'first_name'), btrim(p_payload ->> 'last_name'), v_email,
        p_payload ->> 'phone',
        p_payload ->> 'company', p_payload ->> 'job_title', p_payload ->> 'interest', p_payload ->> 'message')
      on conflict do nothing;
  else
    perform sync.reject('bad_document');
  end if;
exception when check_violation or not_null_violation then
  perform sync.reject('bad_document');
end
$$;
comment on function sync.apply_form is
  'Stores a form of a visitor or learner; an address that signed up before is a success, as specified.';

create or replace function sync.apply(p_user uuid, p_doc jsonb) returns void language plpgsql volatile as $$
declare
  v_key text := split_part(p_doc ->> 'id', '/', 2);
  v_data jsonb := p_doc -> 'data';
begin
  case p_doc ->> 'kind'
    when 'progress' then perform sync.apply_progress(p_user, v_key::uuid);
    when 'attempt' then
      if v_data ->> 'finished_at' is not null then
        perform sync.apply_result(p_user, v_key::uuid, (v_data ->> 'test_id')::uuid, v_data -> 'answers',
          ((v_data ->> 'time_spent')::bigint / 1000)::int,
          sync.time_of_ms((v_data ->> 'finished_at')::bigint), sync.time_of_ms((v_data ->> 'started_at')::bigint),
          (v_data ->> 'version')::int);
      end if;
    when 'day' then perform sync.apply_day(p_user, v_key::date);
    when 'registration' then
      perform sync.apply_registration(p_user, v_key::uuid, (v_data ->> 'registered')::boolean,
        sync.time_of_ms((p_doc ->> 'at')::bigint));
    when 'like' then perform sync.apply_like(p_user, v_key::uuid, (v_data ->> 'liked')::boolean,
      sync.time_of_ms((p_doc ->> 'at')::bigint));
    when 'comment' then
      perform sync.apply_comment(p_user, v_key::uuid, (v_data ->> 'video_id')::uuid, v_data ->> 'content',
        sync.time_of_ms((v_data ->> 'created_at')::bigint), (v_data ->> 'deleted')::boolean,
        (v_data ->> 'position')::int, (v_data ->> 'parent_id')::uuid);
    when 'note' then null;
    when 'read' then perform sync.apply_read(p_user, v_key::uuid, (v_data ->> 'deleted')::boolean);
    when 'profile' then perform sync.apply_profile(p_user, v_data -> 'fields');
    when 'cart' then perform sync.apply_cart(p_user, v_key::uuid, (v_data ->> 'quantity')::int);
    when 'view' then perform sync.apply_view(p_user, (v_data ->> 'news_id')::uuid);
    when 'form' then perform sync.apply_form(p_user, v_key::uuid, v_data ->> 'form', v_data -> 'payload',
      v_data ->> 'log');
    -- Rule: without this branch PostgreSQL raises case_not_found, and the device would retry for ever.
    else perform sync.reject('unknown_kind');
  end case;
end
$$;
comment on function sync.apply is
  'Applies a stored document to the tables of the product; raises a rejection code of sync_push if the product '
  'rejects it.';

create or replace function sync.code_message(p_code text) returns text language sql immutable parallel safe as $$
  select coalesce('{
    "bad_document": "The document has another form than its kind.",
    "unknown_kind": "The server does not know this kind of document.",
    "bad_id": "The id is not that of such a document.",
    "too_large": "The document is larger than 700,000 bytes.",
    "forbidden": "This account may not do this.",
    "not_found": "What the document is about does not exist.",
    "event_full": "The event has no free seat.",
    "event_closed": "The event takes no registrations.",
    "attempts_exhausted": "The test allows no further attempt.",
    "clock": "The date is in the future.",
    "duplicate": "The id belongs to something else.",
    "sign_in": "Without an account only forms can be sent.",
    "too_many": "This account sent too many of these today."
  }'::jsonb ->> p_code, 'The server could not do this now.')
$$;
comment on function sync.code_message is
  'The reason of an answer in English, for logs and exports; screens have their own text per code.';

create or replace function sync.push_rejection(p_user uuid, p_raw json, p_state text, p_message text) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  v_doc_id text;
  v_stored jsonb;
  v_code text := case
    when p_state = 'P0001' and p_message in ('bad_document', 'unknown_kind', 'bad_id', 'too_large', 'forbidden',
      'not_found', 'event_full', 'event_closed',
      'attempts_exhausted', 'clock', 'duplicate', 'sign_in', 'too_many') then p_message
    when p_state = '23505' then 'duplicate'
    when p_state in ('23503', 'P0002') then 'not_found'
    when p_state = '42501' then 'forbidden'
    -- The server's side of the feature is missing, so a retry would not help.
    when p_state in ('42P01', '42703', '42883') then 'unknown_kind'
    when p_state = 'P0001' or left(p_state, 2) in ('22', '23', '54') then 'bad_document'
  end;
begin
  begin
    v_doc_id := case when json_typeof(p_raw) = 'object' and json_typeof(p_raw -> 'id') = 'string'
      then left(p_raw ->> 'id', 200) end;
    v_stored := sync.stored_doc(p_user, v_doc_id);
  exception when others then null; -- an id with characters that no text can hold
  end;
  if v_code is null then
    raise warning 'sync_push will be asked again for %: % %', v_doc_id, p_state, p_message;
    return jsonb_build_object('id', v_doc_id, 'status', 'retry', 'message', sync.code_message(null));
  end if;
  return jsonb_build_object('id', v_doc_id, 'status', 'rejected', 'code', v_code, 'message', sync.code_message(v_code))
    || case when v_stored is null then '{}' else jsonb_build_object('doc', v_stored) end;
end
$$;
comment on function sync.push_rejection is
  'The answer for a document that raised: rejected for a permanent reason, retry for a passing one (locks, '
  'deadlocks, resources).';

create or replace function sync.check_wire_version(p_version int) returns void
language plpgsql immutable as $$
begin
  if coalesce(p_version, 1) < 1 then
    raise sqlstate 'PT503' using message = 'client_too_old';
  end if;
  if p_version > 6 then
    raise sqlstate 'PT503' using message = 'server_too_old';
  end if;
end
$$;
comment on function sync.check_wire_version is
  'Raises client_too_old or server_too_old for a version of the sync protocol that this server does not serve.';

create or replace function sync.skip_muted_notification() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Messages about payments always arrive, and so does the answer to a learner's own message.
  if new.topic <> 'billing' and coalesce(new.source, '') not like 'contact:%'
    and exists (select from public.profiles where id = new.user_id and new.type = any (muted))
    then return null; end if;
  return new;
end
$$;
comment on function sync.skip_muted_notification is 'Drops a notification whose kind the learner switched off, unless it is about payments or an answer to the learner.';

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
  update public.payments set email = 'erased' where user_id = p_user;
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

create or replace function sync.admin_attention() returns jsonb
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
      select 4, 'failed_sends', count(*), min(created_at), null from public.notification_sends
        where state in ('queued', 'sending', 'withdrawing') and created_at < now() - interval '15 minutes'
      union all
      select 5, 'open_reports', count(distinct comment_id), min(created_at), null from public.comment_reports
        where resolved_at is null
      union all
      select 6, 'open_contact_requests', count(*), min(created_at), null from public.contact_requests
        where answered_at is null
    ) f where f.count > 0);
end
$$;
comment on function sync.admin_attention is 'What needs a look: only facts that the database knows.';

revoke all on all functions in schema sync from public;
