-- Plainer comments in the bodies of functions. The code does not change.

create or replace function public.admin_contact_requests(p_state text default 'open', p_search text default '',
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
    where c.deleted_at is null and (v_search = '' or strpos(lower(c.email), v_search) > 0
      or strpos(lower(c.name), v_search) > 0 or strpos(lower(c.message), v_search) > 0);
  -- Open requests come first: those with priority before the others, then the oldest first. Answered requests follow,
  -- the last answered first.
  select jsonb_agg(sync.contact_row(m.request) order by m.place) into v_rows
    from (select c as request, row_number() over (order by c.answered_at is not null,
        case when c.answered_at is null then c.priority end desc nulls last,
        case when c.answered_at is null then c.created_at end, c.answered_at desc, c.id) as place
      from public.contact_requests c
      where c.deleted_at is null and (p_state = 'all' or (c.answered_at is null) = (p_state = 'open'))
        and (v_search = '' or strpos(lower(c.email), v_search) > 0 or strpos(lower(c.name), v_search) > 0
          or strpos(lower(c.message), v_search) > 0)
      order by place limit p_size offset (p_page - 1) * p_size) m;
  return sync.list_page(v_rows, v_total, p_page, p_size) || jsonb_build_object('counts', v_counts);
end
$$;

create or replace function sync.on_courses() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform sync.touch('courses', coalesce(new.id, old.id)::text);
  -- Lessons and quizzes change scope with their course. Leave the search for them to the flush, which also sees rows
  -- that concurrent transactions have added.
  if tg_op = 'UPDATE' and (old.status, old.plan_type, old.deleted_at) is distinct
    from (new.status, new.plan_type, new.deleted_at) then
    perform sync.request('republish_course', new.id::text);
  end if;
  return null;
end
$$;

create or replace function sync.flush() returns trigger language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off as $$
declare
  v_tx constant xid8 := pg_current_xact_id();
  v_scope text;
  v_recorded record;
  v_group record;
  v_gone text;
  v_changed text[] := '{}';
begin
  -- The first trigger call processes all entries of the transaction; later calls find an empty queue.
  select array_agg(distinct scope) as scopes, bool_or(command <> '') as has_commands,
      bool_or(scope like 'video:%' or command = 'republish_author') as has_discussions
    into v_recorded from sync.dirty where tx = v_tx;
  if v_recorded.scopes is null then return null; end if;

  for v_scope in
    select s from unnest(v_recorded.scopes) s where s <> '' and s not like 'video:%'
    union select unnest(sync.shared_scopes()) where '' = any (v_recorded.scopes)
    order by 1
  loop
    perform sync.lock_scope(v_scope);
  end loop;

  -- Expand commands only after locking, so that all rows committed by the earlier holders of the locks are visible.
  if v_recorded.has_commands then perform sync.expand_commands(v_tx); end if;
  if v_recorded.has_discussions then
    for v_scope in select distinct scope from sync.dirty where tx = v_tx and scope like 'video:%' order by 1 loop
      perform sync.lock_scope(v_scope);
    end loop;
    perform sync.count_discussion(row_id::uuid) from sync.dirty where tx = v_tx and kind = 'video_stats';
  end if;

  -- Take all entries. Clear the setting, so that an entry recorded later requests another flush.
  perform set_config('sync.flush_requested', '', true);
  for v_group in
    with taken as (delete from sync.dirty where tx = v_tx returning kind, row_id, scope, row_ids), entry as (
      select kind, row_id, scope from taken where row_ids is null
      union all select distinct t.kind, d.id, t.scope from taken t, unnest(t.row_ids) as d (id)
    )
    select case when scope like 'journal:%' then 'journal' else kind end as name,
      array_agg(kind) as kinds, array_agg(row_id) as ids, array_agg(scope) as scopes
    from entry group by 1 order by 1
  loop
    v_changed := v_changed || sync.publish_documents(v_group.name, v_group.kinds, v_group.ids, v_group.scopes);
    -- Delete the rows of a deleted account from the feed, including tombstones.
    if v_group.name = 'profiles' then
      for v_gone in
        select unnest(v_group.ids) except select id::text from public.profiles where id = any (v_group.ids::uuid[])
      loop
        delete from sync.feed where scope in ('account:' || v_gone, 'journal:' || v_gone);
        delete from sync.scope where scope in ('account:' || v_gone, 'journal:' || v_gone);
      end loop;
    end if;
  end loop;

  for v_scope in select distinct unnest(v_changed) order by 1 loop
    perform realtime.send(
      json_build_object('spread_ms', case when v_scope ~ '^(account|journal):' then 0
        else sync.spread_ms(v_scope) end)::jsonb,
      'poke', 'scope:' || v_scope, true);
  end loop;
  return null;
end
$$;

create or replace function sync.set_slug() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_base text;
  v_number int := 1;
begin
  new.slug := nullif(btrim(new.slug), '');
  if tg_op = 'UPDATE' and new.slug is null then new.slug := old.slug; end if;
  -- A draft gets its slug from the title; a published item keeps its slug unless a new one is given.
  if new.slug is null or (tg_op = 'UPDATE' and old.published_at is null and new.slug = old.slug
    and new.title <> old.title) then
    v_base := sync.slug_of(new.title, new.id);
    new.slug := v_base;
    -- Serialize by slug, so that two items with the same title do not get the same slug.
    perform pg_advisory_xact_lock(hashtextextended('slug:' || v_base, 0));
    while exists (select from public.news n where n.slug = new.slug and n.id <> new.id)
      or exists (select from public.slug_history h where h.slug = new.slug and h.news_id <> new.id) loop
      v_number := v_number + 1;
      new.slug := v_base || '-' || v_number;
    end loop;
  end if;
  if tg_op = 'UPDATE' and old.published_at is not null and new.slug <> old.slug then
    insert into public.slug_history (slug, news_id) values (old.slug, new.id) on conflict do nothing;
    delete from public.slug_history where slug = new.slug and news_id = new.id;
  end if;
  return new;
end
$$;

create or replace function public.register_push_device(p_platform text, p_token text, p_device text, p_time_zone text)
returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_user constant uuid := auth.uid();
  v_address text;
  v_zone text := p_time_zone;
  v_id uuid;
begin
  if v_user is null then raise insufficient_privilege using message = 'an account registers its own devices'; end if;
  if coalesce(p_device, '') !~ '^[A-Za-z0-9-]{8,100}$' or p_platform is null or p_token is null
    then perform sync.reject('bad_token'); end if;
  v_address := sync.push_address(p_platform, p_token);
  begin
    if v_zone is null or char_length(v_zone) > 60 or now() at time zone v_zone is null then v_zone := 'Europe/Sofia'; end if;
  exception when others then
    v_zone := 'Europe/Sofia';
  end;
  perform sync.lock_user(v_user);
  -- An account that is marked for deletion receives no messages.
  if not exists (select from public.profiles where id = v_user and deleted_at is null) then return null; end if;
  -- A push subscription belongs to one account, so remove it from the account that was signed in on the device before.
  delete from public.push_devices where address = v_address and (user_id, device) <> (v_user, p_device);
  insert into public.push_devices as d (user_id, platform, address, token, device, time_zone)
    values (v_user, p_platform, v_address, p_token, p_device, v_zone)
    on conflict (user_id, device) do update set platform = excluded.platform, address = excluded.address,
      token = excluded.token, time_zone = excluded.time_zone, renewed_at = now()
    returning d.id into v_id;
  -- At most 20 devices per account; remove the least recently renewed ones.
  delete from public.push_devices where id in (
    select id from public.push_devices where user_id = v_user order by renewed_at desc, id offset 20);
  insert into public.user_push_tokens (user_id, platform, fcm_token) values (v_user, p_platform, p_token)
    on conflict (user_id, platform) do update set fcm_token = excluded.fcm_token;
  return v_id;
end
$$;

create or replace function sync.require_access(p_user uuid, p_plans text[], p_plan text, p_kind text, p_data jsonb) returns void
language plpgsql stable as $$
begin
  if p_kind not in ('progress', 'note', 'attempt') then
    return; -- the apply functions of the other kinds check access themselves
  elsif p_plan is null then
    perform sync.reject('not_found');
  elsif p_plan <> all (p_plans) then
    -- Check the time when the act began; for a note, that is the time of the last entry in `versions`, the oldest one.
    if not sync.may_act(p_user, p_plan, sync.time_of_ms(coalesce(p_data ->> 'started_at', p_data ->> 'first_watched',
      p_data #>> '{versions,-1,at}')::bigint)) then
      perform sync.reject('forbidden');
    end if;
  end if;
end
$$;

create or replace function sync.prepare_push(p_ids bigint[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- Drop queued messages that are no longer wanted: already read, topic or daily reminder switched off after queueing, event
  -- reminder out of date, account deleted.
  update sync.push_outbox o set ended_at = now(), outcome = k.why
    from (
      select x.id, case when n.is_read then 'read' when sync.is_reminder_over(n.source) then 'late'
          else 'unwanted' end as why
      from sync.push_outbox x
        join public.push_devices d on d.id = x.device_id
        join public.profiles p on p.id = d.user_id
        left join public.notifications n on n.id = x.notification_id
      where x.id = any (p_ids) and (coalesce(n.is_read, false) or coalesce(n.topic = any (p.push_off), false)
        or p.deleted_at is not null or sync.is_reminder_over(n.source)
        or (x.reminder_on is not null and not p.daily_reminder))) k
    where o.id = k.id;
  -- A daily reminder that falls into the quiet hours is dropped, because it is about the day that ends.
  update sync.push_outbox o set held = o.reminder_on is null, due_at = k.until,
      ended_at = case when o.reminder_on is null then null else now() end,
      outcome = case when o.reminder_on is null then null else 'quiet' end
    from (
      select x.id, sync.quiet_until(p.quiet_hours, d.time_zone, now()) as until
      from sync.push_outbox x
        join public.push_devices d on d.id = x.device_id
        join public.profiles p on p.id = d.user_id
      where x.id = any (p_ids) and x.ended_at is null) k
    where o.id = k.id and k.until is not null;
  -- Combine more than three held messages of a device into the newest one.
  with held as (
    select device_id, max(id) as newest, count(*)::int as messages from sync.push_outbox
      where ended_at is null and claimed_at is null and held and due_at <= now() and device_id in (
        select device_id from sync.push_outbox where id = any (p_ids) and held)
      group by device_id having count(*) > 3)
  update sync.push_outbox o set combined = case when o.id = h.newest then h.messages else 0 end,
      ended_at = case when o.id = h.newest then null else now() end,
      outcome = case when o.id = h.newest then null else 'combined' end
    from held h
    where o.device_id = h.device_id and o.ended_at is null and o.claimed_at is null and o.held and o.due_at <= now();
end
$$;

create or replace function sync.test_body(p_test uuid, p_version int default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  -- `p_version` 0: the attempt began before the quiz had versions. Its questions were later stored as version 1; until then
  -- they are the working copy.
  return coalesce(
    (select v.body from public.test_versions v where v.test_id = p_test
      and p_version is not null and v.version = greatest(p_version, 1)),
    (select v.body from public.test_versions v join public.tests t on t.id = v.test_id
      where v.test_id = p_test and v.version = t.published_version),
    sync.live_test(p_test));
end
$$;

create or replace function public.save_test(p_id uuid, p_version int, p_test jsonb, p_questions jsonb default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_field text; v_row public.tests;
begin
  perform sync.require_admin();
  if p_id is null then perform sync.refuse('bad_argument', 'p_id'); end if;
  if jsonb_typeof(p_test) is distinct from 'object' then perform sync.refuse('bad_argument', 'p_test'); end if;
  for v_field in select jsonb_object_keys(p_test) loop
    if v_field <> all ('{course_id,video_id,title,emoji,description,passing_score,time_limit,shuffle,max_attempts,graded}')
      then perform sync.refuse('bad_argument', v_field); end if;
  end loop;
  if p_test ? 'title' and btrim(coalesce(p_test ->> 'title', '')) = '' or p_version is null and not p_test ? 'title'
    then perform sync.refuse('bad_argument', 'title'); end if;
  if p_version is null then
    if not exists (select from public.courses where id = sync.uuid_or_null(p_test ->> 'course_id'))
      then perform sync.refuse('bad_argument', 'course_id'); end if;
    insert into public.tests (id, course_id, title, status, row_version)
      values (p_id, (p_test ->> 'course_id')::uuid, btrim(p_test ->> 'title'), 'draft', 0) on conflict (id) do nothing;
    if not found then return sync.admin_test(p_id); end if;
  end if;
  select * into v_row from public.tests where id = p_id for update;
  if not found then perform sync.refuse('not_found'); end if;
  if p_version is not null and p_version <> v_row.row_version then
    raise sqlstate 'PT409' using message = 'version_conflict', detail = sync.admin_test(p_id)::text;
  end if;
  -- The quiz was published before the table `test_versions` existed: store its questions as version 1 before they change.
  if v_row.status = 'published' and v_row.published_version is null then
    update public.tests set published_version = sync.add_test_version(p_id) where id = p_id;
  end if;
  v_row := jsonb_populate_record(v_row, p_test - 'course_id');
  if v_row.video_id is not null and not exists (select from public.videos
    where id = v_row.video_id and course_id = v_row.course_id)
    then perform sync.refuse('bad_argument', 'video_id'); end if;
  update public.tests set video_id = v_row.video_id, title = btrim(v_row.title), emoji = v_row.emoji,
      description = v_row.description, passing_score = v_row.passing_score, time_limit = v_row.time_limit,
      shuffle = v_row.shuffle, max_attempts = v_row.max_attempts, graded = v_row.graded, row_version = row_version
    where id = p_id;
  if jsonb_typeof(p_questions) is not null and p_questions <> 'null' then
    perform sync.save_questions(p_id, p_questions);
  end if;
  return sync.admin_test(p_id);
end
$$;
