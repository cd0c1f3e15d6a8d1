/** Checks the laws of merging in SQL, and that SQL validates documents as the device does. */

import { readFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { checkDoc } from '@sync/protocol/kinds';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { joinedProgress } from '@/shared/joined-progress';
import { type JournalData, type JournalDoc, journalKinds, type Kind } from '@/shared/journal';
import { canonical } from '../helpers/canonical';
import { allKinds, copies, damaged, seedOfRun } from '../helpers/journal-arbitraries';
import { mergeDocs } from '../helpers/model-merge-docs';

const seed = seedOfRun('merge in SQL');
const MERGES_PER_KIND = 500;
const DAMAGED_PER_KIND = 1_000;

let db: PGlite;

beforeAll(async () => {
  db = await PGlite.create();
  await db.exec('create schema sync');
  await db.exec('create role anon; create role authenticated; create role service_role');
  await db.exec(readFileSync('supabase/schemas/constants.sql', 'utf8'));
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

/** Merges each pair in the database. */
const merged = (kind: Kind, pairs: readonly (readonly [unknown, unknown])[]) =>
  perElement(`sync.merge('${kind}', value::jsonb -> 0, value::jsonb -> 1)`, [...pairs]);

const texts = (values: readonly unknown[]) => values.map((value) => canonical(value));

describe('sync.merge', () => {
  for (const kind of journalKinds) {
    it(`merges ${kind} documents equally in any order and grouping, keeps them valid, and as the model server does [MERGE-1]`, async () => {
      const triples = fc.sample(copies(kind, 3), { seed, numRuns: MERGES_PER_KIND }) as [
        JournalDoc,
        JournalDoc,
        JournalDoc,
      ][];
      const ab = await merged(
        kind,
        triples.map(([a, b]) => [a, b]),
      );
      const ba = await merged(
        kind,
        triples.map(([a, b]) => [b, a]),
      );
      const bc = await merged(
        kind,
        triples.map(([, b, c]) => [b, c]),
      );
      const left = await merged(
        kind,
        triples.map(([, , c], i) => [ab[i], c]),
      );
      const right = await merged(
        kind,
        triples.map(([a], i) => [a, bc[i]]),
      );
      const again = await merged(
        kind,
        triples.map(([a], i) => [a, ab[i]]),
      );
      expect(ab).toHaveLength(MERGES_PER_KIND);
      expect(texts(ba)).toEqual(texts(ab));
      expect(texts(left)).toEqual(texts(right));
      expect(texts(again)).toEqual(texts(ab));
      expect(ab.filter((doc) => !checkDoc(doc).ok)).toEqual([]);
      // Simulations without a database rely on this.
      expect(texts(ab)).toEqual(texts(triples.map(([a, b]) => mergeDocs(a, b))));
      if (kind === 'attempt')
        for (const [i, [, , c]] of triples.entries()) staysScored(ab[i] as JournalDoc, c, left[i] as JournalDoc);
    });
  }

  it('joins the progress of a lesson as a screen does [SHOW-1, MERGE-3]', async () => {
    const pairs = fc.sample(copies('progress', 2), { seed, numRuns: MERGES_PER_KIND }) as [
      JournalDoc<'progress'>,
      JournalDoc<'progress'>,
    ][];
    const answers = (await merged('progress', pairs)) as JournalDoc<'progress'>[];
    const ofCourse = ({ course_id: _, ...data }: JournalDoc<'progress'>['data']) => data;
    pairs.forEach(([a, b], i) => {
      // Ignore course_id: for copies with different courses, SQL takes the greater id and TypeScript the first.
      expect(ofCourse(joinedProgress(a.data, b.data))).toEqual(ofCourse((answers[i] as JournalDoc<'progress'>).data));
    });
  });
});

/** A scored attempt never changes, whatever another device started or finished. */
function staysScored(stored: JournalDoc, sent: JournalDoc, kept: JournalDoc): void {
  const [before, other, after] = [stored, sent, kept].map(({ data }) => data as JournalData['attempt']);
  if (before?.scored_at !== undefined && other?.scored_at === undefined) expect(after).toEqual(before);
}

describe('sync.canonical', () => {
  it('writes every JSON value as the model server does [MERGE-1]', async () => {
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
    it(`accepts and rejects ${kind} documents exactly as the device does [MERGE-2]`, async () => {
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
