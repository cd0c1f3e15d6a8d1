/** The kinds of journal documents in SQL: one list, and one branch per kind in each function that depends on the kind. */
import { kinds } from '@sync/protocol/kinds';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allKinds, copies, seedOfRun } from '../helpers/journal-arbitraries';
import { openWorld, type TestWorld } from '../helpers/push-database';
import { doc, idOf, MARIA } from '../helpers/push-deps';

const seed = seedOfRun('kinds in SQL');
let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(() => world.begin());
afterAll(() => world.close());

/** The error of an SQL call; undefined if it succeeds. */
async function raised(sql: string, values: unknown[]): Promise<string | undefined> {
  await world.sql('savepoint attempt');
  try {
    await world.sql(sql, values);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await world.sql('rollback to savepoint attempt');
  }
}

describe('sync.journal_kinds', () => {
  it('lists the kinds that devices know [KIND-1]', async () => {
    const [row] = await world.sql<{ list: string[] }>('select sync.journal_kinds() as list');
    expect(row?.list.toSorted()).toEqual(Object.keys(kinds).toSorted());
  });

  it.each(allKinds)('contains %s, which validation, merge and effect know [KIND-1]', async (kind) => {
    const sample = fc.sample(copies(kind, 1), { seed, numRuns: 1 })[0]?.[0];
    const json = JSON.stringify(sample);
    const [verdict] = await world.sql<{ code: string | null }>('select sync.check_doc($1::jsonb) as code', [json]);
    expect(verdict?.code).toBeNull();
    expect(await raised('select sync.merge($1, $2::jsonb, $2::jsonb)', [kind, json])).toBeUndefined();
    // The server may reject the sample document, but neither as an unknown kind nor because a branch is missing.
    const codes = [
      undefined,
      'not_found',
      'forbidden',
      'bad_document',
      'clock',
      'duplicate',
      'event_closed',
      'event_full',
    ];
    expect(codes).toContain(await raised('select sync.apply($1, $2::jsonb)', [MARIA, json]));
  });
});

describe('a kind without a branch in sync.apply', () => {
  const forgotten = { id: `poll/${idOf(1)}`, kind: 'poll', at: 1_000, active_on: '2026-11-20', rev: 0, data: {} };
  const rejected = {
    id: forgotten.id,
    status: 'rejected',
    code: 'unknown_kind',
    message: 'The server does not know this kind of document.',
  };

  /** Simulates a server that lists and validates the kind but has no code to apply it. */
  beforeEach(async () => {
    await world.sql(`
      create or replace function sync.validate(p_kind text, p_id text, p_data jsonb) returns text language sql as $$
        select null
      $$`);
  });

  it('raises unknown_kind [KIND-1]', async () => {
    expect(await raised('select sync.apply($1, $2::jsonb)', [MARIA, JSON.stringify(forgotten)])).toBe('unknown_kind');
  });

  it('is rejected, so that the device does not retry for ever, and nothing is stored [PUSH-15]', async () => {
    expect(await world.push(MARIA, [forgotten])).toEqual([rejected]);
    expect(await world.journal(MARIA)).toEqual([]);
  });

  it('does not block the other documents of the push [PUSH-15]', async () => {
    const like = doc('like', idOf(0), { video_id: idOf(0), liked: true });
    expect(await world.push(MARIA, [forgotten, like])).toEqual([rejected, { id: like.id, status: 'applied' }]);
  });
});
