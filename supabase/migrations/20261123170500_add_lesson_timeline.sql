-- The timeline of a lesson: chapters, comments pinned to a moment of the video, one level of replies, and reports.

alter table public.videos add column chapters text check (chapters ~ '^WEBVTT' and char_length(chapters) <= 20000);

alter table public.video_comments
  add column position int check (position between 0 and 28800000),
  add column parent_id uuid references public.video_comments (id) on delete set null;
comment on table public.video_comments is
  'A comment under a lesson, a moment of its video or another comment; its text never changes.';
create index video_comments_by_parent on public.video_comments (parent_id);

create function sync.check_reply() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.parent_id is not null and not exists (
    select from public.video_comments p
      where p.id = new.parent_id and p.video_id = new.video_id and p.parent_id is null and p.id <> new.id) then
    raise check_violation using message = 'a reply answers a comment of the same lesson that is no reply itself';
  end if;
  return new;
end
$$;
comment on function sync.check_reply is 'Limits replies to one level and to the same lesson.';
create trigger check_reply before insert on public.video_comments for each row execute function sync.check_reply();

create function sync.notify_reply() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform sync.notify(q.user_id, 'comment', 'reply:' || new.id, 'info', 'Нов отговор на Ваш коментар',
      coalesce(nullif(btrim(p.full_name), ''), 'Потребител') || ': ' || left(new.content, 200),
      '/video/' || v.id || '/' || v.course_id
        || case when q.position is not null then '?t=' || q.position / 1000 else '' end)
    from public.video_comments q join public.videos v on v.id = q.video_id, public.profiles p
    where q.id = new.parent_id and q.user_id <> new.user_id and p.id = new.user_id;
  return null;
end
$$;
comment on function sync.notify_reply is 'Tells the author of a comment that somebody has answered it.';
create trigger notify_reply after insert on public.video_comments for each row
  when (new.parent_id is not null) execute function sync.notify_reply();

create table public.comment_reports (
  comment_id uuid not null references public.video_comments (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  reason text not null default '' check (char_length(reason) <= 500),
  created_at timestamptz not null default now(),
  -- When an administrator dealt with the report; null while it is open.
  resolved_at timestamptz,
  primary key (comment_id, user_id)
);
comment on table public.comment_reports is 'A report of a comment, for the moderation list of the console.';
create index comment_reports_by_user on public.comment_reports (user_id);
alter table public.comment_reports enable row level security;
create policy "a learner reads their own reports" on public.comment_reports for select to authenticated
  using (user_id = (select auth.uid()));
comment on policy "a learner reads their own reports" on public.comment_reports is
  'The rows of an account are readable only by that account.';
create policy "administrators read reports" on public.comment_reports for select to authenticated
  using ((select public.is_admin()));
comment on policy "administrators read reports" on public.comment_reports is 'Administrators may read every row.';
create policy "administrators resolve reports" on public.comment_reports for update to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()));
comment on policy "administrators resolve reports" on public.comment_reports is
  'The update grant limits this to the time of the decision.';
grant select on public.comment_reports to authenticated;
grant update (resolved_at) on public.comment_reports to authenticated;
grant all on public.comment_reports to service_role;

-- It has two more parameters. The journal is its only caller.
drop function sync.apply_comment(uuid, uuid, uuid, text, timestamptz, boolean);
create function sync.apply_comment(p_user uuid, p_id uuid, p_video uuid, p_content text, p_created_at timestamptz,
  p_deleted boolean, p_position int default null, p_parent uuid default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if exists (select from public.video_comments where id = p_id and user_id <> p_user)
    then perform sync.reject('duplicate'); end if;
  if p_deleted then
    delete from public.video_comments where id = p_id;
    return;
  end if;
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
comment on function sync.apply_comment is 'Adds, restores or deletes a comment.';

create or replace function sync.apply_form(p_user uuid, p_id uuid, p_form text, p_payload jsonb) returns void
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
          sync.time_of_ms((v_data ->> 'finished_at')::bigint), sync.time_of_ms((v_data ->> 'started_at')::bigint));
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
    when 'form' then perform sync.apply_form(p_user, v_key::uuid, v_data ->> 'form', v_data -> 'payload');
    -- Rule: without this branch PostgreSQL raises case_not_found, and the device would retry for ever.
    else perform sync.reject('unknown_kind');
  end case;
