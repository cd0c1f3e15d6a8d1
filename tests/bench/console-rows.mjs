// The rows of `npm run bench console`: 10,000 users, 500 videos, 50,000 registrations, 5,000 notifications, 200,000 progress documents.
// Triggers are off while the rows are inserted, because the bench does not need these rows in the sync feed.
export const SIZES = { users: 10_000, videos: 500, registrations: 50_000, notifications: 5_000, progress: 200_000 };

const id = (prefix, n) => `('${prefix}-0000-4000-8000-' || lpad((${n})::text, 12, '0'))::uuid`;
const user = (n) => id('ee000000', n);
const video = (n) => id('ee100000', n);
const event = (n) => id('ee200000', n);
export const BENCH_COURSE = 'ee300000-0000-4000-8000-000000000001';
export const BENCH_VIDEO = 'ee100000-0000-4000-8000-000000000001';
export const BENCH_EVENT = 'ee200000-0000-4000-8000-000000000001';

export const consoleRows = `
  set session_replication_role = replica;
  insert into auth.users (id, email, email_confirmed_at, created_at)
    select ${user('n')}, 'person-' || n || '@bench.test', now(), now() - n * interval '50 minutes' from generate_series(1, ${SIZES.users}) n;
  insert into public.profiles (id, full_name, created_at)
    select ${user('n')}, 'Мария Илиева ' || n, now() - n * interval '50 minutes' from generate_series(1, ${SIZES.users}) n;
  insert into public.user_subscriptions (user_id, email, has_pro_plan, has_premium_plan, paid_plan, status, billing_period)
    select ${user('n')}, 'person-' || n || '@bench.test', n % 8 = 1, n % 8 = 2, case n % 8 when 1 then 'pro' when 2 then 'premium' end,
      case when n % 8 in (1, 2) then 'active' end, case when n % 8 in (1, 2) then 'monthly' end
    from generate_series(1, ${SIZES.users}) n;
  insert into public.payments (email, invoice_id, number, amount, status, created_at)
    select 'person-' || n % ${SIZES.users} || '@bench.test', 'bench-' || n, 'B-' || n, 1500, case when n % 50 = 0 then 'failed' else 'succeeded' end,
      now() - n * interval '20 minutes'
    from generate_series(1, ${SIZES.users}) n;
  insert into public.courses (id, title, status) values ('${BENCH_COURSE}', 'Голям курс', 'published');
  insert into public.videos (id, course_id, title, duration_seconds, order_position)
    select ${video('n')}, '${BENCH_COURSE}', 'Урок ' || n, 600, n from generate_series(1, ${SIZES.videos}) n;
  insert into public.events (id, title, start_date, end_date, status, max_participants)
    select ${event('n')}, 'Събитие ' || n, now() + n * interval '1 day', now() + n * interval '1 day' + interval '1 hour', 'active', null
    from generate_series(1, 10) n;
  insert into public.event_registrations (event_id, user_id, status, registered_at)
    select ${event('1 + n % 10')}, ${user(`1 + (n / 10 + (n % 10) * ${SIZES.users / 10}) % ${SIZES.users}`)}, (array['registered', 'registered', 'attended', 'cancelled'])[1 + n % 4],
      now() - n * interval '7 minutes'
    from generate_series(0, ${SIZES.registrations - 1}) n on conflict do nothing;
  insert into public.notifications (user_id, title, message)
    select ${user('n')}, 'Известие', 'Текст' from generate_series(1, ${SIZES.notifications}) n;
  insert into sync.journal (user_id, id, kind, at, active_on, rev, data)
    select ${user(`1 + n % ${SIZES.users}`)}, 'progress/' || ${video(`1 + (n / ${SIZES.users}) * 7 % ${SIZES.videos}`)}, 'progress', 1, '2026-11-01', 1,
      jsonb_build_object('completed', n % 3 = 0, 'duration', 600000, 'intervals', jsonb_build_array(jsonb_build_array(0, 6000 * (1 + n % 100))))
    from generate_series(0, ${SIZES.progress - 1}) n on conflict do nothing;
  set session_replication_role = origin;
  analyze;
`;

/** RPC calls of the console's lists: [label, function, arguments]. */
export const listCalls = [
  ['users, first page', 'admin_users', {}],
  ['users, last page', 'admin_users', { p_page: SIZES.users / 10 }],
  ['users, search', 'admin_users', { p_search: 'son-777' }],
  ['payments, first page', 'admin_payments', {}],
  ['payments, last page', 'admin_payments', { p_page: SIZES.users / 10 }],
  ['payments, search', 'admin_payments', { p_search: 'b-777' }],
  ['registrations, first page', 'admin_registrations', {}],
  ['registrations, last page', 'admin_registrations', { p_page: SIZES.registrations / 10 }],
  ['registrations, event', 'admin_registrations', { p_event: BENCH_EVENT, p_status: 'attended' }],
  ['registrations, search', 'admin_registrations', { p_search: 'son-777' }],
];
export const figureCalls = [
  ['dashboard', 'admin_dashboard', {}],
  ['badge', 'admin_activity', {}],
  ['video statistics', 'video_statistics', { p_video: BENCH_VIDEO }],
];
