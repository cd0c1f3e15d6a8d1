create function sync.name_version() returns trigger language plpgsql set search_path = '' as $$
begin
  perform set_config('sync.version_named', 'yes', true);
  return new;
end
$$;
comment on function sync.name_version is 'Records that the running update states the version that it started from.';

create function sync.check_version() returns trigger language plpgsql set search_path = '' as $$
declare
  v_named constant boolean := coalesce(current_setting('sync.version_named', true), '') = 'yes';
begin
  perform set_config('sync.version_named', '', true);
  if not v_named then
    if current_user = 'authenticated' then
      raise sqlstate 'PT428' using message = 'version_needed';
    end if;
    new.row_version := old.row_version;
    return new;
  end if;
  if new.row_version is distinct from old.row_version then
    raise sqlstate 'PT409' using message = 'version_conflict', detail = to_jsonb(old)::text;
  end if;
  new.row_version := old.row_version + 1;
  return new;
end
$$;
comment on function sync.check_version is
  'Raises the version of a row, or rejects an edit that started from another one, with the stored row as detail.';

create trigger version_a_named before update of row_version on public.courses for each row
  execute function sync.name_version();
create trigger version_b_checked before update on public.courses for each row execute function sync.check_version();
create trigger version_a_named before update of row_version on public.course_templates for each row
  execute function sync.name_version();
create trigger version_b_checked before update on public.course_templates for each row
  execute function sync.check_version();
create trigger version_a_named before update of row_version on public.videos for each row
  execute function sync.name_version();
create trigger version_b_checked before update on public.videos for each row execute function sync.check_version();
create trigger version_a_named before update of row_version on public.course_resources for each row
  execute function sync.name_version();
create trigger version_b_checked before update on public.course_resources for each row
  execute function sync.check_version();
create trigger version_a_named before update of row_version on public.video_resources for each row
  execute function sync.name_version();
create trigger version_b_checked before update on public.video_resources for each row
  execute function sync.check_version();
create trigger version_a_named before update of row_version on public.tests for each row
  execute function sync.name_version();
create trigger version_b_checked before update on public.tests for each row execute function sync.check_version();
create trigger version_a_named before update of row_version on public.certificates for each row
  execute function sync.name_version();
create trigger version_b_checked before update on public.certificates for each row
  execute function sync.check_version();
create trigger version_a_named before update of row_version on public.events for each row
  execute function sync.name_version();
create trigger version_b_checked before update on public.events for each row execute function sync.check_version();
create trigger version_a_named before update of row_version on public.news for each row
  execute function sync.name_version();
create trigger version_b_checked before update on public.news for each row execute function sync.check_version();
create trigger version_a_named before update of row_version on public.admin_users for each row
  execute function sync.name_version();
create trigger version_b_checked before update on public.admin_users for each row execute function sync.check_version();

create function sync.start_version() returns trigger language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' then
    new.row_version := 1;
    if new.deleted_at is not null then
      raise insufficient_privilege using message = format('deleted_at of %s is set by the server', tg_table_name);
    end if;
  end if;
  return new;
end
$$;
comment on function sync.start_version is 'Starts each new row at version 1, outside the trash.';
create trigger version_start before insert on public.courses for each row execute function sync.start_version();
create trigger version_start before insert on public.course_templates for each row
  execute function sync.start_version();
create trigger version_start before insert on public.videos for each row execute function sync.start_version();
create trigger version_start before insert on public.course_resources for each row
  execute function sync.start_version();
create trigger version_start before insert on public.video_resources for each row
  execute function sync.start_version();
create trigger version_start before insert on public.certificates for each row execute function sync.start_version();
create trigger version_start before insert on public.events for each row execute function sync.start_version();
create trigger version_start before insert on public.news for each row execute function sync.start_version();

create trigger keep_trash before update on public.courses for each row execute function sync.protect_columns('deleted_at');
create trigger keep_trash before update on public.course_templates for each row
  execute function sync.protect_columns('deleted_at');
