// SQL that fills a database with accounts, as if they had learned for a while. Triggers are off, because publishing a million rows one by one takes
// an hour; the feed and its digests are computed from the same tables and projections.
import { LESSON, NOTES } from './sizes.mjs';

const account = "('ef000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid";
const notes = `generate_series(1, ${NOTES}) k`;

/** The scripts, in order; each is a transaction. */
export const seedScripts = (accounts) => {
  const everyone = `generate_series(1, ${accounts}) n`;
  const withoutTriggers = (text) => `begin; set local session_replication_role = replica; ${text} commit;`;
  return [
    `create table public.bare_inserts (id bigint generated always as identity primary key, account uuid not null, body json not null);`,
    withoutTriggers(`
      insert into auth.users (id, email, email_confirmed_at, created_at)
        select ${account}, 'learner-' || n || '@bench.test', now(), now() - n * interval '5 minutes' from ${everyone};
      insert into public.profiles (id, full_name, created_at)
        select ${account}, 'Мария Илиева ' || n, now() - n * interval '5 minutes' from ${everyone};
      insert into public.user_subscriptions (user_id, email, has_pro_plan, has_premium_plan, paid_plan, status, billing_period)
        select ${account}, 'learner-' || n || '@bench.test', n % 8 = 1, n % 8 = 2, case n % 8 when 1 then 'pro' when 2 then 'premium' end,
          case when n % 8 in (1, 2) then 'active' end, case when n % 8 in (1, 2) then 'monthly' end from ${everyone};
      insert into public.payments (email, user_id, invoice_id, number, amount, status, created_at)
        select 'learner-' || n || '@bench.test', ${account}, 'scale-' || n, 'S-' || n, 1500, 'succeeded', now() - n * interval '5 minutes'
        from ${everyone} where n % 8 in (1, 2);`),
    withoutTriggers(`
      insert into sync.journal (user_id, id, kind, at, active_on, rev, data)
        select ${account}, 'note/' || md5(n || '-' || k)::uuid, 'note', 1760000000000 + k, '2025-10-09', 1, jsonb_build_object('video_id', '${LESSON}',
          'versions', jsonb_build_array(jsonb_build_object('at', 1760000000000 + k, 'text', 'Бележка ' || k, 'position', k * 1000, 'deleted', false)))
        from ${everyone}, ${notes};
      insert into public.user_achievements (user_id, achievement_id, current_value, completed, completed_at)
        select ${account}, a.id, ${NOTES}, ${NOTES} >= a.target_value, case when ${NOTES} >= a.target_value then now() end
        from ${everyone}, public.achievements a where a.type = 'note';`),
    withoutTriggers(`
      with own as (select array_agg('account:' || ${account}) as scopes, array_agg(${account}::text) as ids from ${everyone})
      insert into sync.feed (scope, kind, row_id, seq, body)
        select p.scope, 'profiles', p.row_id, 1, p.body from own, sync.project_scoped('profiles', own.scopes, own.ids) p
        union all select p.scope, 'subscriptions', p.row_id, 2, p.body from own, sync.project_scoped('subscriptions', own.scopes, own.ids) p
        union all select 'journal:' || j.user_id, j.kind, j.id, row_number() over (partition by j.user_id order by j.id),
          json_build_object('id', j.id, 'kind', j.kind, 'at', j.at, 'active_on', j.active_on, 'rev', j.rev, 'data', j.data)
          from sync.journal j where j.user_id::text like 'ef000000-%';
      insert into sync.scope (scope, seq, live_count, live_sum, live_xor, live_hash, live_bytes)
        select f.scope, max(f.seq), count(*), sum(f.seq), bit_xor(f.seq), bit_xor(f.hash), sum(f.bytes)
        from sync.feed f where f.scope like '%:ef000000-%' group by f.scope;`),
    // As autovacuum leaves it.
    'vacuum analyze;',
  ];
};
