create function sync.reading_minutes(p_text text) returns int language sql immutable set search_path = '' as $$
  select greatest(1, ceil(coalesce(array_length(regexp_split_to_array(nullif(btrim(p_text), ''), '\s+'), 1),
    0) / 100.0)::int)
$$;
comment on function sync.reading_minutes is 'The reading time of a text at 100 words a minute (specification, part 2).';

create function sync.is_previewed(p_course uuid) returns boolean language sql stable set search_path = '' as $$
  select coalesce(current_setting('sync.preview_course', true), '') = p_course::text
$$;
comment on function sync.is_previewed is
  'Whether the projections show a course as it would be when all of it is published.';

create function sync.project_shared(p_kind text, p_ids text[]) returns table (scope text, row_id text, body json)
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
            where v.course_id = c.id and v.deleted_at is null and (v.status = 'published' or sync.is_previewed(c.id))) l
        where c.id = any (v_ids) and (c.status in ('published', 'public') or sync.is_previewed(c.id))
          and c.deleted_at is null;
    when 'videos' then
      return query select 'public', v.id::text, json_build_object('id', v.id, 'course_id', v.course_id, 'title',
        v.title,
          'duration_seconds', v.duration_seconds, 'order_position', v.order_position, 'is_free_preview',
            v.is_free_preview,
          'thumbnail_url', v.thumbnail_url,
          'test_count', (select count(*) from public.tests t where t.video_id = v.id and t.deleted_at is null
            and (t.status = 'published' or sync.is_previewed(c.id))),
          'created_at', sync.iso(v.created_at), 'updated_at', sync.iso(v.updated_at))
        from public.videos v join public.courses c on c.id = v.course_id
        where v.id = any (v_ids) and c.deleted_at is null and v.deleted_at is null
          and (c.status in ('published', 'public') and v.status = 'published' or sync.is_previewed(c.id));
    when 'lessons' then
      return query select sync.lesson_scope(case when sync.is_previewed(c.id) then 'public' else c.status end, c.plan_type,
        v.is_free_preview), v.id::text,
        json_build_object('id', v.id,
          'course_id', v.course_id, 'description', v.description, 'video_url', v.video_url, 'media_bytes',
            v.media_bytes, 'captions', v.captions, 'chapters', v.chapters,
          'resources', coalesce((
            select json_agg(json_build_object('id', r.id, 'title', r.title, 'file_url', r.file_url, 'file_name',
              r.file_name,
              'file_size', r.file_size, 'file_type', r.file_type, 'created_at', sync.iso(r.created_at))
                order by r.created_at, r.id)
            from public.video_resources r left join public.course_resources k on k.id = r.course_resource_id
            where r.video_id = v.id and r.deleted_at is null and k.is_visible is not false
              and k.deleted_at is null), '[]'))
        from public.videos v join public.courses c on c.id = v.course_id
        where v.id = any (v_ids) and c.deleted_at is null and v.deleted_at is null
          and (c.status in ('published', 'public') and v.status = 'published' or sync.is_previewed(c.id));
    when 'tests' then
      return query select case when c.plan_type = 'premium' then 'plan:premium' else 'plan:basic' end, t.id::text,
        (jsonb_build_object('id', t.id, 'video_id', t.video_id, 'course_id', t.course_id, 'graded', g.graded,
          'version', coalesce(t.published_version, 0)) || sync.public_test(w.body, g.graded)
          || coalesce((select jsonb_build_object('previous', jsonb_agg(jsonb_build_object('version', p.version)
              || sync.public_test(p.body, g.graded) order by p.version desc))
            from (select v.version, v.body from public.test_versions v where v.test_id = t.id
                and v.version < t.published_version and exists (select from public.test_versions n
                  where n.test_id = t.id and n.version = v.version + 1 and n.published_at > now() - interval '30 days')
              order by v.version desc limit 3) p having count(*) > 0), '{}'))::json
        from public.tests t join public.courses c on c.id = t.course_id,
          lateral (select sync.is_graded(t.id) as graded) g,
          lateral (select case when sync.is_previewed(c.id) then sync.live_test(t.id) else sync.test_body(t.id) end
            as body) w
        where t.id = any (v_ids) and t.deleted_at is null and c.deleted_at is null
          and (t.status = 'published' and c.status in ('published', 'public') or sync.is_previewed(c.id));
    when 'news' then
      return query select 'public', n.id::text, json_build_object('id', n.id, 'title', n.title, 'summary', n.summary,
        'slug', n.slug,
          'category', n.category, 'image_url', n.image_url, 'reading_minutes', sync.reading_minutes(n.content),
          'published_at', sync.iso(n.published_at), 'created_at', sync.iso(n.created_at),
          'old_slugs', (select coalesce(json_agg(h.slug order by h.slug), '[]') from public.slug_history h
            where h.news_id = n.id))
        from public.news n where n.id = any (v_ids) and n.status = 'published' and n.deleted_at is null;
    when 'news_bodies' then
      return query select 'plan:premium', n.id::text, json_build_object('id', n.id, 'content', n.content)
        from public.news n where n.id = any (v_ids) and n.status = 'published' and n.deleted_at is null;
    when 'events' then
      return query select 'public', e.id::text, json_build_object('id', e.id, 'title', e.title, 'description',
        e.description, 'image_url', e.image_url,
          'location', e.location, 'start_date', sync.iso(e.start_date), 'end_date', sync.iso(e.end_date),
            'duration_minutes', e.duration_minutes,
          'type', e.type, 'is_free', e.is_free, 'max_participants', e.max_participants, 'current_participants',
            e.current_participants,
          'status', e.status, 'sequence', e.sequence, 'created_at', sync.iso(e.created_at), 'updated_at',
            sync.iso(e.updated_at))
        from public.events e where e.id = any (v_ids) and e.status <> 'draft' and e.deleted_at is null;
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
        from public.certificates c where c.id = any (v_ids) and c.is_active and c.deleted_at is null;
    else
      raise exception 'no projection for %', p_kind;
  end case;
