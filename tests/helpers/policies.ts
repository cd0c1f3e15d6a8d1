/**
 * The expected rights on every table, one entry per table, written from the specification; the policy tests compare them with the database.
 * The tests read, change and delete a row that belongs to `pro`. A row that a test inserts names `pro` as its owner, whichever account inserts it.
 */
import { certificate, courses, events, news, pro, spareProduct, tests, videos } from './school';

export type Who = 'anon' | 'free' | 'pro' | 'premium' | 'other' | 'admin' | 'superAdmin';

export interface PolicyRule {
  /** Condition that selects the row to read, change and delete. */
  target: string;
  select: Who[];
  insert?: { values: string; by: Who[] };
  update?: { set: string; by: Who[] };
  delete?: Who[];
}

const admins: Who[] = ['admin', 'superAdmin'];
const accounts: Who[] = ['free', 'pro', 'premium', 'other', ...admins];
const owner: Who[] = ['pro'];
const premiums: Who[] = ['premium', 'other'];
const subscribers: Who[] = ['pro', ...premiums];
const byPro = `user_id = '${pro.uid}'`;

/** Rights on tables that administrators write and other accounts read. */
const catalogue = (target: string, select: Who[], values: string, set: string): PolicyRule => ({
  target,
  select,
  insert: { values, by: admins },
  update: { set, by: admins },
  delete: admins,
});
/** Like `catalogue`, but an update must name the row's version, and rows are deleted only through the trash. */
const content = (target: string, select: Who[], values: string, set: string): PolicyRule => ({
  ...catalogue(target, select, values, `${set}, row_version = row_version`),
  delete: [],
});
/** Rights on tables that only the console's functions write. */
const saved = (target: string, select: Who[], values: string, set: string): PolicyRule => ({
  target,
  select,
  insert: { values, by: [] },
  update: { set, by: [] },
  delete: [],
});
/** Rights on tables that only the server writes. */
const counted = (values: string, set: string): PolicyRule => ({
  target: byPro,
  select: ['pro', ...admins],
  insert: { values, by: [] },
  update: { set, by: [] },
  delete: [],
});

