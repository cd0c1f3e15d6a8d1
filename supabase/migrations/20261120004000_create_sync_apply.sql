-- What a journal document does to the tables of the product. Called by sync_push for the merged document, once per change.
--
--   sync.apply_result(user uuid, attempt uuid, test uuid, answers jsonb, time_spent_s int, finished_at timestamptz, started_at timestamptz or null)
--   sync.apply_day(user uuid, day date)                          sync.apply_like(user uuid, video uuid, liked boolean, at timestamptz or null)
--   sync.apply_comment(user uuid, id uuid, video uuid, content text, created_at timestamptz, deleted boolean)
--   sync.apply_registration(user uuid, event uuid, registered boolean, at timestamptz or null)
--   sync.apply_read(user uuid, notification uuid, deleted boolean)
--   sync.apply_profile(user uuid, fields jsonb)                  sync.apply_cart(user uuid, product uuid, quantity int)
--   sync.apply_view(user uuid, news uuid)                        sync.apply_progress(user uuid, video uuid)
--   sync.apply_form(user uuid or null, id uuid, form text, payload jsonb)
--
-- Guarantees: idempotent; the state afterwards follows from the arguments alone. A refusal is an exception whose message is the code.
-- Rule: call sync.lock_user(user) first in a transaction, so that two devices of an account queue. Registrations lock the event's row.

-- Whether an act can be this learner's. A plan may have ended while the device was offline and did not know: what was done there is kept. One
-- that was changed for a smaller one keeps what was done before. Both for as long as a device believes what it last heard of the plan: 30 days
-- (twin: OFFLINE_LEASE_DAYS). Nobody gains by naming an earlier time: the plan was theirs then.
-- Rule: an act without its time is of now, and after those days, or for a larger plan than the one that ended, only the plan of today counts.
create function sync.may_act(p_user uuid, p_plan text, p_acted_at timestamptz default null) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return sync.user_has_plan(p_user, p_plan)
    or exists (select from public.user_subscriptions s,
        lateral (select case when p_plan = 'premium' then s.premium_ended_at else s.paid_ended_at end as ended) e
      where s.user_id = p_user and now() < e.ended + interval '30 days'
        and (p_acted_at < e.ended or (p_acted_at is not null and not (s.has_pro_plan or s.has_premium_plan))))
    or exists (select from public.admin_users a where a.user_id = p_user);
end
$$;

create function sync.refuse(p_code text) returns void language plpgsql immutable set search_path = '' as $$
begin
  raise exception '%', p_code using errcode = 'P0001';
end
$$;

