-- Requests of visitors and learners go to the trash like every other row of the console; counts for its filters and tabs.

alter table public.demo_requests add column deleted_at timestamptz;
alter table public.contact_requests add column deleted_at timestamptz;
drop policy "administrators delete demo requests" on public.demo_requests;
drop policy "administrators delete contact requests" on public.contact_requests;
revoke delete on public.demo_requests, public.contact_requests from authenticated;
drop trigger audit on public.demo_requests;
create trigger audit after update or delete on public.demo_requests for each row execute function sync.audit();

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
  -- Open requests first: by priority, then the oldest. Answered ones after them, newest first.
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
        where answered_at is null and deleted_at is null
    ) f where f.count > 0);
end
$$;

create or replace function public.admin_activity(p_limit int default 50) returns jsonb
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
    'demo_requests', (select count(*) from public.demo_requests where created_at > v_since and deleted_at is null),
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
        where created_at > v_since and deleted_at is null order by created_at desc limit p_limit)
      union all
      (select 'launch_signup', id, email, source, created_at from public.store_launch_notifications
        where created_at > v_since order by created_at desc limit p_limit)
      order by created_at desc limit p_limit) i;
  return jsonb_build_object('since', sync.iso(v_since), 'until', sync.iso(now()), 'counts', v_counts,
    'total', (select sum(value::bigint) from jsonb_each_text(v_counts)), 'items', v_items);
end
$$;