create trigger keep_trash before update on public.videos for each row execute function sync.protect_columns('deleted_at');
create trigger keep_trash before update on public.course_resources for each row
  execute function sync.protect_columns('deleted_at');
create trigger keep_trash before update on public.video_resources for each row
  execute function sync.protect_columns('deleted_at');
create trigger keep_trash before update on public.certificates for each row
  execute function sync.protect_columns('deleted_at');
create trigger keep_trash before update on public.events for each row execute function sync.protect_columns('deleted_at');
create trigger keep_trash before update on public.news for each row execute function sync.protect_columns('deleted_at');

create function sync.require_text() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_new constant jsonb := to_jsonb(new);
  v_old constant jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) end;
  v_column text;
begin
  foreach v_column in array tg_argv loop
    if sync.is_blank(v_new ->> v_column) and v_new -> v_column is distinct from v_old -> v_column then
      raise exception using errcode = 'check_violation', message = 'bad_argument', detail = v_column;
    end if;
  end loop;
  return null;
end
$$;
comment on function sync.require_text is
  'Rejects a text that has no visible character, for example tabs, no-break or zero-width spaces.';
create trigger title_given after insert or update of title on public.courses for each row
  execute function sync.require_text('title');
create trigger title_given after insert or update of title on public.videos for each row
  execute function sync.require_text('title');
create trigger title_given after insert or update of title on public.tests for each row
  execute function sync.require_text('title');
create trigger title_given after insert or update of title on public.certificates for each row
  execute function sync.require_text('title');
create trigger title_given after insert or update of title on public.events for each row
  execute function sync.require_text('title');
create trigger title_given after insert or update of title on public.news for each row
  execute function sync.require_text('title');
create trigger title_given after insert or update of name on public.course_templates for each row
  execute function sync.require_text('name');
create trigger title_given after insert or update of title on public.course_resources for each row
  execute function sync.require_text('title');
create trigger title_given after insert or update of title on public.video_resources for each row
  execute function sync.require_text('title');
create trigger text_given after insert or update of summary, content on public.news for each row
  execute function sync.require_text('summary', 'content');

create function sync.place_lesson() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'INSERT' and current_user = 'authenticated' then new.status := 'draft'; end if;
  perform pg_advisory_xact_lock(hashtextextended('lessons:' || new.course_id, 0));
  if current_user = 'authenticated' or tg_op = 'UPDATE' or exists (select from public.videos v
    where v.course_id = new.course_id and v.order_position = new.order_position) then
    new.order_position := (select coalesce(max(v.order_position), 0) + 1 from public.videos v
      where v.course_id = new.course_id);
  end if;
  return new;
end
$$;
comment on function sync.place_lesson is
  'Puts a new lesson at the end of its course; a lesson that a client adds is a draft.';
create trigger place before insert on public.videos for each row execute function sync.place_lesson();
create trigger place_moved before update of course_id on public.videos for each row
  when (old.course_id <> new.course_id) execute function sync.place_lesson();
create trigger keep_place before update on public.videos for each row
  when (old.course_id = new.course_id) execute function sync.protect_columns('order_position');

create function sync.trash_tables() returns text[] language sql immutable set search_path = '' as $$
  select array['courses', 'course_templates', 'videos', 'course_resources', 'video_resources', 'tests', 'certificates',
    'events', 'news']
$$;
comment on function sync.trash_tables is 'Names of the content tables whose rows have versions and a trash.';

