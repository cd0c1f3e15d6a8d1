-- The last step of every transaction that touched a document: recount, project, number, poke.
--
--   touched rows ─► lock the scopes, in order ─► recount what depends ─► read each document as it is now
--                                                                   └─► number what changed ─► feed ─► one poke per scope
--
-- Rule: scopes are locked before anything is read. Under READ COMMITTED every statement after a lock sees what earlier holders committed,
--       so two transactions that touch one document can never publish the older state last.
-- Rule: scopes are locked in one order (account, journal, plan, public, then video), so writers queue and never deadlock.
-- Rule: nothing else of the product takes these locks, and no row is locked after them but those counted here (and the rows they refer to).

create function sync.lock_scope(p_scope text) returns void language plpgsql volatile security definer set search_path = '' as $$
begin
  perform 1 from sync.scope where scope = p_scope for update;
  if not found then
    insert into sync.scope (scope) values (p_scope) on conflict do nothing;
    perform 1 from sync.scope where scope = p_scope for update;
  end if;
end
$$;

-- Milliseconds over which followers of a shared scope spread their pulls after a poke: 5 s per 1,000 of them. The number of accounts is the
-- planner's estimate, which costs nothing; a lesson's discussion is followed by a tenth. A small school is answered at once.
create function sync.spread_ms(p_scope text) returns int language sql stable as $$
  select case when f.followers < 200 then 0 else least(60000, f.followers * 5)::int end
  from (
    select greatest(reltuples, 0) / case when p_scope like 'video:%' then 10 else 1 end as followers
    from pg_catalog.pg_class where oid = 'public.user_subscriptions'::regclass) f
$$;

-- Rule: whatever runs at a commit is plpgsql; a sql function that cannot be inlined is planned again at every call.

-- Publishes documents of one projection into their scopes (locked by the caller). @returns the scopes that changed.
create function sync.publish(p_group text, p_kinds text[], p_ids text[], p_homes text[]) returns text[]
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_changed text[];
begin
  with document as (
    select s.scope, t.kind, t.row_id, w.body
    from unnest(p_kinds, p_ids, p_homes) as t (kind, row_id, home)
    cross join lateral unnest(case when t.home = '' then array['plan:basic', 'plan:premium', 'public'] else array[t.home] end) as s (scope)
    left join (
      select * from sync.project_shared(p_group, p_ids) where p_homes[1] = ''
      union all select * from sync.project_home(p_group, p_homes, p_ids) where p_homes[1] <> '') w on w.scope = s.scope and w.row_id = t.row_id
  ), changed as materialized (
    -- A document that was never there needs no tombstone, one that did not change no number.
    select d.scope, d.kind, d.row_id, d.body, f.seq as before, scope.seq + row_number() over (partition by d.scope order by d.kind, d.row_id) as seq
    from document d
    -- Limited, so that each is looked up by its key, whatever the planner believes of the table.
    left join lateral (
      select case when not f.deleted then f.seq end as seq, f.body::text as body
      from sync.feed f where f.scope = d.scope and f.kind = d.kind and f.row_id = d.row_id limit 1) f on true
    cross join lateral (select s.seq from sync.scope s where s.scope = d.scope limit 1) scope
    where f.body is distinct from d.body::text
  ), fed as (
    insert into sync.feed (scope, kind, row_id, seq, deleted, body)
      select c.scope, c.kind, c.row_id, c.seq, c.body is null, c.body from changed c
      on conflict (scope, kind, row_id) do update set seq = excluded.seq, deleted = excluded.deleted, body = excluded.body
  ), counted as (
    -- Live rows that came and those that went.
    select c.scope, max(c.seq) as seq,
      count(c.body) - count(c.before) as live_count,
      coalesce(sum(c.seq) filter (where c.body is not null), 0) - coalesce(sum(c.before), 0) as live_sum,
      coalesce(bit_xor(c.seq) filter (where c.body is not null), 0) # coalesce(bit_xor(c.before), 0) as live_xor
    from changed c group by c.scope
  ), numbered as (
    update sync.scope s
      set seq = c.seq, live_count = s.live_count + c.live_count, live_sum = s.live_sum + c.live_sum, live_xor = s.live_xor # c.live_xor
      from counted c where s.scope = c.scope returning s.scope
  )
  select coalesce(array_agg(scope), '{}') into v_changed from numbered;
  return v_changed;
end
$$;