create function sync.apply_result(p_user uuid, p_attempt uuid, p_test uuid, p_answers jsonb, p_time_spent int, p_finished_at timestamptz,
  p_started_at timestamptz default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_test record; v_old public.test_results; v_score jsonb; v_spent int := greatest(0, p_time_spent);
begin
  perform sync.lock_user(p_user);
  select t.max_attempts, t.time_limit, c.plan_type into v_test from public.tests t join public.courses c on c.id = t.course_id where t.id = p_test;
  if not found then perform sync.refuse('not_found'); end if;
  if not sync.may_act(p_user, case when v_test.plan_type = 'premium' then 'premium' else 'basic' end, p_started_at) then
    perform sync.refuse('forbidden');
  end if;
  select * into v_old from public.test_results where id = p_attempt;
  if found and v_old.user_id <> p_user then perform sync.refuse('duplicate'); end if;
  -- Rule: scored once. The review gives the key away, so what is sent afterwards for the same attempt cannot count; nor does a key corrected later.
  if v_old.id is not null then return; end if;
  if v_test.max_attempts > 0
    and (select count(*) from public.test_results where user_id = p_user and test_id = p_test) >= v_test.max_attempts then
    perform sync.refuse('attempts_exhausted');
  end if;
  if v_test.time_limit > 0 then v_spent := least(v_spent, v_test.time_limit * 60); end if;
  v_score := sync.score_attempt(p_test, p_answers);
  insert into public.test_results (id, user_id, test_id, score, passed, time_spent, answers, review, completed_at)
    values (p_attempt, p_user, p_test, (v_score ->> 'score')::int, (v_score ->> 'passed')::boolean, v_spent, p_answers,
      v_score -> 'review', p_finished_at);
end
$$;

create function sync.apply_day(p_user uuid, p_day date) returns void language plpgsql volatile security definer set search_path = '' as $$
begin
  -- The earliest time zone is most of a day ahead, and clocks err; before the academy nobody was active.
  if p_day > (now() at time zone 'UTC')::date + 2 or p_day < '2020-01-01' then perform sync.refuse('clock'); end if;
  insert into public.user_activity (user_id, active_on) values (p_user, p_day) on conflict do nothing;
end
$$;

-- Refuses a like or comment where the account cannot have had the lesson before it. `p_acted_at`: when it was said or liked.
create function sync.check_discussion(p_user uuid, p_video uuid, p_acted_at timestamptz) returns void language plpgsql stable security definer set search_path = '' as $$
declare
  v_plan text;
begin
  select case when c.plan_type = 'premium' and not v.is_free_preview then 'premium' else 'basic' end into v_plan
    from public.videos v join public.courses c on c.id = v.course_id where v.id = p_video;
  if not found then perform sync.refuse('not_found'); end if;
  if not sync.may_act(p_user, v_plan, p_acted_at) then perform sync.refuse('forbidden'); end if;
end
$$;

create function sync.apply_like(p_user uuid, p_video uuid, p_liked boolean, p_at timestamptz default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if p_liked then
    perform sync.check_discussion(p_user, p_video, p_at);
    insert into public.video_likes (video_id, user_id) values (p_video, p_user) on conflict do nothing;
  else
    delete from public.video_likes where video_id = p_video and user_id = p_user;
  end if;
end
$$;

create function sync.apply_comment(p_user uuid, p_id uuid, p_video uuid, p_content text, p_created_at timestamptz, p_deleted boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if exists (select from public.video_comments where id = p_id and user_id <> p_user) then perform sync.refuse('duplicate'); end if;
  if p_deleted then
    delete from public.video_comments where id = p_id;
    return;
  end if;
  perform sync.check_discussion(p_user, p_video, p_created_at);
  if coalesce(btrim(p_content, E' \t\r\n'), '') = '' or char_length(p_content) > 2000 then perform sync.refuse('bad_document'); end if;
  insert into public.video_comments as c (id, video_id, user_id, content, created_at) values (p_id, p_video, p_user, p_content, p_created_at)
    on conflict (id) do update set content = btrim(p_content, E' \t\r\n'), created_at = excluded.created_at
    where (c.content, c.created_at) is distinct from (excluded.content, excluded.created_at);
end
$$;

create function sync.apply_registration(p_user uuid, p_event uuid, p_registered boolean, p_at timestamptz default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not p_registered then
    delete from public.event_registrations where event_id = p_event and user_id = p_user and status <> 'attended';
    return;
  end if;
  if not sync.may_act(p_user, 'basic', p_at) then perform sync.refuse('forbidden'); end if;
  insert into public.event_registrations as r (event_id, user_id) values (p_event, p_user)
    on conflict (event_id, user_id) do update set status = 'registered', registered_at = now() where r.status = 'cancelled';
end
$$;

create function sync.apply_read(p_user uuid, p_notification uuid, p_deleted boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- One that is gone was deleted from another device: nothing is left to do.
  if exists (select from public.notifications where id = p_notification and user_id <> p_user) then perform sync.refuse('not_found'); end if;
  if p_deleted then
    delete from public.notifications where id = p_notification;
  else
    update public.notifications set is_read = true where id = p_notification and not is_read;
  end if;
end
$$;

-- What is switched off after `notify_<kind>` was written: 'off', or nothing for a kind that is wanted.
create function sync.muted_of(p_muted text[], p_fields jsonb) returns text[] language sql immutable set search_path = '' as $$
  select coalesce(array_agg(kind order by kind), '{}') from unnest(array['info', 'success', 'warning']) kind
    where case when p_fields ? ('notify_' || kind) then p_fields ->> ('notify_' || kind) = 'off' else kind = any (p_muted) end
$$;

create function sync.apply_profile(p_user uuid, p_fields jsonb) returns void language plpgsql volatile security definer set search_path = '' as $$
declare
  v jsonb;
begin
  -- `{field: {value, at}}` or `{field: value}`; an empty text clears the field.
  select coalesce(jsonb_object_agg(key, nullif(btrim(case when jsonb_typeof(value) = 'object' then value ->> 'value' else value #>> '{}' end), '')), '{}')
    into v from jsonb_each(p_fields);
  if v - array['full_name', 'bio', 'job_title', 'location', 'website', 'notify_info', 'notify_success', 'notify_warning'] <> '{}' then
    perform sync.refuse('bad_document');
  end if;
  if exists (select from jsonb_each_text(v) where key like 'notify\_%' and value <> 'off') then perform sync.refuse('bad_document'); end if;
  if v ->> 'website' !~* '^https?://' then
    -- "example.com" is an address without its beginning; anything with another beginning is none.
    if v ->> 'website' ~* '^[a-z][a-z0-9+.-]*:' then perform sync.refuse('bad_document'); end if;
    v := v || jsonb_build_object('website', 'https://' || (v ->> 'website'));
  end if;
  update public.profiles p set
    full_name = case when v ? 'full_name' then v ->> 'full_name' else p.full_name end,
    bio = case when v ? 'bio' then v ->> 'bio' else p.bio end,
    job_title = case when v ? 'job_title' then v ->> 'job_title' else p.job_title end,
    location = case when v ? 'location' then v ->> 'location' else p.location end,
    website = case when v ? 'website' then v ->> 'website' else p.website end,
    muted = sync.muted_of(p.muted, v)
  where p.id = p_user
    and (sync.muted_of(p.muted, v) <> p.muted or v - array['notify_info', 'notify_success', 'notify_warning'] <> (select coalesce(jsonb_object_agg(key, to_jsonb(p) -> key), '{}') from jsonb_object_keys(v - array['notify_info', 'notify_success', 'notify_warning']) as k (key)));
exception when check_violation then
  perform sync.refuse('bad_document');
end
$$;

create function sync.apply_cart(p_user uuid, p_product uuid, p_quantity int) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if p_quantity <= 0 then
    delete from public.user_cart where user_id = p_user and product_id = p_product;
    return;
  end if;
  if not exists (select from public.products where id = p_product) then perform sync.refuse('not_found'); end if;
  if p_quantity > 999 then perform sync.refuse('bad_document'); end if;
  insert into public.user_cart (user_id, product_id, quantity) values (p_user, p_product, p_quantity)
    on conflict (user_id, product_id) do update set quantity = excluded.quantity;
end
$$;

-- A news item was opened. The journal's document is the fact that achievements count; here it is only checked.
create function sync.apply_view(p_user uuid, p_news uuid) returns void language plpgsql volatile security definer set search_path = '' as $$
begin
  if not exists (select from public.news where id = p_news) then perform sync.refuse('not_found'); end if;
end
$$;

-- A lesson was watched. The journal's document is the fact that achievements count; here it is only checked.
create function sync.apply_progress(p_user uuid, p_video uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not exists (select from public.videos where id = p_video) then perform sync.refuse('not_found'); end if;
end
$$;

-- Forms of visitors and learners. An address that signed up before has signed up: that is success, as specified.
create function sync.apply_form(p_user uuid, p_id uuid, p_form text, p_payload jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_email text := btrim(p_payload ->> 'email');
begin
  if v_email is null or v_email not like '%_@_%' or char_length(v_email) > 320 then perform sync.refuse('bad_document'); end if;
  if p_form = 'launch' then
    insert into public.store_launch_notifications (id, email, source)
      values (p_id, v_email, case when p_payload ->> 'source' in ('store_page', 'admin_page', 'dashboard') then p_payload ->> 'source' else 'store_page' end)
      on conflict do nothing;
  elsif p_form = 'demo' then
    insert into public.demo_requests (id, user_id, first_name, last_name, email, phone, company, job_title, interest, message)
      values (p_id, p_user, btrim(p_payload ->> 'first_name'), btrim(p_payload ->> 'last_name'), v_email, p_payload ->> 'phone',
        p_payload ->> 'company', p_payload ->> 'job_title', p_payload ->> 'interest', p_payload ->> 'message')
      on conflict do nothing;
  else
    perform sync.refuse('bad_document');
  end if;
exception when check_violation or not_null_violation then
  perform sync.refuse('bad_document');
end
$$;

revoke all on all functions in schema sync from public;
