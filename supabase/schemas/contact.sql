-- Messages from the contact form: learners and visitors write, administrators answer.
-- Rule: only sync.apply_form adds rows, and only reply_to_contact_request answers them.

create table public.contact_requests (
  id uuid primary key,
  user_id uuid references public.profiles (id) on delete cascade,
  name text not null check (char_length(name) <= 200),
  email text not null check (email like '%_@_%' and char_length(email) <= sync.email_length()),
  topic text not null check (topic = any (sync.contact_topics())),
  message text not null check (btrim(message) <> '' and char_length(message) <= sync.form_value_length()),
  -- Log of the sync engine on the learner's device, attached if the learner agrees. It contains no documents.
  log text check (char_length(log) <= sync.form_log_length()),
  -- The account had the Premium plan when the message arrived.
  priority boolean not null default false,
  created_at timestamptz not null default now(),
  answer text check (char_length(answer) <= sync.contact_answer_length()),
  answered_at timestamptz,
  answered_by uuid references auth.users (id) on delete set null,
  deleted_at timestamptz
);
comment on table public.contact_requests is 'Messages from the contact form, with the answers of administrators.';
create trigger a_clean before insert or update on public.contact_requests for each row
  execute function sync.clean_row();
create index contact_requests_open on public.contact_requests (priority desc, created_at) where answered_at is null;
create index contact_requests_by_user on public.contact_requests (user_id, created_at desc);
create index contact_requests_by_answerer on public.contact_requests (answered_by);
alter table public.contact_requests enable row level security;
create policy "administrators read contact requests" on public.contact_requests for select to authenticated
  using ((select public.is_admin()));
comment on policy "administrators read contact requests" on public.contact_requests is
  'Administrators may read every row; the answer reaches the learner as a notification.';
grant select on public.contact_requests to authenticated;
grant all on public.contact_requests to service_role;
create trigger stamp before insert or update on public.contact_requests for each row
  execute function sync.set_created_at();
create trigger audit after update or delete on public.contact_requests for each row execute function sync.audit();
create trigger poke_admin after insert or update or delete on public.contact_requests for each statement
  execute function sync.poke_admin();

-- Visitors enter a name and an address. For a signed-in learner, the server uses those of the account, so that nobody
-- writes in another person's name.
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
      case when p_payload ->> 'topic' = any (sync.contact_topics()) then p_payload ->> 'topic' else 'other' end,
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
  v_search constant text := sync.search_pattern(p_search);
  v_total bigint; v_rows jsonb; v_counts jsonb;
begin
  perform sync.require_admin(), sync.require_page(p_page, p_size),
    sync.require_option('p_state', p_state, '{open,answered,all}');
  select jsonb_build_object('open', count(*) filter (where c.answered_at is null),
      'answered', count(*) filter (where c.answered_at is not null)),
      count(*) filter (where p_state = 'all' or (c.answered_at is null) = (p_state = 'open'))
    into v_counts, v_total from public.contact_requests c
    where c.deleted_at is null and (v_search = '' or lower(c.email) ~ v_search
      or lower(c.name) ~ v_search or lower(c.message) ~ v_search);
  -- Open requests come first: those with priority before the others, then the oldest first. Answered requests follow,
  -- the last answered first.
  select jsonb_agg(sync.contact_row(m.request) order by m.place) into v_rows
    from (select c as request, row_number() over (order by c.answered_at is not null,
        case when c.answered_at is null then c.priority end desc nulls last,
        case when c.answered_at is null then c.created_at end, c.answered_at desc, c.id) as place
      from public.contact_requests c
      where c.deleted_at is null and (p_state = 'all' or (c.answered_at is null) = (p_state = 'open'))
        and (v_search = '' or lower(c.email) ~ v_search or lower(c.name) ~ v_search
          or lower(c.message) ~ v_search)
      order by place limit p_size offset (p_page - 1) * p_size) m;
  return sync.list_page(v_rows, v_total, p_page, p_size) || jsonb_build_object('counts', v_counts);
end
$$;
comment on function public.admin_contact_requests is
  'Returns a page of the contact requests: open ones by priority and waiting time, answered ones newest first. For '
  'administrators.';

create function public.reply_to_contact_request(p_id uuid, p_answer text default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_answer constant text := nullif(btrim(p_answer), '');
  v_request public.contact_requests;
begin
  perform sync.require_admin();
  if char_length(v_answer) > sync.contact_answer_length() then perform sync.refuse('bad_argument', 'p_answer'); end if;
  select * into v_request from public.contact_requests where id = p_id for update;
  if not found then perform sync.refuse('not_found'); end if;
  if v_request.answered_at is not null then
    -- Idempotent: a repeated call with the same answer succeeds.
    if v_request.answer is distinct from v_answer then perform sync.refuse('answered'); end if;
    return sync.contact_row(v_request);
  end if;
  -- A visitor has no account that could receive the answer.
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

grant execute on function public.admin_contact_requests(text, text, int, int),
  public.reply_to_contact_request(uuid, text) to authenticated;