end
$$;

create or replace function sync.is_form(p_data jsonb) returns boolean language plpgsql immutable parallel safe as $$
begin
  return (
    select coalesce(case
      when sync.has_members(p_data, '{form,payload}')
        and p_data -> 'form' in ('"launch"', '"demo"', '"report"')
        and jsonb_typeof(p_data -> 'payload') = 'object' then
        -- FORM_FIELDS, FORM_VALUE_LENGTH
        (select count(*) <= 20 and coalesce(bool_and(e.key ~ '^[a-z][a-z_]{0,39}$' and sync.is_text(e.value, 2000)),
          true)
         from jsonb_each(p_data -> 'payload') e)
    end, false)
  );
end
$$;

create or replace function sync.validate(p_kind text, p_id text, p_data jsonb) returns text
language plpgsql immutable parallel safe as $$
declare
  v_key text := substr(p_id, char_length(p_kind) + 2);
  v_is_valid boolean;
  v_named_id text;
begin
  if p_kind <> all (sync.journal_kinds()) then
    return 'unknown_kind';
  end if;
  if not starts_with(p_id, p_kind || '/') or not (case p_kind
      when 'day' then sync.is_date(v_key)
      when 'profile' then v_key = 'me'
      when 'view' then starts_with(v_key, 'news/') and sync.is_uuid(substr(v_key, 6))
      else sync.is_uuid(v_key)
    end) then
    return 'bad_id';
  end if;
  v_is_valid := case p_kind
    when 'progress' then sync.is_progress(p_data)
    when 'attempt' then sync.is_attempt(p_data)
    when 'day' then p_data = '{}'
    when 'registration' then sync.has_members(p_data, '{event_id,registered}') and sync.is_uuid(p_data -> 'event_id')
      and sync.is_bool(p_data -> 'registered')
    when 'like' then sync.has_members(p_data, '{video_id,liked}') and sync.is_uuid(p_data -> 'video_id')
      and sync.is_bool(p_data -> 'liked')
    when 'comment' then sync.has_members(p_data - 'position' - 'parent_id', '{video_id,content,created_at,deleted}')
      and sync.is_uuid(p_data -> 'video_id')
      and (not p_data ? 'position' or sync.is_media_position(p_data -> 'position'))
      and (not p_data ? 'parent_id' or sync.is_uuid(p_data -> 'parent_id'))
      and sync.is_text(p_data -> 'content', 2000) and p_data ->> 'content' ~ '[^ \t\n\r]' -- COMMENT_LENGTH
      and sync.is_time(p_data -> 'created_at') and sync.is_bool(p_data -> 'deleted')
    when 'note' then sync.is_note(p_data)
    when 'read' then sync.has_members(p_data, '{notification_id,deleted}')
      and sync.is_uuid(p_data -> 'notification_id') and sync.is_bool(p_data -> 'deleted')
    when 'profile' then sync.is_profile(p_data)
    -- CART_QUANTITY
    when 'cart' then sync.has_members(p_data, '{product_id,quantity}') and sync.is_uuid(p_data -> 'product_id')
      and sync.is_whole(p_data -> 'quantity', 999)
    when 'view' then sync.has_members(p_data, '{news_id}') and sync.is_uuid(p_data -> 'news_id')
    when 'form' then sync.is_form(p_data)
  end;
  if v_is_valid is not true then
    return 'bad_document';
  end if;
  v_named_id := case p_kind
    when 'progress' then p_data ->> 'video_id'
    when 'registration' then p_data ->> 'event_id'
    when 'like' then p_data ->> 'video_id'
    when 'read' then p_data ->> 'notification_id'
    when 'cart' then p_data ->> 'product_id'
    when 'view' then 'news/' || (p_data ->> 'news_id')
  end;
  return case when v_named_id <> v_key then 'bad_id' end;
end
$$;

create or replace function sync.on_admin_users() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' and old.user_id is not null then perform sync.touch('profiles', old.user_id::text,
    'account:' || old.user_id), sync.request('republish_author', old.user_id::text, 'account:' || old.user_id); end if;
  if tg_op <> 'DELETE' and new.user_id is not null then perform sync.touch('profiles', new.user_id::text,
    'account:' || new.user_id), sync.request('republish_author', new.user_id::text, 'account:' || new.user_id); end if;
  return null;
end
$$;

