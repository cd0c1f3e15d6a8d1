/** Checks that the merge laws and validators give the same results in SQL and in TypeScript. */
import { readFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { checkDoc } from '@sync/protocol/kinds';
import { mergeDocs } from '@sync/protocol/merge-docs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonical } from '@/domain/canonical';
import type { JournalDoc } from '@/domain/journal';
import { allKinds, copies, damaged, seedOfRun } from '../helpers/journal-arbitraries';

const seed = seedOfRun('merge in SQL');
const MERGES_PER_KIND = 1_000;
const DAMAGED_PER_KIND = 1_000;

let db: PGlite;

beforeAll(async () => {
  db = await PGlite.create();
  await db.exec('create schema sync');
  await db.exec(readFileSync('supabase/schemas/journal-merge.sql', 'utf8'));
});

afterAll(() => db.close());

/** Evaluates an expression for each element in one query. Elements are sent as text, because json keeps values that jsonb rejects. */
async function perElement(expression: string, elements: unknown[]): Promise<unknown[]> {
  const { rows } = await db.query<{ answer: unknown }>(
    `select ${expression} as answer from json_array_elements($1::json) with ordinality as e(value, place) order by place`,
    [JSON.stringify(elements)],
  );
  return rows.map((row) => row.answer);
}

describe('sync.merge', () => {
  for (const kind of allKinds) {
    it(`merges ${kind} documents exactly as the device does`, async () => {
      const pairs = fc.sample(copies(kind, 2), { seed, numRuns: MERGES_PER_KIND });
      const answers = await perElement(`sync.merge('${kind}', value::jsonb -> 0, value::jsonb -> 1)`, pairs);
      answers.forEach((merged, i) => {
        const [a, b] = pairs[i] as [JournalDoc, JournalDoc];
        const expected = mergeDocs(a, b);
        if (canonical(merged) !== canonical(expected)) expect(merged, `pair ${i} of seed ${seed}`).toEqual(expected);
      });
      expect(answers).toHaveLength(MERGES_PER_KIND);
    });
  }
});

describe('sync.canonical', () => {
  it('writes every JSON value as the device does', async () => {
    const whole = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom(null, true, false, 0, 10, 9007199254740991),
        fc.maxSafeNat(),
        fc.string({ unit: 'binary' }).filter((value) => !/[\0\p{Surrogate}]/u.test(value)),
        fc.array(tie('value')),
        fc
          .dictionary(
            fc.string({ unit: 'binary' }).filter((value) => !/[\0\p{Surrogate}]/u.test(value)),
            tie('value'),
          )
          .map((value) => ({ ...value })),
      ),
    })).value;
    const values = fc.sample(whole, { seed, numRuns: 2_000 });
    const answers = await perElement('sync.canonical(value::jsonb)', values);
    values.forEach((value, i) => {
      expect(answers[i]).toBe(canonical(value));
    });
  });
});

describe('sync.check_doc', () => {
  for (const kind of allKinds) {
    it(`accepts and rejects ${kind} documents exactly as the device does`, async () => {
      const docs = fc.sample(damaged(kind), { seed, numRuns: DAMAGED_PER_KIND });
      const answers = await perElement('sync.check_doc(value::jsonb)', docs);
      const verdicts = docs.map((doc) => {
        const verdict = checkDoc(doc);
        return verdict.ok ? null : verdict.code;
      });
      answers.forEach((answer, i) => {
        if (answer !== verdicts[i])
          expect({ doc: docs[i], code: answer }, `document ${i} of seed ${seed}`).toEqual({
            doc: docs[i],
            code: verdicts[i],
          });
      });
      expect(new Set(verdicts).size, 'the documents are too much alike').toBeGreaterThan(1);
    });
  }
});
