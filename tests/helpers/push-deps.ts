/** A small school for tests of sync_push. It has the ids of `journal-arbitraries`, so that random documents refer to its rows. */

import type { PushAnswer } from '@sync/protocol/types';
import type { JournalData, JournalDoc, Kind } from '@/shared/journal';

export const idOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
export const MARIA = '11111111-1111-4111-8111-111111111111';
export const IVAN = '22222222-2222-4222-8222-222222222222';
/** An account that never had a plan. */
export const FREE = '33333333-3333-4333-8333-333333333333';
export const QUESTION = idOf(500);

/** Database access of the tests, implemented on PGlite and on a real PostgreSQL. */
export interface World {
  /** Runs a statement as the table owner. */
  sql<T = Record<string, unknown>>(text: string, values?: unknown[]): Promise<T[]>;
  /** Calls `sync_push` as a signed-in account, or `send_forms` as a visitor (null), with the documents' text unchanged. */
  push(uid: string | null, docs: unknown): Promise<PushAnswer[]>;
}

export async function buildWorld({ sql }: Pick<World, 'sql'>): Promise<void> {
  for (const [uid, email] of [
    [MARIA, 'maria@sloy.test'],
    [IVAN, 'ivan@sloy.test'],
    [FREE, 'free@sloy.test'],
  ]) {
    await sql('insert into auth.users (id, email, email_confirmed_at) values ($1, $2, now())', [uid, email]);
  }
  await sql('update public.user_subscriptions set has_pro_plan = true where user_id = any($1::uuid[])', [
    [MARIA, IVAN],
  ]);
  for (const n of [0, 1, 2, 3]) {
    const id = idOf(n);
    await sql("insert into public.courses (id, title, plan_type, status) values ($1, 'Курс', 'basic', 'published')", [
      id,
    ]);
    await sql(
      "insert into public.videos (id, course_id, title, is_free_preview, created_at) values ($1, $1, 'Урок', $2, now() - interval '1 year')",
      [id, n === 3],
    );
    await sql(
      "insert into public.tests (id, course_id, video_id, title, passing_score, max_attempts, created_at) values ($1, $1, $1, 'Тест', 50, $2, now() - interval '1 year')",
      [id, n === 1 ? 1 : 0],
    );
    await sql(
      "insert into public.events (id, title, start_date, end_date, max_participants) values ($1, 'Събитие', now(), now() + interval '1 day', $2)",
      [id, n === 1 ? 1 : null],
    );
    await sql("insert into public.products (id, name, price) values ($1, 'Филамент', 20)", [id]);
    await sql(
      "insert into public.news (id, title, summary, content, slug, status, published_at) values ($1, 'Новина', 'Кратко', 'Дълго', $2, 'published', now())",
      [id, `news-${n}`],
    );
    await sql("insert into public.notifications (id, user_id, title, message) values ($1, $2, 'Известие', 'Текст')", [
      id,
      n === 2 ? FREE : MARIA,
    ]);
  }
  await sql(
    `insert into public.test_questions (id, test_id, text, options)
     values ($1, $2, 'Кое?', '[{"id":"a","text":"А","isCorrect":true},{"id":"b","text":"Б","isCorrect":false}]')`,
    [QUESTION, idOf(0)],
  );
}

/** A journal document that refers to the rows above. */
export function doc<K extends Kind>(kind: K, key: string, data: JournalData[K], at = 1_000): JournalDoc<K> {
  return { id: `${kind}/${key}`, kind, at, active_on: '2026-11-20', rev: 0, data };
}

export function attempt(
  key: string,
  test: number,
  finished_at: number | null,
  options: string[] = ['a'],
  at = finished_at ?? 1_000,
): JournalDoc<'attempt'> {
  return doc(
    'attempt',
    key,
    {
      test_id: idOf(test),
      started_at: 500,
      finished_at,
      time_spent: 61_500,
      answers: { [QUESTION]: { options, at: 600 } },
    },
    at,
  );
}

export function registration(event: number, registered: boolean, at = 1_000): JournalDoc<'registration'> {
  return doc('registration', idOf(event), { event_id: idOf(event), registered }, at);
}