end
$$;
comment on function sync.project_shared is 'The documents of the shared scopes, read from the tables as they are now.';

create function sync.project_scoped(p_kind text, p_scopes text[], p_ids text[])
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
          'trial_used', billing.trial_used(s.user_id, s.email),
          'created_at', sync.iso(s.created_at), 'updated_at', sync.iso(s.updated_at))
        from public.user_subscriptions s where s.user_id = any (p_ids::uuid[]);
    when 'profiles' then
      return query select 'account:' || p.id, p.id::text,
        json_build_object('id', p.id, 'full_name', p.full_name, 'avatar_url', p.avatar_url,
          'bio', p.bio, 'job_title', p.job_title, 'location', p.location, 'website', p.website,
          'is_admin', a.email is not null, 'is_super_admin', coalesce(a.is_super_admin, false), 'deleted_at',
            sync.iso(p.deleted_at), 'muted', to_json(p.muted),
          'consents', (select coalesce(json_agg(json_build_object('document', c.document, 'version', c.version,
              'occasion', c.occasion, 'given_at', sync.iso(c.given_at)) order by c.given_at, c.id), '[]')
            from public.consents c where c.user_id = p.id),
          'company', billing.company_of(p.id))
        from public.profiles p left join public.admin_users a on a.user_id = p.id where p.id = any (p_ids::uuid[]);
    when 'streaks' then
      return query select 'account:' || s.user_id, s.user_id::text,
        json_build_object('id', s.user_id, 'current_streak', s.current_streak,
          'longest_streak', s.longest_streak, 'last_active', s.last_active)
        from public.user_streaks s where s.user_id = any (p_ids::uuid[]);
    when 'event_links' then
      return query select q.scope, e.id::text, json_build_object('id', e.id, 'join_url', e.join_url)
        from unnest(p_scopes, p_ids) as q (scope, id),
          lateral (select * from public.events k where k.id = q.id::uuid limit 1) e
        where e.join_url is not null and e.status = 'active' and e.deleted_at is null
          and exists (select from public.event_registrations r where r.event_id = e.id
            and r.user_id = substr(q.scope, 9)::uuid and r.status <> 'cancelled')
          and sync.may_act(substr(q.scope, 9)::uuid, 'basic');
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
            i.credential, 'revoked_at', sync.iso(i.revoked_at), 'drawing', c.drawing)
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
          'counts', sync.counts_for_certificate(r.id), 'counted', r.counted, 'scored_at', sync.iso(r.created_at))
        from unnest(p_scopes, p_ids) as q (scope, id),
          lateral (select * from public.test_results k where k.id = q.id::uuid limit 1) r
        where 'account:' || r.user_id = q.scope;
    when 'comments' then
      return query select q.scope, c.id::text, json_build_object('id', c.id, 'video_id', c.video_id, 'user_id',
        c.user_id,
          'user_name', case when p.deleted_at is null then coalesce(nullif(btrim(p.full_name), ''), 'Потребител')
            else 'Потребител' end,
          'user_avatar', case when p.deleted_at is null then p.avatar_url end, 'content', c.content, 'created_at',
            sync.iso(c.created_at), 'position', c.position, 'parent_id', (
            select a.id from public.video_comments a where a.id = c.parent_id and a.deleted_at is null),
          'is_teacher', exists (select from public.admin_users a where a.user_id = c.user_id))
        from unnest(p_scopes, p_ids) as q (scope, id),
          lateral (select * from public.video_comments k where k.id = q.id::uuid limit 1) c,
          lateral (select * from public.profiles k where k.id = c.user_id limit 1) p
        where 'video:' || c.video_id = q.scope and c.deleted_at is null;
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
comment on function sync.project_scoped is
  'The documents that belong to one scope: those of an account and those of a lesson''s discussion.';

