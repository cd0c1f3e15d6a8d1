-- The pause between attempts of a graded quiz holds for dates inside or before an attempt whose score is known.

-- Rule: an attempt counts if it began at least 10 minutes after the end of every attempt that the server had scored
-- before it. The times come from the device and the order from the server: an attempt that arrives after the score of a
-- later one may use that score. Attempts of one push arrive together; then their starts order them.
create or replace function sync.counts_for_certificate(p_result uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.test_results r where r.id = p_result and not r.over_time and not exists (
      select from public.test_results e
      where e.user_id = r.user_id and e.test_id = r.test_id
        and (e.created_at, coalesce(e.started_at, e.completed_at), e.id) < (r.created_at, r.started_at, r.id)
        and r.started_at < e.completed_at + interval '10 minutes'));
end
$$;
comment on function sync.counts_for_certificate is
  'Whether a result counts for a certificate: within its time, and begun at least 10 minutes after the attempts before it.';

create or replace function sync.on_test_results() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := 'account:' || coalesce(new.user_id, old.user_id);
begin
  perform sync.touch('results', coalesce(new.id, old.id)::text, v_scope),
    sync.request('recount_result', coalesce(new.user_id, old.user_id)::text, v_scope);
  return null;
end
$$;
comment on function sync.on_test_results is 'Publishes a result and recounts what its learner achieved.';

-- Earned certificates stay; the progress and the marks of the results follow the rule.
do $migration$
begin
  perform sync.touch('results', r.id::text, 'account:' || r.user_id),
      sync.request('recount_result', r.user_id::text, 'account:' || r.user_id)
    from public.test_results r where sync.is_graded(r.test_id) and exists (
      select from public.test_results o where o.user_id = r.user_id and o.test_id = r.test_id and o.id <> r.id);
end
$migration$;
