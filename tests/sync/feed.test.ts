import 'fake-indexeddb/auto';
import { Feed } from '@sync/journal/feed';
import { createMirror, freshScope } from '@sync/mirror/mirror';
import { type FeedDoc, journalScope, type MirrorDb } from '@sync/mirror/mirror-schema';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MARIA } from '../helpers/simulated-school';

// The feed of pulled journal documents returns each document once when RxDB reads the feed page by page.

const scope = journalScope(MARIA);
let mirror: MirrorDb;

/** Stores three `day` documents, one of them deleted, and a document that this version does not understand. */
beforeEach(async () => {
  mirror = createMirror('feed');
  const day = (n: number, _seq: number): FeedDoc => {
    const active_on = `2026-11-0${n}`;
    const id = `day/${active_on}`;
    return { id, deleted: false, body: { id, kind: 'day', at: n, active_on, rev: 1, data: {} }, _scope: scope, _seq };
  };
  const unexpected: FeedDoc = { ...day(9, 3), id: 'future/1', body: JSON.parse('{"future": true}') }; // a document that a newer server may send
  await mirror.feed.bulkPut([day(1, 1), day(2, 2), unexpected, { ...day(3, 4), deleted: true, body: null }]);
  await mirror.scopes.put({ ...freshScope(scope), epoch: 2, seq: 4 });
});
afterEach(() => mirror.delete());

const asked = async (point: { epoch: number; seq: number } | undefined, limit = 10) => {
  const { documents, checkpoint } = await new Feed(mirror, MARIA).after(point, limit);
  return { ids: documents.map(({ id, _deleted }) => (_deleted ? `-${id}` : id)), checkpoint };
};

test('pages continue after their checkpoint, skip unknown documents, and end with an unchanged checkpoint', async () => {
  expect(await asked(undefined, 2)).toEqual({
    ids: ['day/2026-11-01', 'day/2026-11-02'],
    checkpoint: { epoch: 2, seq: 2 },
  });
  expect(await asked({ epoch: 2, seq: 2 }, 1)).toEqual({ ids: ['-day/2026-11-03'], checkpoint: { epoch: 2, seq: 4 } });
  expect(await asked({ epoch: 2, seq: 4 })).toEqual({ ids: [], checkpoint: { epoch: 2, seq: 4 } });
});

test('a checkpoint of another epoch is ignored, and everything is returned again', async () => {
  const all = ['day/2026-11-01', 'day/2026-11-02', '-day/2026-11-03'];
  for (const epoch of [1, 3])
    expect(await asked({ epoch, seq: 4 })).toEqual({ ids: all, checkpoint: { epoch: 2, seq: 4 } });
});