create function sync.lock_scope(p_scope text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform 1 from sync.scope where scope = p_scope for update;
  if not found then
    insert into sync.scope (scope) values (p_scope) on conflict do nothing;
    perform 1 from sync.scope where scope = p_scope for update;
  end if;
end
$$;
comment on function sync.lock_scope is 'Locks the row of a scope and creates it if it is missing.';

create function sync.spread_ms(p_scope text) returns int language sql stable set search_path = '' as $$
  select case when f.followers < 200 then 0 else least(60000, f.followers * 5)::int end
  from (
    select greatest(reltuples, 0) / case when p_scope like 'video:%' then 10 else 1 end as followers
    from pg_catalog.pg_class where oid = 'public.user_subscriptions'::regclass) f
$$;
comment on function sync.spread_ms is
  'Milliseconds over which the followers of a shared scope spread their pulls after a poke: 5 s per 1,000 followers.';

create function sync.publish_documents(p_group text, p_kinds text[], p_ids text[], p_scopes text[]) returns text[]
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_changed text[];
begin
  with document as (
    select s.scope, t.kind, t.row_id, w.body
    from unnest(p_kinds, p_ids, p_scopes) as t (kind, row_id, scope)
    cross join lateral unnest(case when t.scope = '' then array['plan:basic', 'plan:premium', 'public']
      else array[t.scope] end) as s (scope)
    left join (
      select * from sync.project_shared(p_group, p_ids) where p_scopes[1] = ''
      union all select * from sync.project_scoped(p_group, p_scopes, p_ids)
        where p_scopes[1] <> '') w on w.scope = s.scope and w.row_id = t.row_id
  ), changed as materialized (
    select d.scope, d.kind, d.row_id, d.body, f.seq as before, f.hash as hash_before, f.bytes as bytes_before,
      scope.seq + row_number() over (partition by d.scope order by d.kind, d.row_id) as seq
    from document d
    left join lateral (
      select case when not f.deleted then f.seq end as seq, f.body::text as body, f.hash, f.bytes
      from sync.feed f where f.scope = d.scope and f.kind = d.kind and f.row_id = d.row_id limit 1) f on true
    cross join lateral (select s.seq from sync.scope s where s.scope = d.scope limit 1) scope
    where f.body is distinct from d.body::text
  ), fed as (
    insert into sync.feed (scope, kind, row_id, seq, deleted, body)
      select c.scope, c.kind, c.row_id, c.seq, c.body is null, c.body from changed c
      on conflict (scope, kind, row_id) do update set seq = excluded.seq, deleted = excluded.deleted,
        body = excluded.body
  ), counted as (
    select c.scope, max(c.seq) as seq,
      count(c.body) - count(c.before) as live_count,
      coalesce(sum(c.seq) filter (where c.body is not null), 0) - coalesce(sum(c.before), 0) as live_sum,
      coalesce(bit_xor(c.seq) filter (where c.body is not null), 0) # coalesce(bit_xor(c.before), 0) as live_xor,
      coalesce(bit_xor(hashtext(c.body::text)), 0) # coalesce(bit_xor(c.hash_before), 0) as live_hash,
      coalesce(sum(octet_length(c.body::text)), 0) - coalesce(sum(c.bytes_before), 0) as live_bytes
    from changed c group by c.scope
  ), numbered as (
    update sync.scope s
      set seq = c.seq, live_count = s.live_count + c.live_count, live_sum = s.live_sum + c.live_sum,
        live_xor = s.live_xor # c.live_xor, live_hash = s.live_hash # c.live_hash,
        live_bytes = s.live_bytes + c.live_bytes
      from counted c where s.scope = c.scope returning s.scope
  )
  select coalesce(array_agg(scope), '{}') into v_changed from numbered;
  return v_changed;
end
$$;
comment on function sync.publish_documents is
  'Writes documents of one projection into their scopes, which the caller locked; returns the scopes that changed.';

create table sync.waiting_authors (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  last_id uuid
);
comment on table sync.waiting_authors is 'Authors whose many comments wait to be published under their new name.';
alter table sync.waiting_authors enable row level security;

create function sync.has_many_comments(p_user uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select count(*) > 200 from (select from public.video_comments where user_id = p_user limit 201) c);
end
$$;
comment on function sync.has_many_comments is 'True for an author whose comments a background job publishes.';

create function public.republish_authors(p_limit int default 200) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_author sync.waiting_authors;
  v_ids uuid[];
begin
  select * into v_author from sync.waiting_authors order by user_id limit 1 for update skip locked;
  if not found then return 0; end if;
  v_ids := array(select c.id from public.video_comments c
    where c.user_id = v_author.user_id and (v_author.last_id is null or c.id > v_author.last_id)
    order by c.id limit p_limit);
  perform sync.touch('comments', c.id::text, 'video:' || c.video_id) from public.video_comments c where c.id = any (v_ids);
  if cardinality(v_ids) < p_limit then delete from sync.waiting_authors where user_id = v_author.user_id;
  else update sync.waiting_authors set last_id = v_ids[p_limit] where user_id = v_author.user_id; end if;
  return cardinality(v_ids);
end
$$;
comment on function public.republish_authors is
  'Publishes the next comments of an author with many; returns how many. A background job calls it until nothing is left.';

grant execute on function public.republish_authors(int) to service_role;

create function sync.expand_commands(p_tx xid8) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform sync.recount(p_tx);
  if exists (select from sync.dirty where tx = p_tx and starts_with(command, 'republish_')) then
    insert into sync.dirty (kind, row_id, scope)
      select k.kind, v.id::text, ''
        from sync.dirty d join public.videos v on v.course_id = d.row_id::uuid,
          unnest(array['videos', 'lessons']) as k (kind)
        where d.tx = p_tx and d.command = 'republish_course'
      union all
      select 'tests', t.id::text, ''
        from sync.dirty d join public.tests t on t.course_id = d.row_id::uuid
        where d.tx = p_tx and d.command = 'republish_course'
      union all
      select 'lessons', r.video_id::text, ''
        from sync.dirty d join public.video_resources r on r.course_resource_id = d.row_id::uuid
        where d.tx = p_tx and d.command = 'republish_resource'
      union all
      select 'certificates', r.certificate_id::text, ''
        from sync.dirty d join public.certificate_requirements r on r.test_id = d.row_id::uuid
        where d.tx = p_tx and d.command = 'republish_certificates'
      union all
      select 'comments', c.id::text, 'video:' || c.video_id
        from sync.dirty d join public.video_comments c on c.user_id = d.row_id::uuid
        where d.tx = p_tx and d.command = 'republish_author' and not sync.has_many_comments(d.row_id::uuid)
      on conflict do nothing;
    insert into sync.waiting_authors (user_id)
      select distinct d.row_id::uuid from sync.dirty d
        where d.tx = p_tx and d.command = 'republish_author' and sync.has_many_comments(d.row_id::uuid)
      on conflict (user_id) do update set last_id = null;
  end if;
  delete from sync.dirty where tx = p_tx and command <> '';
end
$$;
comment on function sync.expand_commands is
  'Replaces the commands of a transaction (for example "all lessons of this course") by the documents they concern.';

create function sync.count_discussion(p_video uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into public.video_stats as s (video_id, likes_count, comments_count)
    select v.id, (select count(*) from public.video_likes l where l.video_id = v.id),
      (select count(*) from public.video_comments c where c.video_id = v.id and c.deleted_at is null)
    from public.videos v where v.id = p_video
    on conflict (video_id) do update set likes_count = excluded.likes_count, comments_count = excluded.comments_count,
      updated_at = now()
    where (s.likes_count, s.comments_count) is distinct from (excluded.likes_count, excluded.comments_count);
end
$$;
comment on function sync.count_discussion is 'Recounts the likes and comments of a lesson.';

create function sync.flush() returns trigger language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off as $$
declare
  v_tx constant xid8 := pg_current_xact_id();
  v_scope text;
  v_recorded record;
  v_group record;
  v_gone text;
  v_changed text[] := '{}';
begin
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

  if v_recorded.has_commands then perform sync.expand_commands(v_tx); end if;
  if v_recorded.has_discussions then
    for v_scope in select distinct scope from sync.dirty where tx = v_tx and scope like 'video:%' order by 1 loop
      perform sync.lock_scope(v_scope);
    end loop;
    perform sync.count_discussion(row_id::uuid) from sync.dirty where tx = v_tx and kind = 'video_stats';
  end if;

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
comment on function sync.flush is
  'The last step of a transaction: recounts, projects, numbers and announces everything it touched.';

create constraint trigger flush after insert on sync.dirty deferrable initially deferred for each row
  when (new.requests_flush) execute function sync.flush();