create function sync.require_trash_right(p_table text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform sync.require_admin(),
    sync.require_option('p_table', p_table, sync.trash_tables()
      || array['video_comments', 'event_registrations', 'demo_requests', 'contact_requests']);
  if p_table = 'event_registrations' then perform sync.require_super_admin(); end if;
end
$$;
comment on function sync.require_trash_right is
  'Checks the table of a trash call; registrations are for super administrators.';

create function public.move_to_trash(p_table text, p_id uuid, p_version int default null) returns jsonb
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
comment on function public.move_to_trash is
  'Moves a row to the trash (idempotent). Registrations: super administrators only.';

create function public.restore(p_table text, p_id uuid) returns jsonb
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
comment on function public.restore is 'Restores a row from the trash, with the rows that belong to it.';

create function public.admin_trash(p_page int default 1, p_size int default 10) returns jsonb
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
comment on function public.admin_trash is 'Returns a page of the trash, newest first. For super administrators.';

create function sync.is_purgeable(p_video uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return not exists (select from public.video_comments where video_id = p_video)
    and not exists (select from public.video_likes where video_id = p_video)
    and not exists (select from public.user_bookmarks where video_id = p_video)
    and not exists (select from sync.journal where kind in ('progress', 'note') and not deleted
      and data ->> 'video_id' = p_video::text);
end
$$;
comment on function sync.is_purgeable is 'Returns whether a lesson has no learner data, so that it can be purged.';

create function sync.is_purgeable_test(p_test uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return not exists (select from public.test_results where test_id = p_test)
    and not exists (select from public.certificate_requirements where test_id = p_test)
    and not exists (select from sync.journal where kind = 'attempt' and not deleted
      and data ->> 'test_id' = p_test::text);
end
$$;
comment on function sync.is_purgeable_test is
  'Returns whether a quiz has no results and no certificate requires it, so that it can be purged.';

create function public.purge_trash() returns int
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
comment on function public.purge_trash is
  'Deletes rows that were in the trash for 30 days, except those with learner data; returns how many. A background '
  'job calls it.';

create table sync.admin_editing (
  table_name text not null,
  row_id uuid not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  since timestamptz not null default now(),
  at timestamptz not null default now(),
  primary key (table_name, row_id, user_id)
);
comment on table sync.admin_editing is
  'Rows that administrators have open in the console; an entry expires 60 seconds after its last heartbeat.';
create index admin_editing_by_user on sync.admin_editing (user_id);
alter table sync.admin_editing enable row level security;
create trigger poke_admin after insert or delete on sync.admin_editing for each statement
  execute function sync.poke_admin();

create function public.note_editing(p_table text, p_id uuid, p_editing boolean default true) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_user constant uuid := (select auth.uid());
begin
  perform sync.require_admin(),
    sync.require_option('p_table', p_table, sync.trash_tables() || array['user_subscriptions']);
  if exists (select from sync.admin_editing where at < now() - interval '60 seconds') then
    delete from sync.admin_editing where at < now() - interval '60 seconds';
  end if;
  if p_editing then
    update sync.admin_editing set at = now() where table_name = p_table and row_id = p_id and user_id = v_user;
    if not found then
      insert into sync.admin_editing (table_name, row_id, user_id) values (p_table, p_id, v_user)
        on conflict do nothing;
    end if;
  else
    delete from sync.admin_editing where table_name = p_table and row_id = p_id and user_id = v_user;
  end if;
  return (select coalesce(jsonb_agg(jsonb_build_object('user_id', e.user_id,
      'name', coalesce(nullif(btrim(p.full_name), ''), u.email::text), 'since', sync.iso(e.since)) order by e.since), '[]')
    from sync.admin_editing e join auth.users u on u.id = e.user_id left join public.profiles p on p.id = e.user_id
    where e.table_name = p_table and e.row_id = p_id and e.user_id <> v_user);
end
$$;
comment on function public.note_editing is
  'Records that the caller opened or left a row; returns the other administrators who have it open.';

grant execute on function public.move_to_trash(text, uuid, int), public.restore(text, uuid),
  public.admin_trash(int, int), public.note_editing(text, uuid, boolean) to authenticated;
grant execute on function public.purge_trash() to service_role;
