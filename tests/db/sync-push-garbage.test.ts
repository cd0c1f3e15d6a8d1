import { checkDoc } from '@sync/protocol/kinds';
import { parseAnswers } from '@sync/protocol/wire';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JournalDoc } from '@/shared/journal';
import { allKinds, copies, damaged, seedOfRun } from '../helpers/journal-arbitraries';
import { openWorld, type TestWorld } from '../helpers/push-database';
import { IVAN, MARIA } from '../helpers/push-deps';

const seed = seedOfRun('push');
const LEARNERS = [MARIA, IVAN];
let world: TestWorld;

beforeAll(async () => {
  world = await openWorld();
  // The quotas of these acts are not the subject: act-quotas.test.ts tests them.
  for (const table of ['profiles', 'event_registrations', 'video_likes'])
    await world.sql(`alter table public.${table} disable trigger count_acts`);
  await world.sql('alter table public.video_comments disable trigger zz_count');
});
afterAll(() => world.close());

const valid = fc.oneof(...allKinds.map((kind) => copies(kind, 1).map(([one]) => one as JournalDoc)));
const garbage = fc.oneof(
  { weight: 2, arbitrary: valid },
  { weight: 6, arbitrary: fc.oneof(...allKinds.map(damaged)) },
  { weight: 1, arbitrary: fc.jsonValue() },
);

describe('thousands of random documents', { timeout: 120_000 }, () => {
  it('get one answer each, in order, and the journal contains the valid ones afterwards [PUSH-9]', async () => {
    let rejected = 0;
    for (const docs of fc.sample(fc.array(garbage, { minLength: 90, maxLength: 100 }), { seed, numRuns: 22 })) {
      const answers = await world.push(MARIA, docs);
      expect(answers).toHaveLength(docs.length);
      docs.forEach((sent, i) => {
        const verdict = checkDoc(sent);
        if (!verdict.ok) {
          rejected++;
          expect(answers[i], JSON.stringify(sent)).toMatchObject({ status: 'rejected', code: verdict.code });
        } else {
          expect(answers[i]?.id).toBe(verdict.doc.id);
          expect(['applied', 'same', 'merged', 'rejected'], JSON.stringify([sent, answers[i]])).toContain(
            answers[i]?.status,
          );
          expect(() => parseAnswers([answers[i]], [verdict.doc])).not.toThrow();
        }
      });
    }
    expect(rejected).toBeGreaterThan(600);
    const journal = await world.journal(MARIA);
    expect(journal.length).toBeGreaterThan(20);
    for (const stored of journal) expect(checkDoc(stored), JSON.stringify(stored)).toMatchObject({ ok: true });
  });

  it('change no table when all of them are sent again [PUSH-10]', async () => {
    for (const docs of fc.sample(fc.uniqueArray(valid, { minLength: 25, maxLength: 50, selector: ({ id }) => id }), {
      seed,
      numRuns: 10,
    })) {
      // Finish with one learner before the next: a write by the second learner may remove the reason why a document of the first was rejected.
      for (const learner of LEARNERS) {
        await world.push(learner, docs);
        const before = await world.state();
        for (const answer of await world.push(learner, docs))
          expect(['same', 'rejected'], JSON.stringify(answer)).toContain(answer.status);
        expect(await world.state()).toEqual(before);
      }
    }
  });

  it('lead to the same journal in another order and grouping [PUSH-14]', async () => {
    const timely = valid.filter(
      (doc) =>
        !['registration', 'attempt'].includes(doc.kind) &&
        !/\d{13}/.test(JSON.stringify({ at: doc.at, data: doc.data })),
    );
    for (const docs of fc.sample(fc.array(timely, { minLength: 30, maxLength: 60 }), { seed, numRuns: 8 })) {
      const results = [];
      for (const order of [docs, [...docs].reverse()]) {
        await world.begin();
        for (let i = 0; i < order.length; i += 17) await world.push(MARIA, order.slice(i, i + 17));
        results.push((await world.journal(MARIA)).map((stored) => ({ ...stored, rev: 0 })));
        await world.rollback();
      }
      expect(results[1]).toEqual(results[0]);
    }
  });
});
