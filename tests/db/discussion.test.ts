/** Replies and reports that devices send: one level of replies, one notification per reply, one report per account. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openWorld, type TestWorld } from '../helpers/push-database';
import { doc, FREE, IVAN, idOf, MARIA } from '../helpers/push-deps';

let world: TestWorld;

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  await world.begin();
  await world.push(MARIA, [comment(question, { position: 61_500 })]);
});
afterAll(() => world.close());

const [question, reply, second] = [idOf(900), idOf(901), idOf(902)];
const comment = (id: string, more: { position?: number; parent_id?: string; content?: string } = {}, video = 0) =>
  doc('comment', id, { video_id: idOf(video), content: 'Как?', created_at: Date.now(), deleted: false, ...more });
const report = (id: string, comment_id: string) => doc('form', id, { form: 'report', payload: { comment_id } });
const answersOf = async (uid: string, ...docs: unknown[]) =>
  (await world.push(uid, docs)).map(({ status, code }) => code ?? status);
const repliesInFeed = () =>
  world.sql<{ parent_id: string | null }>(
    `select (body ->> 'parent_id') as parent_id from sync.project_scoped('comments', $1, $2) where body ->> 'content' = 'Така'`,
    [[`video:${idOf(0)}`], [reply]],
  );

describe('a quota', () => {
  it('lets ten comments a minute through and asks for the others again', async () => {
    const docs = Array.from({ length: 25 }, (_, n) => comment(idOf(910 + n)));
    const minuteLater = () => world.sql("update sync.quotas set since = since - interval '1 minute'");
    const counts = async () => {
      const statuses = await answersOf(IVAN, ...docs);
      return [...new Set(statuses)].map((status) => [status, statuses.filter((other) => other === status).length]);
    };
    expect(await counts()).toEqual([
      ['applied', 10],
      ['retry', 15],
    ]);
    await minuteLater();
    expect(await counts()).toEqual([
      ['same', 10],
      ['applied', 10],
      ['retry', 5],
    ]);
    await minuteLater();
    expect(await counts()).toEqual([
      ['same', 20],
      ['applied', 5],
    ]);
  });

  it('keeps a full journal from growing, but not from changing', async () => {
    const note = (id: number, text: string) => {
      const versions = [{ at: Date.now(), text, position: 0, deleted: false }];
      return doc('note', idOf(id), { video_id: idOf(0), versions });
    };
    const liked = (value: boolean, at = 0) => doc('like', idOf(0), { video_id: idOf(0), liked: value }, at);
    expect(await answersOf(MARIA, note(940, 'Бележка'), liked(true))).toEqual(['applied', 'applied']);
    const size = (docs: string, bytes: string) =>
      world.sql(
        `insert into sync.scope (scope, live_count, live_bytes) values ($1, ${docs}, ${bytes})
           on conflict (scope) do update set live_count = ${docs}, live_bytes = ${bytes}`,
        [`journal:${MARIA}`],
      );
    await size('1', 'sync.journal_bytes()');
    expect(await answersOf(MARIA, note(941, 'Дълга'.repeat(200)))).toEqual(['journal_full']);
    expect(await answersOf(MARIA, liked(false, 2_000))).toEqual(['applied']);
    await size('sync.journal_docs()', '1');
    expect(await answersOf(MARIA, note(941, 'Нова'), liked(true, 3_000))).toEqual(['journal_full', 'applied']);
  });

  it('of the journal counts what the journal really holds', async () => {
    const scope = `journal:${MARIA}`;
    const held = 'select live_count::int as docs, live_bytes::int as bytes from sync.scope where scope = $1';
    const summed =
      'select count(*)::int as docs, sum(bytes)::int as bytes from sync.feed where scope = $1 and not deleted';
    await world.sql('set constraints all immediate');
    expect(await world.sql(held, [scope])).toEqual(await world.sql(summed, [scope]));
  });
});

it('a stored comment keeps its text, its time and its place in the feed, whatever a later push says', async () => {
  const at = Date.now();
  const sent = (content: string, created_at: number, n: number) =>
    doc('comment', reply, { video_id: idOf(0), content, created_at, deleted: false }, at + n);
  const rows = () =>
    world.sql(
      `select c.content, extract(epoch from c.created_at) * 1000 as at, j.data ->> 'content' as journal, f.seq
         from public.video_comments c join sync.journal j on j.id = 'comment/' || c.id
         left join sync.feed f on f.kind = 'comments' and f.row_id = c.id::text where c.id = $1`,
      [reply],
    );
  expect(await answersOf(IVAN, sent('Добро утро', at, 0))).toEqual(['applied']);
  await world.sql('set constraints all immediate');
  const first = await rows();
  expect(first).toMatchObject([{ content: 'Добро утро', journal: 'Добро утро' }]);
  for (const n of [1, 2, 3])
    expect(await world.push(IVAN, [sent('Обида', at - n, n)])).toMatchObject([
      { status: 'merged', doc: { data: { content: 'Добро утро', created_at: at } } },
    ]);
  await world.sql('set constraints all immediate');
  expect(await rows()).toEqual(first);
});

describe('a comment that moderation removed', () => {
  const row = () =>
    world.sql('select content, deleted_at is not null as trashed from public.video_comments where id = $1', [question]);

  it('stays in the trash, whatever its author sends', async () => {
    await world.sql('update public.video_comments set deleted_at = now() where id = $1', [question]);
    const trashed = [{ content: 'Как?', trashed: true }];
    const gone = { video_id: idOf(0), content: 'Как?', created_at: Date.now(), deleted: true };
    expect(await answersOf(MARIA, doc('comment', question, gone, 2_000))).toEqual(['merged']);
    expect(await row()).toEqual(trashed);
    expect(await answersOf(MARIA, { ...comment(question, { content: 'Пак' }), at: Date.now() + 3_000 })).toEqual([
      'merged',
    ]);
    expect(await row()).toEqual(trashed);
    expect(await answersOf(IVAN, comment(question, { content: 'Пак' }))).toEqual(['duplicate']);
  });
});

describe('a reply', () => {
  it('belongs to its comment and notifies the author once, with the position of the question', async () => {
    const said = comment(reply, { parent_id: question, content: 'Така' });
    expect(await answersOf(IVAN, said)).toEqual(['applied']);
    await answersOf(IVAN, { ...said, at: said.at + 1 });
    expect(await world.sql('select parent_id, content from public.video_comments where id = $1', [reply])).toEqual([
      { parent_id: question, content: 'Така' },
    ]);
    const sent = "select title, topic, link from public.notifications where source like 'reply:%' and user_id = $1";
    expect(await world.sql(sent, [MARIA])).toEqual([
      { title: 'Нов отговор на Ваш коментар', topic: 'comment', link: `/video/${idOf(0)}/${idOf(0)}?t=61` },
    ]);
    expect(await world.sql(sent, [IVAN])).toEqual([]);
  });

  it('notifies the author once an hour, however many there are', async () => {
    await answersOf(IVAN, ...[reply, second].map((id) => comment(id, { parent_id: question })));
    const sources = "select source from public.notifications where source like 'reply:%'";
    expect(await world.sql(sources)).toHaveLength(1);
    await world.sql("update sync.notified set source = source || '-an-hour-ago' where source like 'reply:%'");
    await world.sql("update public.notifications set source = source || '-an-hour-ago' where source like 'reply:%'");
    await answersOf(IVAN, comment(idOf(903), { parent_id: question }));
    expect(await world.sql(sources)).toHaveLength(2);
  });

  it('to one’s own comment notifies nobody', async () => {
    expect(await answersOf(MARIA, comment(reply, { parent_id: question }))).toEqual(['applied']);
    expect(await world.sql("select id from public.notifications where source like 'reply:%'")).toEqual([]);
  });

  it('is rejected for a reply, for a comment of another lesson and for a deleted comment', async () => {
    await answersOf(IVAN, comment(reply, { parent_id: question }));
    expect(await answersOf(MARIA, comment(second, { parent_id: reply }))).toEqual(['not_found']);
    expect(await answersOf(MARIA, comment(second, { parent_id: question }, 1))).toEqual(['not_found']);
    expect(await answersOf(MARIA, comment(second, { parent_id: idOf(999) }))).toEqual(['not_found']);
  });

  it('stays when the question is deleted, and becomes a comment', async () => {
    await answersOf(IVAN, comment(reply, { parent_id: question, content: 'Така' }));
    expect(await repliesInFeed()).toEqual([{ parent_id: question }]);
    const gone = { video_id: idOf(0), content: 'Как?', created_at: Date.now(), deleted: true };
    await answersOf(MARIA, doc('comment', question, gone, 2_000));
    expect(await repliesInFeed()).toEqual([{ parent_id: null }]);
  });

  it('keeps its position and its question, whatever is sent later', async () => {
    const moved = comment(question, { position: 5_000, parent_id: reply });
    await answersOf(MARIA, { ...moved, at: 2_000 });
    expect(await world.sql('select position, parent_id from public.video_comments where id = $1', [question])).toEqual([
      { position: 61_500, parent_id: null },
    ]);
  });

  it('has the teacher’s mark only if an administrator wrote it', async () => {
    const marks = () =>
      world.sql("select (body ->> 'is_teacher')::boolean as teacher from sync.project_scoped('comments', $1, $2)", [
        [`video:${idOf(0)}`],
        [question],
      ]);
    expect(await marks()).toEqual([{ teacher: false }]);
    await world.sql("insert into public.admin_users (user_id, email) values ($1, 'maria@sloy.test')", [MARIA]);
    expect(await marks()).toEqual([{ teacher: true }]);
  });
});

describe('a report', () => {
  const reports = () => world.sql('select comment_id, user_id, resolved_at from public.comment_reports');

  it('is stored once per account, however often it is sent', async () => {
    expect(await answersOf(IVAN, report(reply, question), report(second, question))).toEqual(['applied', 'applied']);
    expect(await reports()).toEqual([{ comment_id: question, user_id: IVAN, resolved_at: null }]);
  });

  it('of an unreadable or unknown comment is ignored', async () => {
    await answersOf(FREE, report(reply, question));
    await answersOf(IVAN, report(second, idOf(999)));
    expect(await reports()).toEqual([]);
  });

  it('needs an account', async () => {
    const [answer] = await world.push(null, [report(reply, question)]);
    expect(answer).toMatchObject({ status: 'rejected', code: 'sign_in' });
  });
});
