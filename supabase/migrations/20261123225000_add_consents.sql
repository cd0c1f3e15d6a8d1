-- Consents: which version of which text an account agreed to, when and on which occasion.


create table public.consents (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.profiles (id) on delete cascade,
  -- `age` is the statement of being old enough.
  document text not null check (document in ('terms', 'privacy', 'refund', 'age')),
  -- The version of the text that was shown. Twin: LEGAL_VERSIONS.
  version text not null check (version ~ '^\d{4}-\d\d-\d\d$'),
  occasion text not null check (occasion in ('registration', 'purchase', 'upgrade')),
  given_at timestamptz not null default now()
);
comment on table public.consents is 'Which version of which text an account agreed to, when and on which occasion.';
create index consents_by_user on public.consents (user_id, given_at);
alter table public.consents enable row level security;
create policy "an account reads its own consents" on public.consents for select to authenticated
  using (user_id = (select auth.uid()));
comment on policy "an account reads its own consents" on public.consents is
  'The rows of an account are readable only by that account.';
create policy "administrators read consents" on public.consents for select to authenticated
  using ((select public.is_admin()));
comment on policy "administrators read consents" on public.consents is 'Administrators may read every row.';
grant select on public.consents to authenticated;
grant select on public.consents to service_role;

create function sync.keep_consents() returns trigger language plpgsql set search_path = '' as $$
begin
  raise insufficient_privilege using message = 'consents are append-only';
end
$$;
comment on function sync.keep_consents is 'Refuses every change of a consent.';
create trigger keep before update on public.consents for each row execute function sync.keep_consents();

-- The profile's row carries the consents, so that the data export of a device without a network has them.
create function sync.on_consents() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform sync.touch('profiles', new.user_id::text, 'account:' || new.user_id);
  return null;
end
$$;
comment on function sync.on_consents is 'Publishes the profile of an account that gave a consent.';
create trigger feed after insert on public.consents for each row execute function sync.on_consents();

create function sync.store_consents(p_user uuid, p_occasion text, p_versions jsonb) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_stored int;
begin
  if jsonb_typeof(p_versions) is distinct from 'object' then return 0; end if;
  insert into public.consents (user_id, document, version, occasion)
    select p_user, v.key, v.value, p_occasion from jsonb_each_text(p_versions) v
    where v.key in ('terms', 'privacy', 'refund', 'age') and v.value ~ '^\d{4}-\d\d-\d\d$';
  get diagnostics v_stored = row_count;
  return v_stored;
end
$$;
comment on function sync.store_consents is 'Stores the consents of an account; returns how many of them were valid.';

create function public.give_consents(p_occasion text, p_versions jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if (select auth.uid()) is null then raise insufficient_privilege using message = 'an account consents itself'; end if;
  perform sync.require_option('p_occasion', p_occasion, '{purchase,upgrade}');
  if not p_versions ?& '{terms,privacy,refund}' or sync.store_consents((select auth.uid()), p_occasion,
    p_versions - 'age') < 3 then perform sync.refuse('bad_argument', 'p_versions'); end if;
end
$$;
comment on function public.give_consents is
  'Stores the three consents that the caller gives before a purchase or an upgrade.';

revoke all on all functions in schema sync from public;
revoke all on function public.give_consents(text, jsonb) from public, anon;
grant execute on function public.give_consents(text, jsonb) to authenticated;

create or replace function sync.on_user_created() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform sync.set_up_account(new);
  perform sync.store_consents(new.id, 'registration', new.raw_user_meta_data -> 'consents');
  return null;
end
$$;
comment on function sync.on_user_created is 'Sets up each new account of the auth service and stores the consents of its registration.';

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
            from public.consents c where c.user_id = p.id))
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

revoke all on all functions in schema sync from public;
