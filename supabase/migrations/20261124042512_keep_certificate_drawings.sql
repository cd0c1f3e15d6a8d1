-- An earned certificate keeps the title and the drawing with which it was earned: a template that is replaced, deactivated
-- or moved to the trash later changes only what is earned from then on.

alter table public.user_certificates add column drawing jsonb check (jsonb_typeof(drawing) = 'object');

-- What was earned until now gets the drawing of today, with the title of its document. The update publishes the rows.
update public.user_certificates u set drawing = jsonb_build_object(
    'title', coalesce((select i.title from public.issued_certificates i where i.user_id = u.user_id
      and i.certificate_id = u.certificate_id and i.revoked_at is null), c.title),
    'description', c.description, 'template_url', c.template_url, 'name_position', c.name_position,
    'name_font_size', c.name_font_size, 'name_font_color', c.name_font_color)
  from public.certificates c where c.id = u.certificate_id and u.completed;

create function sync.keep_drawing() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and old.drawing is not null then
    new.drawing := old.drawing;
  elsif new.completed then
    new.drawing := (select jsonb_build_object('title', c.title, 'description', c.description,
        'template_url', c.template_url, 'name_position', c.name_position, 'name_font_size', c.name_font_size,
        'name_font_color', c.name_font_color)
      from public.certificates c where c.id = new.certificate_id);
  end if;
  return new;
end
$$;
comment on function sync.keep_drawing is
  'Copies the title and the drawing of a certificate when an account earns it; the copy never changes.';
create trigger keep_drawing before insert or update on public.user_certificates for each row
  execute function sync.keep_drawing();

create or replace function sync.issue_certificates(p_user uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into public.issued_certificates (user_id, certificate_id, name, title, issued_at)
    select u.user_id, u.certificate_id, btrim(p.full_name), u.drawing ->> 'title', coalesce(u.completed_at, now())
    from public.user_certificates u
    join public.profiles p on p.id = u.user_id and btrim(p.full_name) <> ''
    where u.user_id = p_user and u.completed and not exists (select from public.issued_certificates i
      where i.user_id = u.user_id and i.certificate_id = u.certificate_id)
    order by u.completed_at, u.certificate_id
    on conflict do nothing;
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
            and r.user_id = substr(q.scope, 9)::uuid and r.status <> 'cancelled');
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

create or replace function sync.is_file_in_use(p_bucket text, p_name text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return case p_bucket
    when 'videos' then exists (select from public.videos where video_url = p_name)
    when 'resources' then exists (select from public.course_resources where file_url = p_name)
      or exists (select from public.video_resources where file_url = p_name)
    when 'certificate-templates' then exists (select from public.certificates
      where sync.file_name(p_bucket, template_url) = p_name)
      or exists (select from public.user_certificates
        where sync.file_name(p_bucket, drawing ->> 'template_url') = p_name)
    else exists (select from public.courses where sync.file_name(p_bucket, thumbnail_url) = p_name)
      or exists (select from public.videos where sync.file_name(p_bucket, thumbnail_url) = p_name)
      or exists (select from public.events where sync.file_name(p_bucket, image_url) = p_name)
      or exists (select from public.news
        where sync.file_name(p_bucket, image_url) = p_name or strpos(content, p_name) > 0)
      or exists (select from public.test_questions where sync.file_name(p_bucket, image_url) = p_name)
      -- An open attempt shows the version with which it began.
      or exists (select from public.test_versions where strpos(body::text, p_name) > 0) end;
end
$$;

revoke all on function sync.keep_drawing() from public;
