/** A small school for database tests: a course per plan and a draft, each with a quiz, one row in every table, an account per role. */
import type { Actor, Session } from './database';

const uuid = (letter: string, n: number): string =>
  `${letter.padEnd(8, '0')}-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** Course ids by the plan that a course requires. */
export const courses = { free: uuid('c', 1), basic: uuid('c', 2), premium: uuid('c', 3), draft: uuid('c', 4) };
export const videos = {
  free: uuid('d', 1),
  basic: uuid('d', 2),
  premium: uuid('d', 3),
  draft: uuid('d', 4),
  preview: uuid('d', 5),
};
export const tests = { free: uuid('e', 1), basic: uuid('e', 2), premium: uuid('e', 3), draft: uuid('e', 4) };
export const questions = { one: uuid('e1', 1), two: uuid('e1', 2), three: uuid('e1', 3) };
export const events = { open: uuid('f', 1), small: uuid('f', 2), over: uuid('f', 3), draft: uuid('f', 4) };
export const news = { out: uuid('a', 1), draft: uuid('a', 2) };
export const certificate = uuid('b', 1);
/** The serial number of a certificate of `pro`. */
export const serial = '7K2M-9QXP-3RTD-V8WN';
export const product = uuid('9', 1);
export const spareProduct = uuid('9', 2);
export const nobody = uuid('0', 99);

const account = (n: number, name: string): Actor & { uid: string; email: string } => ({
  role: 'authenticated',
  uid: uuid('7', n),
  email: `${name}@school.test`,
});
export const free = account(1, 'free');
export const pro = account(2, 'pro');
export const premium = account(3, 'premium');
export const other = account(4, 'other');
export const admin = account(5, 'admin');
export const superAdmin = account(6, 'super');
export const accounts = { free, pro, premium, other, admin, superAdmin };

const list = (values: string[]): string => values.join(',\n');

/**
 * Inserts the school as the table owner. `other` has the premium plan, so its plan hides nothing: only the ownership rules protect the rows of
 * other accounts from it.
 */
export async function buildSchool(session: Session): Promise<void> {
  for (const { uid, email } of Object.values(accounts)) {
    await session.query(
      `insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data) values ($1, $2::text, now(), jsonb_build_object('full_name', split_part($2::text, '@', 1)))`,
      [uid, email],
    );
  }
  const lesson = (id: string, course: string, name: string, preview = false) =>
    `('${id}', '${course}', 'Урок ${name}', 'За ${name}', 'lessons/${name}.mp4', 1000, 60, 1, ${preview})`;
  await session.exec(`
    update public.user_subscriptions set has_pro_plan = true where user_id = '${pro.uid}';
    update public.user_subscriptions set has_premium_plan = true where user_id in ('${premium.uid}', '${other.uid}');
    insert into public.admin_users (email, is_super_admin) values ('${admin.email}', false), ('${superAdmin.email}', true);
    insert into public.courses (id, title, status, plan_type) values ${list(
      Object.entries(courses).map(
        ([plan, id]) =>
          `('${id}', 'Курс ${plan}', '${plan === 'draft' ? 'draft' : 'published'}', '${plan === 'draft' ? 'free' : plan}')`,
      ),
    )};
    insert into public.course_templates (name) values ('Шаблон');
    insert into public.videos (id, course_id, title, description, video_url, media_bytes, duration_seconds, order_position, is_free_preview) values ${list(
      [
        ...(['free', 'basic', 'premium', 'draft'] as const).map((plan) => lesson(videos[plan], courses[plan], plan)),
        lesson(videos.preview, courses.premium, 'preview', true),
      ],
    )};
    insert into public.course_resources (id, course_id, title, file_url, file_name, is_visible) values
      ('${uuid('c1', 1)}', '${courses.basic}', 'Видим', 'visible.stl', 'visible.stl', true), ('${uuid('c1', 2)}', '${courses.basic}', 'Скрит', 'hidden.stl', 'hidden.stl', false);
    insert into public.video_resources (video_id, title, file_url, file_name, course_resource_id) values
      ('${videos.basic}', 'Видим', 'visible.stl', 'visible.stl', '${uuid('c1', 1)}'), ('${videos.basic}', 'Скрит', 'hidden.stl', 'hidden.stl', '${uuid('c1', 2)}'),
      ('${videos.premium}', 'Премиум', 'premium.stl', 'premium.stl', null);
    insert into public.tests (id, course_id, video_id, title) values ${list(
      (['free', 'basic', 'premium', 'draft'] as const).map(
        (plan) => `('${tests[plan]}', '${courses[plan]}', '${videos[plan]}', 'Тест ${plan}')`,
      ),
    )};
    insert into public.test_questions (id, test_id, text, type, order_position, explanation, options) values
      ('${questions.one}', '${tests.basic}', 'Едно', 'single', 1, 'Защото', '[{"id":"a","text":"А","isCorrect":true},{"id":"b","text":"Б","isCorrect":false}]'),
      ('${questions.two}', '${tests.basic}', 'Две', 'multiple_choice', 2, null, '[{"id":"a","text":"А","isCorrect":true},{"id":"b","text":"Б","isCorrect":true},{"id":"c","text":"В","isCorrect":false}]'),
      ('${questions.three}', '${tests.basic}', 'Три', 'true_false', 3, null, '[{"id":"1","text":"Да","isCorrect":false},{"id":"2","text":"Не","isCorrect":true}]');
    insert into public.test_versions (test_id, version, body) values ('${tests.draft}', 1, sync.live_test('${tests.draft}'));
    insert into public.certificates (id, title, description) values ('${certificate}', 'Сертификат', 'Умее да печата.');
    insert into public.certificate_requirements (certificate_id, test_id, minimum_score) values ('${certificate}', '${tests.basic}', 60);
    insert into public.achievements (id, name, target_value, type) values ('liker', 'Харесвач', 1, 'like'), ('streak-3', 'Три дни', 3, 'streak'),
      ('first-test', 'Първи тест', 1, 'test_passed'), ('perfect', 'Без грешка', 1, 'test_perfect'), ('whole', 'Цял курс', 1, 'course_completed'),
      ('days', 'Дни', 5, 'active_days'), ('seat', 'Гост', 1, 'event'), ('diploma', 'Диплома', 1, 'certificate'), ('watcher', 'Зрител', 2, 'video_watched'),
      ('writer', 'Бележки', 1, 'note'), ('reader', 'Новини', 1, 'news'), ('talker', 'Коментари', 1, 'comment');
    insert into public.events (id, title, start_date, end_date, max_participants, status) values
      ('${events.open}', 'Отворено', now() + interval '1 day', now() + interval '26 hours', null, 'active'),
      ('${events.small}', 'Малко', now() + interval '1 day', now() + interval '26 hours', 1, 'active'),
      ('${events.over}', 'Минало', now() - interval '2 days', now() - interval '1 day', null, 'active'),
      ('${events.draft}', 'Чернова', now() + interval '1 day', now() + interval '26 hours', null, 'draft');
    insert into public.news (id, title, summary, content, slug, status) values
      ('${news.out}', 'Новина', 'Кратко', 'Дълго', 'news', 'published'), ('${news.draft}', 'Чернова', 'Кратко', 'Дълго', 'draft', 'draft');
    insert into public.slug_history (slug, news_id) values ('old-news', '${news.out}');
    insert into public.notification_sends (id, title, message, mode, state) values ('${uuid('5e', 1)}', 'Стара', 'Текст', 'broadcast', 'sent');
    insert into public.products (id, name, price) values ('${product}', 'Филамент', 20), ('${spareProduct}', 'Дюза', 5);
    insert into public.products (name, price, is_active) values ('Стар филамент', 10, false);
    insert into public.store_launch_notifications (email) values ('${pro.email}');
    insert into public.background_jobs (name) values ('policy-test');
    insert into public.client_errors (build, message, route, stack) values ('policy-test', 'TypeError: x', '/', '');
    insert into public.admin_audit (user_id, action, table_name, row_id) values ('${admin.uid}', 'update', 'courses', '${courses.free}');
    insert into public.demo_requests (first_name, last_name, email) values ('Иван', 'Петров', 'ivan@example.com');
    insert into public.contact_requests (id, user_id, name, email, topic, message) values
      ('${uuid('c0', 1)}', '${pro.uid}', 'Петя Про', '${pro.email}', 'other', 'Въпрос');
    insert into public.billing_details (user_id, name, company_id, vat_number, address) values
      ('${pro.uid}', 'Слоеве ООД', '175074752', '', 'София');
    insert into public.consents (user_id, document, version, occasion) values
      ('${pro.uid}', 'terms', '2025-06-16', 'registration');
    insert into public.payments (user_id, email, amount) values ('${pro.uid}', '${pro.email}', 1500);
    insert into public.issued_certificates (serial, user_id, certificate_id, name, title, issued_at) values
      ('${serial}', '${pro.uid}', '${certificate}', 'Петя Про', 'Сертификат', '2026-10-01T10:00:00Z');
    insert into public.notifications (user_id, title, message) values ('${pro.uid}', 'Здравейте', 'Текст');
    insert into public.event_registrations (event_id, user_id) values ('${events.open}', '${pro.uid}');
    insert into public.video_likes (video_id, user_id) values ('${videos.basic}', '${pro.uid}');
    insert into public.video_comments (id, video_id, user_id, content) values ('${uuid('cc', 1)}', '${videos.basic}', '${pro.uid}', 'Хубаво');
    insert into public.comment_reports (comment_id, user_id) values ('${uuid('cc', 1)}', '${pro.uid}');
    insert into public.user_push_tokens (user_id, platform, fcm_token) values ('${pro.uid}', 'web', 'token');
    insert into public.push_devices (user_id, platform, address, token, device) values ('${pro.uid}', 'android', 'school-device', 'school-device', 'school-device');
    insert into public.user_cart (user_id, product_id, quantity) values ('${pro.uid}', '${product}', 1);
    insert into public.user_bookmarks (user_id, video_id) values ('${pro.uid}', '${videos.basic}');
    insert into public.user_activity (user_id, active_on) values ('${pro.uid}', current_date);
    select sync.apply_result('${pro.uid}', '${uuid('aa', 1)}', '${tests.basic}', '{"${questions.one}": {"options": ["a"]}, "${questions.two}": {"options": ["a", "b"]}}', 60, now());
  `);
}
