import { randomUUID } from 'node:crypto';
import { type Learner, newLearner, serverClient } from './learners';

// Rows for `npm run pictures`: many of each kind, with the longest texts that a person would enter.

const LONG =
  'Калибриране на екструдера, потока и ретракцията при принтери с директно задвижване: от първия слой до прецизния детайл без нишки';
const WORD = 'Свръхдългодумаработещабезинтервали'.repeat(2);
const longTitle = (n: number) => (n % 3 === 0 ? `${LONG} ${n}` : n % 3 === 1 ? `Урок ${n}` : `${WORD} ${n}`);
const times = <T>(count: number, row: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => row(n + 1));

export interface Ids {
  course: string;
  lesson: string;
  quiz: string;
  event: string;
  news: string;
  certificate: string;
  serial: string;
  user: Learner;
  contact: string;
  request: string;
}

export async function makeManyRows(): Promise<Ids> {
  const server = serverClient();
  const put = async (table: string, rows: object | object[]) => {
    const { error } = await server.from(table).insert(rows);
    if (error) throw new Error(`${table}: ${error.message}`);
  };
  const user = await newLearner('pro', 'paid');
  const [course, lesson, quiz, event, news, contact, request] = times(7, () => randomUUID()) as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  await put('courses', { id: course, title: LONG, description: LONG.repeat(3), plan_type: 'premium', status: 'draft' });
  await put(
    'courses',
    times(25, (n) => ({ title: longTitle(n), plan_type: 'basic', status: n % 2 ? 'draft' : 'published' })),
  );
  const seeded = await server.from('videos').select('video_url').like('video_url', 'lessons/%').limit(1).single();
  await put('videos', [
    {
      ...{ id: lesson, course_id: course, title: LONG, description: LONG.repeat(4), order_position: 1 },
      ...{ video_url: seeded.data?.video_url, duration_seconds: 754, status: 'draft' },
    },
    ...times(30, (n) => ({
      ...{ course_id: course, title: longTitle(n), description: n % 2 ? LONG : null, order_position: n + 1 },
      ...{ video_url: n % 4 ? seeded.data?.video_url : null, duration_seconds: n % 4 ? 60 * n : 0, status: 'draft' },
    })),
  ]);
  await put(
    'course_resources',
    times(6, (n) => ({
      ...{
        course_id: course,
        title: longTitle(n),
        file_url: 'a.pdf',
        file_name: `${WORD}-${n}.pdf`,
        file_size: 9 ** n,
      },
      is_visible: n % 2 === 0,
    })),
  );
  await put(
    'video_resources',
    times(6, (n) => ({ video_id: lesson, title: longTitle(n), file_url: 'a.stl', file_name: `${WORD}.stl` })),
  );
  await put('tests', [
    { id: quiz, course_id: course, video_id: lesson, title: LONG, emoji: '🧪', description: LONG, status: 'draft' },
    ...times(4, (n) => ({ course_id: course, title: longTitle(n), status: 'draft' })),
  ]);
  const option = (id: string, text: string, isCorrect: boolean) => ({ id, text, isCorrect });
  await put(
    'test_questions',
    times(40, (n) => ({
      ...{ test_id: quiz, text: n % 2 ? `${LONG}? `.repeat(3) : `Въпрос ${n}?`, points: n, order_position: n },
      ...{ type: 'multiple_choice', explanation: LONG },
      options: [option('a', LONG, true), option('b', WORD, n % 2 === 0), option('c', 'Не', false)],
    })),
  );
  const day = 86_400_000;
  await put('events', [
    {
      ...{ id: event, title: LONG, description: `${LONG}\n\n`.repeat(4), location: LONG, max_participants: 3 },
      ...{ start_date: new Date(Date.now() + day), end_date: new Date(Date.now() + day + 5_400_000) },
    },
    ...times(12, (n) => ({
      ...{ title: longTitle(n), status: ['active', 'draft', 'cancelled', 'completed'][n % 4] },
      ...{ start_date: new Date(Date.now() + n * day), end_date: new Date(Date.now() + (n + 1) * day) },
    })),
  ]);
  await put(
    'news',
    [
      ...[
        {
          id: news,
          title: LONG,
          summary: LONG.repeat(2),
          content: `## ${LONG}\n\n- ${LONG}\n- ${WORD}\n\n**${LONG}**`,
        },
      ],
      ...times(14, (n) => ({
        title: longTitle(n),
        summary: LONG,
        content: LONG,
        status: n % 2 ? 'draft' : 'published',
      })),
    ].map((row, n) => ({ ...row, slug: `pictures-${n}`, category: 'update' })),
  );
  const certificates = times(5, (n) => ({ id: randomUUID(), title: longTitle(n), is_active: n % 2 === 0 }));
  await put('certificates', certificates);
  const certificate = certificates[2]?.id ?? '';
  await put('certificate_requirements', { certificate_id: certificate, test_id: quiz, minimum_score: 90 });
  const serialOf = (n: number) => `0000-0000-0000-${String(1000 + n)}`;
  await put(
    'issued_certificates',
    times(14, (n) => ({
      ...{ serial: serialOf(n), user_id: user.id, certificate_id: n === 1 ? certificate : null },
      ...{ name: n % 2 ? 'Мария Илиева' : WORD, title: longTitle(n), issued_at: new Date(Date.now() - n * day) },
      ...(n % 3 === 0 ? { revoked_at: new Date(), reason: LONG } : {}),
    })),
  );
  await put('contact_requests', [
    {
      id: contact,
      user_id: user.id,
      name: WORD,
      email: user.email,
      topic: 'mentor',
      message: LONG.repeat(8),
      priority: true,
    },
    ...times(12, (n) => ({
      ...{ id: randomUUID(), user_id: null, name: longTitle(n), email: `${'dalag.adres.'.repeat(3)}${n}@primer.test` },
      ...{ topic: 'technical', message: longTitle(n) },
    })),
  ]);
  await put('demo_requests', [
    {
      ...{ id: request, first_name: WORD, last_name: WORD, email: 'demo@primer.test', phone: '+359 88 000 0000' },
      ...{ company: LONG, job_title: LONG, interest: LONG, message: LONG.repeat(6) },
    },
    ...times(11, (n) => ({
      first_name: 'Иван',
      last_name: `Петров ${n}`,
      email: `ivan${n}@primer.test`,
      company: longTitle(n),
    })),
  ]);
  const reporters = [user, await newLearner('pro'), await newLearner('pro')];
  const published = await server.from('videos').select('id').eq('status', 'published').limit(1).single();
  for (const n of times(4, (each) => each)) {
    const id = randomUUID();
    const content = n % 2 ? `${LONG}. `.repeat(8) : WORD.repeat(3);
    await put('video_comments', { id, video_id: published.data?.id, user_id: user.id, content });
    await put(
      'comment_reports',
      reporters.map(({ id: user_id }) => ({ comment_id: id, user_id, reason: n % 2 ? LONG : 'Обида' })),
    );
  }
  await put(
    'payments',
    times(24, (n) => ({
      ...{ email: `${'mnogo.dalag.'.repeat(4)}${n}@primer.test`, number: `F-${n}`, invoice_id: `pictures-${n}` },
      ...{ amount: 1500 * n, amount_due: 1500 * n, description: LONG, plan_type: n % 2 ? 'pro' : 'premium' },
      ...{ status: ['succeeded', 'failed', 'pending', 'refunded'][n % 4], refunded: n % 4 === 3 ? 500 : 0 },
    })),
  );
  await put(
    'event_registrations',
    reporters.map(({ id: user_id }, n) => ({
      ...{ event_id: event, user_id, status: ['registered', 'attended', 'cancelled'][n] },
    })),
  );
  await put(
    'store_launch_notifications',
    times(14, (n) => ({
      email: `${'otkrivane.'.repeat(5)}${n}@primer.test`,
      source: n % 2 ? 'store_page' : 'admin_page',
    })),
  );
  return { course, lesson, quiz, event, news, certificate, serial: serialOf(1), user, contact, request };
}