create or replace function sync.project_shared(p_kind text, p_ids text[]) returns table (scope text, row_id text, body json)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_ids uuid[];
begin
  if p_kind = 'achievements' then
    return query select 'public', a.id, json_build_object('id', a.id, 'name', a.name, 'description', a.description,
      'icon', a.icon,
        'points', a.points, 'target_value', a.target_value, 'type', a.type)
      from public.achievements a where a.id = any (p_ids);
    return;
  end if;
  v_ids := p_ids::uuid[];
  case p_kind
    when 'courses' then
      return query select 'public', c.id::text, json_build_object('id', c.id, 'title', c.title, 'description',
        c.description, 'status', c.status,
          'plan_type', c.plan_type, 'category', c.category, 'instructor', c.instructor, 'thumbnail_url',
            c.thumbnail_url, 'shape', c.shape, 'hue', c.hue,
          'lesson_count', l.number, 'duration_seconds', l.duration, 'creator_id', c.creator_id,
          'created_at', sync.iso(c.created_at), 'updated_at', sync.iso(c.updated_at))
        from public.courses c, lateral (
          select count(*)::int as number, coalesce(sum(v.duration_seconds), 0)::int as duration from public.videos v
            where v.course_id = c.id) l
        where c.id = any (v_ids) and c.status in ('published', 'public');
    when 'videos' then
      return query select 'public', v.id::text, json_build_object('id', v.id, 'course_id', v.course_id, 'title',
        v.title,
          'duration_seconds', v.duration_seconds, 'order_position', v.order_position, 'is_free_preview',
            v.is_free_preview,
          'thumbnail_url', v.thumbnail_url,
          'test_count', (select count(*) from public.tests t where t.video_id = v.id and t.status = 'published'),
          'created_at', sync.iso(v.created_at), 'updated_at', sync.iso(v.updated_at))
        from public.videos v join public.courses c on c.id = v.course_id
        where v.id = any (v_ids) and c.status in ('published', 'public');
    when 'lessons' then
      return query select sync.lesson_scope(c.status, c.plan_type, v.is_free_preview), v.id::text,
        json_build_object('id', v.id,
          'course_id', v.course_id, 'description', v.description, 'video_url', v.video_url, 'media_bytes',
            v.media_bytes, 'captions', v.captions, 'chapters', v.chapters,
          'resources', coalesce((
            select json_agg(json_build_object('id', r.id, 'title', r.title, 'file_url', r.file_url, 'file_name',
              r.file_name,
              'file_size', r.file_size, 'file_type', r.file_type, 'created_at', sync.iso(r.created_at))
                order by r.created_at, r.id)
            from public.video_resources r left join public.course_resources k on k.id = r.course_resource_id
            where r.video_id = v.id and k.is_visible is not false), '[]'))
        from public.videos v join public.courses c on c.id = v.course_id
        where v.id = any (v_ids) and c.status in ('published', 'public');
    when 'tests' then
      return query select case when c.plan_type = 'premium' then 'plan:premium' else 'plan:basic' end, t.id::text,
        json_build_object('id', t.id,
          'video_id', t.video_id, 'course_id', t.course_id, 'title', t.title, 'emoji', t.emoji, 'description',
            t.description,
          'passing_score', t.passing_score, 'time_limit', t.time_limit, 'shuffle', t.shuffle, 'max_attempts',
            t.max_attempts, 'graded', g.graded,
          'questions', coalesce((
            -- Rule: only the id and text of an option are published. Devices get a digest instead of the key, and for a
            -- graded quiz not even that.
            select json_agg(jsonb_build_object('id', q.id, 'text', q.text, 'type', q.type, 'points', q.points,
              'order_position', q.order_position,
              'options', (select coalesce(json_agg(json_build_object('id', o ->> 'id', 'text', o ->> 'text')
                order by n), '[]')
                from jsonb_array_elements(q.options) with ordinality as e (o, n)))
              || case when g.graded then '{}'
                else jsonb_build_object('answer_digest', sync.answer_digest(q.id, q.options)) end
              order by q.order_position, q.id)
            from public.test_questions q where q.test_id = t.id), '[]'))
        from public.tests t join public.courses c on c.id = t.course_id,
          lateral (select sync.is_graded(t.id) as graded) g
        where t.id = any (v_ids) and t.status = 'published' and c.status in ('published', 'public');
    when 'news' then
      return query select 'public', n.id::text, json_build_object('id', n.id, 'title', n.title, 'summary', n.summary,
        'slug', n.slug,
          'category', n.category, 'image_url', n.image_url, 'reading_minutes', sync.reading_minutes(n.content),
          'published_at', sync.iso(n.published_at), 'created_at', sync.iso(n.created_at))
        from public.news n where n.id = any (v_ids) and n.status = 'published';
    when 'news_bodies' then
      return query select 'plan:premium', n.id::text, json_build_object('id', n.id, 'content', n.content)
        from public.news n where n.id = any (v_ids) and n.status = 'published';
    when 'events' then
      return query select 'public', e.id::text, json_build_object('id', e.id, 'title', e.title, 'description',
        e.description, 'image_url', e.image_url,
          'location', e.location, 'start_date', sync.iso(e.start_date), 'end_date', sync.iso(e.end_date),
            'duration_minutes', e.duration_minutes,
          'type', e.type, 'is_free', e.is_free, 'max_participants', e.max_participants, 'current_participants',
            e.current_participants,
          'status', e.status, 'sequence', e.sequence, 'created_at', sync.iso(e.created_at), 'updated_at',
            sync.iso(e.updated_at))
        from public.events e where e.id = any (v_ids) and e.status <> 'draft';
    when 'certificates' then
      return query select 'public', c.id::text, json_build_object('id', c.id, 'title', c.title, 'description',
        c.description,
          'template_url', c.template_url, 'name_position', c.name_position, 'name_font_size', c.name_font_size,
            'name_font_color', c.name_font_color,
          'requirements', coalesce((
            select json_agg(json_build_object('test_id', r.test_id, 'test_title', t.title, 'minimum_score',
              r.minimum_score) order by r.created_at, r.id)
            from public.certificate_requirements r join public.tests t on t.id = r.test_id
              where r.certificate_id = c.id), '[]'))
        from public.certificates c where c.id = any (v_ids) and c.is_active;
    else
      raise exception 'no projection for %', p_kind;
  end case;