export const policyRules: Record<string, PolicyRule> = {
  // Only triggers and the console's functions add entries to the audit log.
  admin_audit: {
    target: 'true',
    select: ['superAdmin'],
    insert: { values: `(action, table_name, row_id) values ('update', 'x', 'x')`, by: [] },
    update: { set: `action = 'insert'`, by: [] },
    delete: [],
  },
  background_jobs: {
    target: `name = 'policy-test'`,
    select: admins,
    insert: { values: `(name) values ('new')`, by: [] },
    update: { set: 'duration_ms = 1', by: [] },
    delete: [],
  },
  client_errors: {
    target: `build = 'policy-test'`,
    select: admins,
    insert: { values: `(build, message, route, stack) values ('new', 'x', '/', '')`, by: [] },
    update: { set: 'reports = 2', by: [] },
    delete: [],
  },
  profiles: {
    target: `id = '${pro.uid}'`,
    select: ['pro', ...admins],
    insert: { values: `(id) values ('00000000-0000-4000-8000-000000000099')`, by: [] },
    update: { set: `bio = 'x'`, by: owner },
    delete: [],
  },
  user_subscriptions: {
    target: byPro,
    select: ['pro', ...admins],
    insert: { values: `(email) values ('new@school.test')`, by: [] },
    update: { set: 'has_premium_plan = true', by: admins },
    delete: [],
  },
  admin_users: {
    target: `email = 'admin@school.test'`,
    select: admins,
    insert: { values: `(email) values ('pro@school.test')`, by: ['superAdmin'] },
    update: { set: 'is_super_admin = true, row_version = row_version', by: ['superAdmin'] },
    delete: ['superAdmin'],
  },
  users: { target: `id = '${pro.uid}'`, select: admins },
  courses: content(`id = '${courses.premium}'`, accounts, `(title) values ('Нов')`, `title = 'x'`),
  'courses (draft)': content(`id = '${courses.draft}'`, admins, `(title) values ('Нов')`, `description = 'x'`),
  course_templates: content('true', admins, `(name) values ('x')`, `name = 'x'`),
  'videos (free)': content(
    `id = '${videos.free}'`,
    accounts,
    `(course_id, title) values ('${courses.free}', 'x')`,
    `title = 'x'`,
  ),
  'videos (preview)': content(
    `id = '${videos.preview}'`,
    accounts,
    `(course_id, title) values ('${courses.free}', 'x')`,
    `title = 'x'`,
  ),
  'videos (basic)': content(
    `id = '${videos.basic}'`,
    [...subscribers, ...admins],
    `(course_id, title) values ('${courses.free}', 'x')`,
    `title = 'x'`,
  ),
  'videos (premium)': content(
    `id = '${videos.premium}'`,
    [...premiums, ...admins],
    `(course_id, title) values ('${courses.free}', 'x')`,
    `title = 'x'`,
  ),
  'videos (draft)': content(
    `id = '${videos.draft}'`,
    admins,
    `(course_id, title) values ('${courses.free}', 'x')`,
    `title = 'x'`,
  ),
  course_resources: content(
    'is_visible',
    [...subscribers, ...admins],
    `(course_id, title, file_url, file_name) values ('${courses.free}', 'x', 'x', 'x')`,
    `title = 'x'`,
  ),
  'course_resources (hidden)': content(
    'not is_visible',
    admins,
    `(course_id, title, file_url, file_name) values ('${courses.free}', 'x', 'x', 'x')`,
    `title = 'x'`,
  ),
  video_resources: content(
    `file_url = 'visible.stl'`,
    [...subscribers, ...admins],
    `(video_id, title, file_url, file_name) values ('${videos.free}', 'x', 'x', 'x')`,
    `title = 'x'`,
  ),
  'video_resources (hidden)': content(
    `file_url = 'hidden.stl'`,
    admins,
    `(video_id, title, file_url, file_name) values ('${videos.free}', 'x', 'x', 'x')`,
    `title = 'x'`,
  ),
  'video_resources (premium)': content(
    `file_url = 'premium.stl'`,
    [...premiums, ...admins],
    `(video_id, title, file_url, file_name) values ('${videos.free}', 'x', 'x', 'x')`,
    `title = 'x'`,
  ),
  'tests (free)': saved(
    `id = '${tests.free}'`,
    [...subscribers, ...admins],
    `(course_id, title) values ('${courses.free}', 'x')`,
    `title = 'x'`,
  ),
  'tests (premium)': saved(
    `id = '${tests.premium}'`,
    [...premiums, ...admins],
    `(course_id, title) values ('${courses.free}', 'x')`,
    `title = 'x'`,
  ),
  'tests (draft)': saved(
    `id = '${tests.draft}'`,
    admins,
    `(course_id, title) values ('${courses.free}', 'x')`,
    `title = 'x'`,
  ),
  test_questions: saved('true', admins, `(test_id, text) values ('${tests.free}', 'x')`, `text = 'x'`),
  test_versions: saved('true', admins, `(test_id, version, body) values ('${tests.free}', 1, '{}')`, 'version = 2'),
  test_results: counted(
    `(id, user_id, test_id, score, passed) values (gen_random_uuid(), '${pro.uid}', '${tests.basic}', 100, true)`,
    'score = 100',
  ),
  certificates: content(`id = '${certificate}'`, accounts, `(title) values ('x')`, `title = 'x'`),
  certificate_requirements: saved(
    `certificate_id = '${certificate}'`,
    accounts,
    `(certificate_id, test_id) values ('${certificate}', '${tests.premium}')`,
    'minimum_score = 1',
  ),
  user_certificates: counted(
    `(user_id, certificate_id, completed) values ('${pro.uid}', gen_random_uuid(), true)`,
    'completed = true',
  ),
  issued_certificates: counted(
    `(user_id, name, title, issued_at) values ('${pro.uid}', 'x', 'x', now())`,
    'revoked_at = null, reason = null',
  ),
  // Only the service role reads and adds keys.
  certificate_keys: {
    target: 'true',
    select: [],
    insert: { values: `(id, algorithm, public_jwk) values ('key-of-mine', 'EdDSA', '{}')`, by: [] },
    update: { set: `public_jwk = '{}'`, by: [] },
    delete: [],
  },
  achievements: catalogue(`id = 'liker'`, accounts, `(id, name, type) values ('x', 'x', 'like')`, 'points = 5'),
  user_achievements: counted(
    `(user_id, achievement_id, current_value) values ('${pro.uid}', 'reader', 9)`,
    'current_value = 9',
  ),
  user_activity: counted(`(user_id, active_on) values ('${pro.uid}', '2026-01-01')`, `active_on = '2026-01-01'`),
  user_streaks: counted(`(user_id, current_streak) values ('${pro.uid}', 9)`, 'current_streak = 9'),
  events: content(
    `id = '${events.open}'`,
    accounts,
    `(title, start_date, end_date) values ('x', now(), now() + interval '1 hour')`,
    `title = 'x'`,
  ),
  'events (draft)': content(
    `id = '${events.draft}'`,
    admins,
    `(title, start_date, end_date) values ('x', now(), now() + interval '1 hour')`,
    `status = 'active'`,
  ),
  event_registrations: {
    target: byPro,
    select: ['pro', ...admins],
    insert: { values: `(event_id, user_id) values ('${events.small}', '${pro.uid}')`, by: owner },
    update: { set: `status = 'attended'`, by: admins },
    delete: owner,
  },
  news: content(
    `id = '${news.out}'`,
    [...premiums, ...admins],
    `(title, summary, content, slug) values ('x', 'x', 'x', 'x')`,
    `title = 'x'`,
  ),
  'news (draft)': content(
    `id = '${news.draft}'`,
    admins,
    `(title, summary, content, slug) values ('x', 'x', 'x', 'x')`,
    `status = 'published'`,
  ),
  slug_history: saved('true', admins, `(slug, news_id) values ('x', '${news.out}')`, `slug = 'x'`),
  notification_sends: saved(
    'true',
    admins,
    `(id, title, message, mode) values (gen_random_uuid(), 'x', 'x', 'broadcast')`,
    `state = 'withdrawn'`,
  ),
  notifications: {
    target: byPro,
    select: ['pro', ...admins],
    insert: { values: `(user_id, title, message) values ('${pro.uid}', 'x', 'x')`, by: [] },
    update: { set: 'is_read = true', by: owner },
    delete: owner,
  },
  video_likes: {
    target: byPro,
    select: ['pro', ...admins],
    insert: { values: `(video_id, user_id) values ('${videos.preview}', '${pro.uid}')`, by: owner },
    update: { set: `created_at = now()`, by: [] },
    delete: owner,
  },
  video_comments: {
    target: byPro,
    select: [...subscribers, ...admins],
    insert: { values: `(video_id, user_id, content) values ('${videos.basic}', '${pro.uid}', 'x')`, by: owner },
    update: { set: `content = 'x'`, by: [] },
    delete: owner,
  },
  comment_reports: {
    target: byPro,
    select: ['pro', ...admins],
    insert: { values: `(comment_id, user_id) values (gen_random_uuid(), '${pro.uid}')`, by: [] },
    update: { set: 'resolved_at = now()', by: admins },
    delete: [],
  },
  video_stats: {
    target: `video_id = '${videos.basic}'`,
    select: [...subscribers, ...admins],
    insert: { values: `(video_id, likes_count) values (gen_random_uuid(), 9)`, by: [] },
    update: { set: 'likes_count = 9', by: [] },
    delete: [],
  },
  products: {
    ...catalogue('is_active', ['anon', ...accounts], `(name, price) values ('x', 1)`, 'price = 1'),
  },
  'products (off sale)': catalogue('not is_active', admins, `(name, price) values ('x', 1)`, 'price = 1'),
  user_cart: {
    target: byPro,
    select: owner,
    insert: { values: `(user_id, product_id, quantity) values ('${pro.uid}', '${spareProduct}', 1)`, by: owner },
    update: { set: 'quantity = 3', by: owner },
    delete: owner,
  },
  user_bookmarks: {
    target: byPro,
    select: owner,
    insert: { values: `(user_id, video_id) values ('${pro.uid}', '${videos.free}')`, by: owner },
    update: { set: `video_id = '${videos.free}'`, by: [] },
    delete: owner,
  },
  push_devices: {
    target: byPro,
    select: owner,
    insert: {
      values: `(user_id, platform, address, token, device) values ('${pro.uid}', 'ios', 'x', 'x', 'x')`,
      by: [],
    },
    update: { set: `token = 'x'`, by: [] },
    delete: owner,
  },
  user_push_tokens: {
    target: byPro,
    select: owner,
    insert: { values: `(user_id, platform, fcm_token) values ('${pro.uid}', 'ios', 'x')`, by: owner },
    update: { set: `fcm_token = 'x'`, by: owner },
    delete: owner,
  },
  store_launch_notifications: {
    target: 'true',
    select: ['pro', ...admins],
    insert: { values: `(email) values ('x@example.com')`, by: [] },
    update: { set: `email = 'x@example.com'`, by: [] },
    delete: admins,
  },
  demo_requests: {
    target: 'true',
    select: admins,
    insert: { values: `(first_name, last_name, email) values ('x', 'x', 'x@example.com')`, by: [] },
    update: { set: `message = 'x'`, by: [] },
    delete: [],
  },
  billing_details: counted(
    `(user_id, name, company_id, vat_number, address) values ('${pro.uid}', 'x', '', 'BG175074752', 'x')`,
    `name = 'x'`,
  ),
  consents: {
    target: byPro,
    select: ['pro', ...admins],
    insert: {
      values: `(user_id, document, version, occasion) values ('${pro.uid}', 'terms', '2025-06-16', 'purchase')`,
      by: [],
    },
    update: { set: `version = '2020-01-01'`, by: [] },
    delete: [],
  },
  contact_requests: {
    target: 'true',
    select: admins,
    insert: {
      values: `(id, name, email, topic, message) values ('00000000-0000-4000-8000-000000000099', 'x', 'x@example.com', 'other', 'x')`,
      by: [],
    },
    update: { set: `answer = 'x'`, by: [] },
    delete: [],
  },
  payments: counted(`(user_id, email, amount) values ('${pro.uid}', 'x@example.com', 0)`, 'amount = 0'),
};
