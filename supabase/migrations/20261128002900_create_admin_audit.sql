create table public.admin_audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  user_id uuid references auth.users (id) on delete set null,
  action text not null check (action in ('insert', 'update', 'trash', 'restore', 'delete', 'send', 'magic_link',
    'export')),
  table_name text not null,
  row_id text not null,
  before jsonb,
  after jsonb
);
comment on table public.admin_audit is 'What administrators changed: who, when, which row, and the changed fields.';
create index admin_audit_by_user on public.admin_audit (user_id, action, at desc);
create index admin_audit_by_row on public.admin_audit (table_name, row_id);
alter table public.admin_audit enable row level security;
create policy "super administrators read the audit log" on public.admin_audit for select to authenticated
  using ((select public.is_super_admin()));
grant select on public.admin_audit to authenticated, service_role;

create function sync.keep_audit() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.user_id is null and to_jsonb(new) - 'user_id' = to_jsonb(old) - 'user_id'
    then return new; end if;
  raise insufficient_privilege using message = 'the audit log is append-only';
end
$$;
comment on function sync.keep_audit is 'Rejects every change of the audit log.';
create trigger keep before update or delete on public.admin_audit for each row execute function sync.keep_audit();

create function sync.notify_admin_act() returns trigger language plpgsql set search_path = '' as $$
begin
  perform pg_notify('admin_act', json_build_object('user_id', new.user_id, 'action', new.action,
    'table_name', left(new.table_name, 60))::text);
  return null;
end
$$;
comment on function sync.notify_admin_act is 'Tells the server about an act of an administrator.';
create trigger notify after insert on public.admin_audit for each row
  when (new.user_id is not null) execute function sync.notify_admin_act();

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
  if tg_table_name <> 'admin_users' and (v_user is null or not public.is_admin()) then return null; end if;
  if tg_table_name = 'video_comments' and v_row ->> 'user_id' = v_user::text then return null; end if;
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
create trigger audit after insert or update or delete on public.event_registrations for each row
  execute function sync.audit();
create trigger audit after insert or update or delete on public.news for each row execute function sync.audit();
create trigger audit after insert or update or delete on public.products for each row execute function sync.audit();
create trigger audit after update or delete on public.video_comments for each row execute function sync.audit();
create trigger audit after update on public.comment_reports for each row execute function sync.audit();
create trigger audit after delete on public.store_launch_notifications for each row execute function sync.audit();
create trigger audit after update or delete on public.demo_requests for each row execute function sync.audit();
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
  'Logs the request for a sign-in link or an export; raises too_many above 30 links or 20 exports an hour.';

create function sync.audited_name(p_table text, p_row_id text, p_fields jsonb) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_id constant uuid := sync.uuid_or_null(p_row_id);
  v_row jsonb;
begin
  if v_id is null or to_regclass(format('public.%I', p_table)) is null then return null; end if;
  if p_table = 'comment_reports' then
    return (select left(c.content, 80) from public.video_comments c where c.id = v_id);
  end if;
  execute format('select to_jsonb(t) from public.%I t where t.id = $1', p_table) into v_row using v_id;
  v_row := coalesce(v_row, p_fields, '{}');
  return coalesce(v_row ->> 'title', v_row ->> 'name', v_row ->> 'full_name', left(v_row ->> 'text', 80),
    left(v_row ->> 'content', 80), sync.mask_addresses(v_row ->> 'email'),
    (select e.title from public.events e where e.id = sync.uuid_or_null(v_row ->> 'event_id')),
    (select c.title from public.certificates c where c.id = sync.uuid_or_null(v_row ->> 'certificate_id')));
end
$$;
comment on function sync.audited_name is 'The name of the row that an entry of the audit log is about, or null.';

create function sync.audited_names(p_before jsonb, p_after jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_object_agg(n.id, n.name), '{}')
  from (
    select f.value as id, max(sync.audited_name(t.name, f.value, '{}')) as name
    from (select * from jsonb_each_text(p_before) union select * from jsonb_each_text(p_after)) f
      join (values ('course_id', 'courses'), ('video_id', 'videos'), ('test_id', 'tests'), ('event_id', 'events'),
        ('certificate_id', 'certificates'), ('course_resource_id', 'course_resources'), ('comment_id', 'video_comments'),
        ('parent_id', 'video_comments'), ('user_id', 'profiles'), ('creator_id', 'profiles'),
        ('granted_by', 'profiles'), ('answered_by', 'profiles')) t (field, name) on t.field = f.key
    group by f.value
  ) n
  where n.name is not null
$$;
comment on function sync.audited_names is
  'The names of the rows whose ids an entry of the audit log has among its fields, by id.';

create function public.admin_audit_entries(p_search text default '', p_table text default null,
  p_from timestamptz default null, p_to timestamptz default null, p_page int default 1, p_size int default 10)
  returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_search constant text := sync.search_pattern(p_search);
  v_total bigint; v_rows jsonb;
begin
  perform sync.require_super_admin(), sync.require_page(p_page, p_size);
  with matching as materialized (
    select a.id, u.email::text as email from public.admin_audit a left join auth.users u on u.id = a.user_id
    where (p_table is null or a.table_name = p_table) and (p_from is null or a.at >= p_from)
      and (p_to is null or a.at < p_to)
      and (v_search = '' or lower(coalesce(u.email, '')) ~ v_search
        or lower(a.row_id) ~ v_search
        or lower(coalesce(a.after::text, '') || coalesce(a.before::text, '')) ~ v_search)
  ), page as (
    select m.email, a.* from (select * from matching order by id desc limit p_size offset (p_page - 1) * p_size) m
      join public.admin_audit a on a.id = m.id
  )
  select (select count(*) from matching), (select jsonb_agg(jsonb_build_object('id', p.id, 'at', sync.iso(p.at),
      'user_id', p.user_id, 'email', p.email, 'action', p.action, 'table_name', p.table_name, 'row_id', p.row_id,
      'row_name', sync.audited_name(p.table_name, p.row_id, coalesce(p.before, '{}') || coalesce(p.after, '{}')),
      'before', p.before, 'after', p.after, 'names', sync.audited_names(p.before, p.after)) order by p.id desc) from page p)
    into v_total, v_rows;
  return sync.list_page(v_rows, v_total, p_page, p_size);
end
$$;
comment on function public.admin_audit_entries is
  'Returns a page of the audit log, newest first. For super administrators.';

grant execute on function public.note_admin_action(text, text, int),
  public.admin_audit_entries(text, text, timestamptz, timestamptz, int, int) to authenticated;

create function public.schema_version() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_version text;
begin
  perform sync.require_admin();
  if to_regclass('supabase_migrations.schema_migrations') is not null then
    execute 'select max(version) from supabase_migrations.schema_migrations' into v_version;
  elsif to_regclass('embedded.migrations') is not null then
    execute 'select max(left(name, 14)) from embedded.migrations' into v_version;
  end if;
  return v_version;
end
$$;
comment on function public.schema_version is 'Returns the time stamp of the newest migration. For administrators.';
grant execute on function public.schema_version() to authenticated;
