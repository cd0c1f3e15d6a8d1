import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type CommentDoc,
  foldComments,
  foldLikes,
  type MirroredComments,
  NAMELESS,
  type Rejection,
} from '@/features/comments/rules';
import type { CommentRow } from '@/shared/rows';

const VIDEO = 'd0000000-0000-4000-8000-000000000001';
const me = { id: 'me', name: 'Мария', avatar: null, isTeacher: false };
const at = (n: number) => Date.UTC(2026, 10, 20, 12, 0, n);

const row = (n: number, user_id = 'other'): CommentRow => ({
  id: `c${n}`,
  video_id: VIDEO,
  user_id,
  user_name: user_id === 'me' ? 'Мария' : '',
  user_avatar: null,
  content: `дума ${n}`,
  created_at: new Date(at(n)).toISOString(),
});

const doc = (n: number, { deleted = false, pending = false } = {}): CommentDoc => ({
  id: `comment/c${n}`,
  kind: 'comment',
  at: at(n),
  active_on: '2026-11-20',
  rev: pending ? 0 : 1,
  pending,
  data: { video_id: VIDEO, content: `дума ${n} `, created_at: at(n), deleted },
});

const mirrored = (
  rows: CommentRow[],
  { held = rows.map(({ id }) => id), gone = [] as string[], count = rows.length } = {},
): MirroredComments => ({
  rows,
  count,
  held: new Set(held),
  gone: new Set(gone),
});

const rejection = (n: number): Rejection => ({ id: `comment/c${n}`, code: 'forbidden', message: '' });

describe('the comments of a lesson', () => {
  const cases: {
    name: string;
    mirror: MirroredComments;
    docs: CommentDoc[];
    rejected?: Rejection[];
    shown: string[];
    total: number;
  }[] = [
    {
      name: 'others, the newest on top',
      mirror: mirrored([row(1), row(3), row(2)]),
      docs: [],
      shown: ['c3 sent', 'c2 sent', 'c1 sent'],
      total: 3,
    },
    {
      name: 'an own one is there at once',
      mirror: mirrored([row(1)]),
      docs: [doc(2, { pending: true })],
      shown: ['c2 waiting', 'c1 sent'],
      total: 2,
    },
    {
      name: 'between answer and pull it stays',
      mirror: mirrored([row(1)]),
      docs: [doc(2)],
      shown: ['c2 sent', 'c1 sent'],
      total: 2,
    },
    {
      name: 'in both stores it counts once',
      mirror: mirrored([row(2, 'me'), row(1)]),
      docs: [doc(2)],
      shown: ['c2 sent', 'c1 sent'],
      total: 2,
    },
    {
      name: 'an own one beyond the window is counted, not moved into it',
      mirror: mirrored([row(9)], { held: ['c1'], count: 2 }),
      docs: [doc(1)],
      shown: ['c9 sent'],
      total: 2,
    },
    {
      name: 'a deleted one is gone before the server knows',
      mirror: mirrored([row(2, 'me'), row(1)]),
      docs: [doc(2, { deleted: true, pending: true })],
      shown: ['c1 sent'],
      total: 1,
    },
    {
      name: 'an own one that was never sent and is deleted',
      mirror: mirrored([]),
      docs: [doc(2, { deleted: true, pending: true })],
      shown: [],
      total: 0,
    },
    {
      name: 'one that an administrator took away',
      mirror: mirrored([], { gone: ['c2'] }),
      docs: [doc(2)],
      shown: [],
      total: 0,
    },
    {
      name: 'a rejected one stays and says so',
      mirror: mirrored([row(1)], { gone: ['c2'] }),
      docs: [doc(2)],
      rejected: [rejection(2)],
      shown: ['c2 rejected', 'c1 sent'],
      total: 2,
    },
  ];
  test.each(cases)('$name', ({ mirror, docs, rejected = [], shown, total }) => {
    const folded = foldComments(mirror, docs, rejected, me);
    expect(folded.comments.map(({ id, status }) => `${id} ${status}`)).toEqual(shown);
    expect(folded.total).toBe(total);
  });

  test('people without a name get a default one, and the learner’s own comments have the learner’s name', () => {
    const { comments } = foldComments(mirrored([row(1)]), [doc(2, { pending: true })], [rejection(2)], {
      ...me,
      name: '',
    });
    expect(comments.map(({ author, mine }) => [author, mine])).toEqual([
      [NAMELESS, true],
      [NAMELESS, false],
    ]);
    expect(comments[0]).toMatchObject({ content: 'дума 2', rejection: { code: 'forbidden' } });
  });
});

describe('the likes of a lesson', () => {
  test.each([
    { name: 'nothing known yet', likes: undefined, fed: false, own: undefined, liked: false, count: undefined },
    { name: 'nobody likes it', likes: 0, fed: false, own: undefined, liked: false, count: 0 },
    { name: 'liked before the count is known', likes: undefined, fed: false, own: true, liked: true, count: undefined },
    { name: 'others like it', likes: 5, fed: false, own: undefined, liked: false, count: 5 },
    { name: 'liked here, not sent', likes: 5, fed: false, own: true, liked: true, count: 6 },
    { name: 'liked and counted', likes: 6, fed: true, own: true, liked: true, count: 6 },
    { name: 'counted, the journal is not open yet', likes: 6, fed: true, own: undefined, liked: true, count: 6 },
    { name: 'taken back, not sent', likes: 6, fed: true, own: false, liked: false, count: 5 },
    { name: 'taken back before anybody counted', likes: 0, fed: true, own: false, liked: false, count: 0 },
    {
      name: 'a new device knows of the like before the count',
      likes: undefined,
      fed: true,
      own: true,
      liked: true,
      count: undefined,
    },
  ])('$name', ({ likes, fed, own, liked, count }) => {
    expect(foldLikes({ stats: likes === undefined ? undefined : { likes_count: likes }, mine: fed }, own)).toEqual({
      liked,
      count,
    });
  });

  test('a count is never below 0 or below the learner’s own like', () => {
    fc.assert(
      fc.property(
        fc.option(fc.nat(50), { nil: undefined }),
        fc.boolean(),
        fc.option(fc.boolean(), { nil: undefined }),
        (likes, mine, own) => {
          const { liked, count } = foldLikes(
            { stats: likes === undefined ? undefined : { likes_count: likes }, mine },
            own,
          );
          if (likes === undefined) expect(count).toBeUndefined();
          else expect(count).toBeGreaterThanOrEqual(liked ? 1 : 0);
        },
      ),
    );
  });
});