create or replace function sync.require_trash_right(p_table text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform sync.require_admin(),
    sync.require_option('p_table', p_table, sync.trash_tables()
      || array['video_comments', 'event_registrations', 'demo_requests', 'contact_requests']);
  if p_table = 'event_registrations' then perform sync.require_super_admin(); end if;
end
$$;

create or replace function public.move_to_trash(p_table text, p_id uuid, p_version int default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_at timestamptz;
begin
  perform sync.require_trash_right(p_table);
  if p_table = 'event_registrations' then
    update public.event_registrations set deleted_at = now(), trashed_status = status, status = 'cancelled'
      where id = p_id and deleted_at is null;
  elsif p_table = any ('{video_comments,demo_requests,contact_requests}') then
    execute format('update public.%I set deleted_at = now() where id = $1 and deleted_at is null', p_table) using p_id;
  else
    execute format('update public.%I set deleted_at = now(), row_version = coalesce($2, row_version)
      where id = $1 and deleted_at is null', p_table) using p_id, p_version;
  end if;
  execute format('select deleted_at from public.%I where id = $1', p_table) into v_at using p_id;
  if v_at is null then perform sync.refuse('not_found'); end if;
  return jsonb_build_object('deleted_at', sync.iso(v_at));
end
$$;

create or replace function public.restore(p_table text, p_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_row jsonb;
begin
  perform sync.require_trash_right(p_table);
  if p_table = 'event_registrations' then
    update public.event_registrations set deleted_at = null, status = coalesce(trashed_status, status),
        trashed_status = null
      where id = p_id and deleted_at > now() - interval '30 days';
  elsif p_table = any ('{video_comments,demo_requests,contact_requests}') then
    execute format('update public.%I set deleted_at = null where id = $1 and deleted_at > now() - interval ''30 days''',
      p_table) using p_id;
  else
    execute format('update public.%I set deleted_at = null, row_version = row_version
      where id = $1 and deleted_at > now() - interval ''30 days''', p_table) using p_id;
  end if;
  execute format('select to_jsonb(t) from public.%I t where id = $1 and deleted_at is null', p_table)
    into v_row using p_id;
  if v_row is null then perform sync.refuse('not_found'); end if;
  return v_row;
end
$$;

create or replace function public.admin_trash(p_page int default 1, p_size int default 10) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_total bigint; v_rows jsonb;
begin
  perform sync.require_super_admin(), sync.require_page(p_page, p_size);
  with trashed as materialized (
    select * from (
      select 'courses' as table_name, id, title, deleted_at from public.courses
      union all select 'course_templates', id, name, deleted_at from public.course_templates
      union all select 'videos', id, title, deleted_at from public.videos
      union all select 'course_resources', id, title, deleted_at from public.course_resources
      union all select 'video_resources', id, title, deleted_at from public.video_resources
      union all select 'tests', id, title, deleted_at from public.tests
      union all select 'certificates', id, title, deleted_at from public.certificates
      union all select 'events', id, title, deleted_at from public.events
      union all select 'news', id, title, deleted_at from public.news
      union all select 'video_comments', id, left(content, 200), deleted_at from public.video_comments
      union all select 'demo_requests', id, first_name || ' ' || last_name, deleted_at from public.demo_requests
      union all select 'contact_requests', id, left(message, 200), deleted_at from public.contact_requests
      union all select 'event_registrations', r.id, e.title, r.deleted_at from public.event_registrations r
        join public.events e on e.id = r.event_id) t
    where t.deleted_at > now() - interval '30 days'
  ), page as (
    select * from trashed order by deleted_at desc, id limit p_size offset (p_page - 1) * p_size
  )
  select (select count(*) from trashed), (select jsonb_agg(jsonb_build_object('table_name', p.table_name,
      'row_id', p.id, 'title', p.title, 'deleted_at', sync.iso(p.deleted_at),
      'deleted_by', (select u.email from public.admin_audit a join auth.users u on u.id = a.user_id
        where a.table_name = p.table_name and a.row_id = p.id::text and a.action = 'trash' order by a.id desc limit 1),
      'purge_at', sync.iso(p.deleted_at + interval '30 days')) order by p.deleted_at desc, p.id) from page p)
    into v_total, v_rows;
  return sync.list_page(v_rows, v_total, p_page, p_size);
end
$$;

create or replace function public.purge_trash() returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_before constant timestamptz := now() - interval '30 days';
  v_count int; v_purged int := 0;
begin
  delete from public.video_resources where deleted_at < v_before;
  get diagnostics v_count = row_count; v_purged := v_purged + v_count;
  delete from public.course_resources where deleted_at < v_before;
  get diagnostics v_count = row_count; v_purged := v_purged + v_count;
  delete from public.course_templates where deleted_at < v_before;
  get diagnostics v_count = row_count; v_purged := v_purged + v_count;
  delete from public.demo_requests where deleted_at < v_before;
  get diagnostics v_count = row_count; v_purged := v_purged + v_count;
  delete from public.contact_requests where deleted_at < v_before;
  get diagnostics v_count = row_count; v_purged := v_purged + v_count;
  delete from public.news n where n.deleted_at < v_before and not exists (select from sync.journal j
    where j.kind = 'view' and not j.deleted and j.data ->> 'news_id' = n.id::text);
  get diagnostics v_count = row_count; v_purged := v_purged + v_count;
  delete from public.certificates c where c.deleted_at < v_before
    and not exists (select from public.user_certificates u where u.certificate_id = c.id)
    and not exists (select from public.issued_certificates i where i.certificate_id = c.id);
  get diagnostics v_count = row_count; v_purged := v_purged + v_count;
  delete from public.tests t where (t.deleted_at < v_before
      or exists (select from public.courses c where c.id = t.course_id and c.deleted_at < v_before))
    and sync.is_purgeable_test(t.id);
  get diagnostics v_count = row_count; v_purged := v_purged + v_count;
  delete from public.videos v where (v.deleted_at < v_before
      or exists (select from public.courses c where c.id = v.course_id and c.deleted_at < v_before))
    and sync.is_purgeable(v.id);
  get diagnostics v_count = row_count; v_purged := v_purged + v_count;
  delete from public.events e where e.deleted_at < v_before
    and not exists (select from public.event_registrations r where r.event_id = e.id);
  get diagnostics v_count = row_count; v_purged := v_purged + v_count;
  delete from public.courses c where c.deleted_at < v_before
    and not exists (select from public.videos v where v.course_id = c.id)
    and not exists (select from public.tests t where t.course_id = c.id);
  get diagnostics v_count = row_count; v_purged := v_purged + v_count;
  return v_purged;
end
$$;

create function public.admin_people_counts() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform sync.require_admin();
  return (select jsonb_build_object('all', count(*),
      'free', count(*) filter (where not coalesce(s.has_pro_plan or s.has_premium_plan, false)),
      'pro', count(*) filter (where s.has_pro_plan and not s.has_premium_plan),
      'premium', count(*) filter (where s.has_premium_plan),
      'paying', count(*) filter (where s.paid_plan is not null),
      'granted', count(*) filter (where s.granted_plan is not null
        and (s.granted_until is null or s.granted_until > now())),
      'trial', count(*) filter (where s.paid_plan is not null and s.trial_ends_at > now()),
      'requests', (select count(*) from public.contact_requests where answered_at is null and deleted_at is null),
      'reports', (select count(distinct comment_id) from public.comment_reports where resolved_at is null))
    from auth.users u left join public.user_subscriptions s on s.user_id = u.id);
end
$$;
comment on function public.admin_people_counts is
  'Returns the number of accounts of each filter, of open requests and of reported comments. For administrators.';
revoke all on function public.admin_people_counts() from public, anon;
grant execute on function public.admin_people_counts() to authenticated;

create or replace function public.admin_registrations(p_event uuid default null, p_status text default 'all',
  p_search text default '', p_page int default 1, p_size int default 10) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_search constant text := lower(btrim(coalesce(p_search, '')));
  -- Only the wanted conditions, so that each call is planned for them: "this or null" would read no index.
  v_where constant text := 'r.deleted_at is null' || case when p_event is not null then ' and r.event_id = $1' else '' end
    || case when v_search <> '' then ' and r.user_id = any ($2)' else '' end;
  v_status constant text := case when p_status <> 'all' then ' and r.status = $3' else '' end;
  v_total bigint; v_rows jsonb; v_counts jsonb; v_users uuid[]; v_page uuid[];
  v_skipped bigint; v_taken bigint;
begin
  perform sync.require_admin(), sync.require_page(p_page, p_size),
    sync.require_option('p_status', p_status, '{all,registered,cancelled,attended}');
  if v_search <> '' then
    v_users := array(select u.id from auth.users u left join public.profiles p on p.id = u.id
      where strpos(lower(coalesce(u.email, '')), v_search) > 0 or strpos(lower(coalesce(p.full_name, '')), v_search) > 0);
  end if;
  -- The tabs show the count of each status, so the status filter does not apply here. Counting is a statement of its own:
  -- without a search the page below is read from its index alone.
  execute format('select jsonb_build_object(''registered'', count(*) filter (where r.status = ''registered''),
      ''cancelled'', count(*) filter (where r.status = ''cancelled''),
      ''attended'', count(*) filter (where r.status = ''attended''))
    from public.event_registrations r where %s', v_where) into v_counts using p_event, v_users;
  v_total := case when p_status = 'all' then (select sum(value::bigint) from jsonb_each_text(v_counts))
    else (v_counts ->> p_status)::bigint end;
  -- Read a page of the second half from the other end of the index, so that the last page is as fast as the first.
  v_skipped := (p_page - 1)::bigint * p_size;
  v_taken := greatest(0, least(p_size, v_total - v_skipped));
  if v_skipped > v_total / 2 then
    execute format('select array(select r.id from public.event_registrations r where %s
      order by r.registered_at, r.id desc limit $4 offset $5)', v_where || v_status)
      into v_page using p_event, v_users, p_status, v_taken, greatest(0, v_total - v_skipped - v_taken);
  else
    execute format('select array(select r.id from public.event_registrations r where %s
      order by r.registered_at desc, r.id limit $4 offset $5)', v_where || v_status)
      into v_page using p_event, v_users, p_status, v_taken, v_skipped;
  end if;
  select jsonb_agg(jsonb_build_object('id', r.id, 'event_id', r.event_id, 'event_title', e.title,
      'user_id', r.user_id, 'email', u.email, 'full_name', p.full_name, 'status', r.status,
      'registered_at', sync.iso(r.registered_at)) order by r.registered_at desc, r.id)
    into v_rows
    from public.event_registrations r join public.events e on e.id = r.event_id
      left join auth.users u on u.id = r.user_id left join public.profiles p on p.id = r.user_id
    where r.id = any (v_page);
  return sync.list_page(v_rows, v_total, p_page, p_size) || jsonb_build_object('counts', v_counts);
end
$$;