end
$$;

create or replace function sync.project_scoped(p_kind text, p_scopes text[], p_ids text[])
  returns table (scope text, row_id text, body json)
language plpgsql stable security definer set search_path = '' as $$
begin
  case p_kind
    when 'notifications' then
      return query select q.scope, n.id::text, json_build_object('id', n.id, 'title', n.title, 'message', n.message,
        'type', n.type, 'topic', n.topic, 'link', n.link,
          'is_read', n.is_read, 'created_at', sync.iso(n.created_at))
        from unnest(p_scopes, p_ids) as q (scope, id),
          lateral (select * from public.notifications k where k.id = q.id::uuid limit 1) n
        where 'account:' || n.user_id = q.scope;
    when 'subscriptions' then
      return query select 'account:' || s.user_id, s.user_id::text,
        json_build_object('id', s.user_id, 'has_pro_plan', s.has_pro_plan,
          'has_premium_plan', s.has_premium_plan, 'subscription_id', s.subscription_id, 'status', s.status,
            'billing_period', s.billing_period,
          'current_period_end', sync.iso(s.current_period_end), 'trial_ends_at', sync.iso(s.trial_ends_at),
          'cancel_at_period_end', s.cancel_at_period_end, 'paid_plan', s.paid_plan,
          'granted_plan', case when s.granted_until is null or s.granted_until > now() then s.granted_plan end,
          'granted_until', sync.iso(s.granted_until),
          'trial_used', exists (
            select from billing.trials t where t.address_digest = billing.address_digest(s.email)),
          'created_at', sync.iso(s.created_at), 'updated_at', sync.iso(s.updated_at))
        from public.user_subscriptions s where s.user_id = any (p_ids::uuid[]);
    when 'profiles' then
      return query select 'account:' || p.id, p.id::text,
        json_build_object('id', p.id, 'full_name', p.full_name, 'avatar_url', p.avatar_url,
          'bio', p.bio, 'job_title', p.job_title, 'location', p.location, 'website', p.website,
          'is_admin', a.email is not null, 'is_super_admin', coalesce(a.is_super_admin, false), 'deleted_at',
            sync.iso(p.deleted_at), 'muted', to_json(p.muted))
        from public.profiles p left join public.admin_users a on a.user_id = p.id where p.id = any (p_ids::uuid[]);
    when 'streaks' then
      return query select 'account:' || s.user_id, s.user_id::text,
        json_build_object('id', s.user_id, 'current_streak', s.current_streak,
          'longest_streak', s.longest_streak, 'last_active', s.last_active)
        from public.user_streaks s where s.user_id = any (p_ids::uuid[]);
    when 'achievement_progress' then
      return query select q.scope, a.achievement_id,
        json_build_object('id', a.achievement_id, 'current_value', a.current_value,
          'completed', a.completed, 'completed_at', sync.iso(a.completed_at))
        from unnest(p_scopes, p_ids) as q (scope, id), lateral (
          select * from public.user_achievements k where k.user_id = substr(q.scope, 9)::uuid
            and k.achievement_id = q.id limit 1) a;
    when 'certificate_progress' then
      return query select q.scope, c.certificate_id::text,
        json_build_object('id', c.certificate_id, 'completed_requirements', c.completed_requirements,
          'progress_percentage', c.progress_percentage, 'completed', c.completed, 'completed_at',
            sync.iso(c.completed_at), 'serial', i.serial, 'issued_name', i.name, 'seal', i.seal, 'credential',
            i.credential, 'revoked_at', sync.iso(i.revoked_at))
        from unnest(p_scopes, p_ids) as q (scope, id)
        cross join lateral (
          select * from public.user_certificates k where k.user_id = substr(q.scope, 9)::uuid
            and k.certificate_id = q.id::uuid limit 1) c
        left join lateral (
          select * from public.issued_certificates k where k.user_id = c.user_id
            and k.certificate_id = c.certificate_id order by k.status_index desc limit 1) i on true;
    when 'results' then
      return query select q.scope, r.id::text, json_build_object('id', r.id, 'test_id', r.test_id, 'score', r.score,
        'passed', r.passed,
          'time_spent', r.time_spent, 'completed_at', sync.iso(r.completed_at), 'review', r.review,
          'counts', sync.counts_for_certificate(r.id))
        from unnest(p_scopes, p_ids) as q (scope, id),
          lateral (select * from public.test_results k where k.id = q.id::uuid limit 1) r
        where 'account:' || r.user_id = q.scope;
    when 'comments' then
      return query select q.scope, c.id::text, json_build_object('id', c.id, 'video_id', c.video_id, 'user_id',
        c.user_id,
          'user_name', case when p.deleted_at is null then coalesce(nullif(btrim(p.full_name), ''), 'Потребител')
            else 'Потребител' end,
          'user_avatar', case when p.deleted_at is null then p.avatar_url end, 'content', c.content, 'created_at',
            sync.iso(c.created_at), 'position', c.position, 'parent_id', c.parent_id,
          'is_teacher', exists (select from public.admin_users a where a.user_id = c.user_id))
        from unnest(p_scopes, p_ids) as q (scope, id),
          lateral (select * from public.video_comments k where k.id = q.id::uuid limit 1) c,
          lateral (select * from public.profiles k where k.id = c.user_id limit 1) p
        where 'video:' || c.video_id = q.scope;
    when 'video_stats' then
      return query select 'video:' || s.video_id, s.video_id::text,
        json_build_object('id', s.video_id, 'likes_count', s.likes_count,
          'comments_count', s.comments_count)
        from public.video_stats s where s.video_id = any (p_ids::uuid[]);
    when 'journal' then
      return query select q.scope, j.id, json_build_object('id', j.id, 'kind', j.kind, 'at', j.at, 'active_on',
        j.active_on, 'rev', j.rev, 'data', j.data)
        from unnest(p_scopes, p_ids) as q (scope, id), lateral (
          select * from sync.journal k where k.user_id = substr(q.scope, 9)::uuid and k.id = q.id
            and not k.deleted limit 1) j;
    else
      raise exception 'no projection for %', p_kind;
  end case;
end
$$;

-- Version 3 of the wire protocol: the new fields of a comment, and reports.
create or replace function sync.check_wire_version(p_version int) returns void
language plpgsql immutable as $$
begin
  if coalesce(p_version, 1) < 1 then
    raise sqlstate 'PT503' using message = 'client_too_old';
  end if;
  if p_version > 3 then
    raise sqlstate 'PT503' using message = 'server_too_old';
  end if;
end
$$;

revoke all on all functions in schema sync from public;