-- The orders among the notes ("all lessons of this course") become notes about documents.
create function sync.expand(p_tx xid8) returns void language plpgsql volatile security definer set search_path = '' as $$
begin
  perform sync.derive(p_tx);
  if exists (select from sync.dirty where tx = p_tx and kind in ('~course', '~resource', '~certificate', '~author')) then
    insert into sync.dirty (kind, row_id, home)
      select k.kind, v.id::text, '' from sync.dirty d join public.videos v on v.course_id = d.row_id::uuid, unnest(array['videos', 'lessons']) as k (kind)
        where d.tx = p_tx and d.kind = '~course'
      union all select 'tests', t.id::text, '' from sync.dirty d join public.tests t on t.course_id = d.row_id::uuid where d.tx = p_tx and d.kind = '~course'
      union all select 'lessons', r.video_id::text, '' from sync.dirty d join public.video_resources r on r.course_resource_id = d.row_id::uuid
        where d.tx = p_tx and d.kind = '~resource'
      union all select 'certificates', r.certificate_id::text, '' from sync.dirty d join public.certificate_requirements r on r.test_id = d.row_id::uuid
        where d.tx = p_tx and d.kind = '~certificate'
      union all select 'comments', c.id::text, 'video:' || c.video_id from sync.dirty d join public.video_comments c on c.user_id = d.row_id::uuid
        where d.tx = p_tx and d.kind = '~author'
      on conflict do nothing;
  end if;
  delete from sync.dirty where tx = p_tx and kind like '~%';
end
$$;

create function sync.count_discussion(p_video uuid) returns void language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into public.video_stats as s (video_id, likes_count, comments_count)
    select v.id, (select count(*) from public.video_likes l where l.video_id = v.id), (select count(*) from public.video_comments c where c.video_id = v.id)
    from public.videos v where v.id = p_video
    on conflict (video_id) do update set likes_count = excluded.likes_count, comments_count = excluded.comments_count, updated_at = now()
    where (s.likes_count, s.comments_count) is distinct from (excluded.likes_count, excluded.comments_count);
end
$$;

-- DANGER: a plan made while the tables were small is kept by a session for good where nothing analyses them (PGlite), and would read
-- whole tables at every commit; hence no sequential scans here. Plans are made once (that costs more than running them), never compiled.
create function sync.flush() returns trigger language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off as $$
declare
  v_tx constant xid8 := pg_current_xact_id();
  v_scope text;
  v_notes record;
  v_group record;
  v_gone text;
  v_changed text[] := '{}';
begin
  -- The first of the transaction's notes does the work of all; the others find nothing left.
  select array_agg(distinct home) as homes, bool_or(kind like '~%') as orders, bool_or(home like 'video:%' or kind = '~author') as discussions
    into v_notes from sync.dirty where tx = v_tx;
  if v_notes.homes is null then return null; end if;

  for v_scope in
    select h from unnest(v_notes.homes) h where h <> '' and h not like 'video:%'
    union select unnest(sync.shared_scopes()) where '' = any (v_notes.homes)
    order by 1
  loop
    perform sync.lock_scope(v_scope);
  end loop;

  -- What depends on what was touched. Asked only now: everything that others added and committed before is visible.
  if v_notes.orders then perform sync.expand(v_tx); end if;
  if v_notes.discussions then
    for v_scope in select distinct home from sync.dirty where tx = v_tx and home like 'video:%' order by 1 loop
      perform sync.lock_scope(v_scope);
    end loop;
    perform sync.count_discussion(row_id::uuid) from sync.dirty where tx = v_tx and kind = 'video_stats';
  end if;

  -- All notes are taken now; one made after this calls again.
  perform set_config('sync.called', '', true);
  for v_group in
    with taken as (delete from sync.dirty where tx = v_tx returning kind, row_id, home, row_ids), note as (
      select kind, row_id, home from taken where row_ids is null
      union all select distinct t.kind, d.id, t.home from taken t, unnest(t.row_ids) as d (id)
    )
    select case when home like 'journal:%' then 'journal' else kind end as name,
      array_agg(kind) as kinds, array_agg(row_id) as ids, array_agg(home) as homes
    from note group by 1 order by 1
  loop
    v_changed := v_changed || sync.publish(v_group.name, v_group.kinds, v_group.ids, v_group.homes);
    -- A deleted account leaves nothing behind, not even the ids of what it did.
    if v_group.name = 'profiles' then
      for v_gone in select unnest(v_group.ids) except select id::text from public.profiles where id = any (v_group.ids::uuid[]) loop
        delete from sync.feed where scope in ('account:' || v_gone, 'journal:' || v_gone);
        delete from sync.scope where scope in ('account:' || v_gone, 'journal:' || v_gone);
      end loop;
    end if;
  end loop;

  for v_scope in select distinct unnest(v_changed) order by 1 loop
    perform realtime.send(json_build_object('spread_ms', case when v_scope ~ '^(account|journal):' then 0 else sync.spread_ms(v_scope) end)::jsonb,
      'poke', 'scope:' || v_scope, true);
  end loop;
  return null;
end
$$;

create constraint trigger flush after insert on sync.dirty deferrable initially deferred for each row when (new.calls) execute function sync.flush();

revoke all on all functions in schema sync from public;
