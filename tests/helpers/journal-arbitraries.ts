/** Valid journal documents for property tests: ids, times and texts come from small sets, so that ties and collisions are common. */

import fc from 'fast-check';
import { joinIntervals } from '@/shared/intervals';
import type { Interval, JournalData, JournalDoc, Kind } from '@/shared/journal';
import { ATTEMPT_MS, CART_QUANTITY, MEDIA_MS, NOTE_VERSIONS } from '@/shared/limits';
import { compareText } from '@/shared/text-order';
import { canonical } from './canonical';

const uuidOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const uuid = fc.oneof({ weight: 9, arbitrary: fc.nat(3).map(uuidOf) }, { weight: 1, arbitrary: fc.uuid() });
const time = fc.oneof({ weight: 6, arbitrary: fc.nat(4) }, { weight: 1, arbitrary: fc.nat(8_640_000_000_000_000) });
const media = fc.oneof({ weight: 4, arbitrary: fc.nat(9_000) }, { weight: 1, arbitrary: fc.nat(MEDIA_MS) });
/** Texts that sort differently by UTF-16 code units, UTF-8 bytes, JSON escapes and key length. */
const TEXTS = [
  '',
  'a',
  'aa',
  'b',
  'B',
  '"',
  '!',
  '\\',
  '/',
  '\u0001',
  '\n',
  '\u007f',
  'я',
  'Слой',
  '\ue000',
  '\ufffd',
  '😀',
  '\u{10ffff}',
  '\u2028',
];
const text = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
);
const clean = text.filter((value) => !/[\0\p{Surrogate}]/u.test(value));
const field = fc.record({ value: clean, at: time });
const notify = fc.record({ value: fc.constantFrom('', 'off'), at: time });
const site = fc.record({ value: fc.constantFrom('', 'https://a', 'HTTP://b/я', 'sloy.bg'), at: time });

const intervals: fc.Arbitrary<Interval[]> = fc
  .array(
    fc
      .tuple(media, fc.integer({ min: 1, max: 3_000 }))
      .map(([from, length]) => [Math.min(from, MEDIA_MS - 1), Math.min(from + length, MEDIA_MS)] as const),
    { maxLength: 6 },
  )
  .map((list) => joinIntervals(list));

/** Generators of a document's key and data. For some kinds, the data must contain the key. */
type Arbitraries = {
  readonly [K in Kind]: {
    readonly key: fc.Arbitrary<string>;
    readonly data: (key: string) => fc.Arbitrary<JournalData[K]>;
  };
};

export const arbitraries = {
  progress: {
    key: uuid,
    data: (video_id) =>
      fc.record({
        video_id: fc.constant(video_id),
        course_id: fc.option(uuid),
        intervals,
        position: media,
        position_at: time,
        duration: media,
        completed: fc.boolean(),
        first_watched: time,
      }),
  },
  attempt: {
    key: uuid,
    data: () =>
      fc
        .record(
          {
            version: fc.nat(3),
            scored_at: time,
            test_id: uuid,
            started_at: time,
            finished_at: fc.option(time, { freq: 2 }),
            time_spent: fc.oneof(fc.nat(3), fc.nat(ATTEMPT_MS)),
            answers: fc
              .array(fc.tuple(uuid, fc.record({ options: fc.subarray(['A', 'B', '_', 'a', 'b-1']), at: time })), {
                maxLength: 4,
              })
              .map((entries) => Object.fromEntries(entries)),
          },
          { requiredKeys: ['test_id', 'started_at', 'finished_at', 'time_spent', 'answers'] },
        )
        // Only a finished attempt can be scored.
        .map(({ scored_at, ...data }) =>
          data.finished_at === null || scored_at === undefined ? data : { ...data, scored_at },
        ),
  },
  day: {
    key: fc.constantFrom('2026-11-20', '2028-02-29'),
    data: () => fc.constant({}),
  },
  registration: {
    key: uuid,
    data: (event_id) => fc.record({ event_id: fc.constant(event_id), registered: fc.boolean() }),
  },
  like: { key: uuid, data: (video_id) => fc.record({ video_id: fc.constant(video_id), liked: fc.boolean() }) },
  comment: {
    key: uuid,
    data: () =>
      fc.record({
        video_id: uuid,
        content: clean.map((value) => (/[^ \t\n\r]/.test(value) ? value : `${value}.`)),
        created_at: time,
        deleted: fc.boolean(),
      }),
  },
  note: {
    key: uuid,
    data: () =>
      fc.record({
        video_id: uuid,
        versions: fc
          .array(fc.record({ at: time, text: clean, position: fc.nat(1), deleted: fc.boolean() }), {
            minLength: 1,
            maxLength: 4,
          })
          .map((versions) => {
            const distinct = new Map(versions.map((version) => [canonical(version), version]));
            return [...distinct]
              .sort(([x, v], [y, w]) => w.at - v.at || compareText(y, x))
              .slice(0, NOTE_VERSIONS)
              .map(([, version]) => version);
          }),
      }),
  },
  read: {
    key: uuid,
    data: (notification_id) => fc.record({ notification_id: fc.constant(notification_id), deleted: fc.boolean() }),
  },
  profile: {
    key: fc.constant('me'),
    data: () =>
      fc
        .record(
          {
            full_name: field,
            bio: field,
            job_title: field,
            location: field,
            website: site,
            notify_info: notify,
            notify_warning: notify,
            push_lesson: notify,
            daily_reminder: fc.record({ value: fc.constantFrom('', 'on'), at: time }),
            quiet_hours: fc.record({ value: fc.constantFrom('', 'off', '23:00-07:30'), at: time }),
          },
          { requiredKeys: [] },
        )
        .map((fields) => ({ fields }) as JournalData['profile']),
  },
  cart: {
    key: uuid,
    data: (product_id) =>
      fc.record({ product_id: fc.constant(product_id), quantity: fc.oneof(fc.nat(12), fc.nat(CART_QUANTITY)) }),
  },
  view: { key: uuid.map((id) => `news/${id}`), data: (key) => fc.constant({ news_id: key.slice('news/'.length) }) },
  form: {
    key: uuid,
    data: () =>
      fc.record(
        {
          form: fc.constantFrom('launch' as const, 'demo' as const, 'contact' as const),
          payload: fc
            .dictionary(fc.constantFrom('a', 'b', 'email', 'first_name', 'constructor', 'a_b'), clean, { maxKeys: 4 })
            .map((value) => ({ ...value })),
          log: clean,
        },
        { requiredKeys: ['form', 'payload'] },
      ),
  },
} satisfies Arbitraries;

export const allKinds = Object.keys(arbitraries) as Kind[];

/** An array of `howMany` documents with the same id. */
export function copies<K extends Kind>(kind: K, howMany: number): fc.Arbitrary<JournalDoc<K>[]> {
  const { key, data } = (arbitraries as Arbitraries)[kind];
  return key.chain((id) =>
    fc.array(
      fc.record({
        id: fc.constant(`${kind}/${id}`),
        kind: fc.constant(kind),
        at: time,
        active_on: fc.constantFrom('2026-11-19', '2026-11-20', '2027-01-01'),
        rev: fc.nat(3),
        data: data(id),
      }),
      { minLength: howMany, maxLength: howMany },
    ),
  ) as fc.Arbitrary<JournalDoc<K>[]>;
}

/** Prints the seed of this run; set `SEED=…` to repeat the run. */
export function seedOfRun(title: string): number {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
  console.info(`${title}: SEED=${seed}`);
  return seed;
}

const ODD_VALUES = [
  null,
  true,
  0,
  -1,
  1.5,
  1e21,
  -0,
  2 ** 53,
  8_640_000_000_000_001,
  '',
  'x',
  'javascript:a',
  '2026-02-30',
  '😀'.repeat(2_001),
  'x'.repeat(5_001),
  [],
  {},
  [[]],
  [[1]],
  [[2, 1]],
];
const oddValue = fc.constantFrom<unknown>(
  ...ODD_VALUES,
  uuidOf(7),
  'A0000000-0000-4000-8000-000000000001',
  [
    [0, 1],
    [1, 2],
  ],
  { at: 1 },
  { options: ['b', 'a'], at: 1 },
);

/** The paths of all values in a JSON value, including its root. */
function places(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return [
    path,
    ...Object.entries(value).flatMap(([key, member]) =>
      places(member, [...path, Array.isArray(value) ? Number(key) : key]),
    ),
  ];
}

function changed(
  value: unknown,
  path: readonly (string | number)[],
  change: (old: unknown, remove: () => void) => unknown,
): unknown {
  const copy: unknown = structuredClone(value);
  const [last, ...before] = [...path].reverse();
  if (last === undefined) return change(copy, () => undefined);
  let holder = copy as Record<string | number, unknown>;
  for (const step of before.reverse()) holder = holder[step] as Record<string | number, unknown>;
  let removed = false;
  const next = change(holder[last], () => {
    removed = true;
  });
  if (!removed) holder[last] = next;
  else if (Array.isArray(holder)) holder.splice(Number(last), 1);
  else delete holder[last];
  return copy;
}

/** Documents of a kind, most with one defect: a member replaced, removed, added or duplicated, or the wrong kind. */
export function damaged(kind: Kind): fc.Arbitrary<unknown> {
  return (
    fc
      .tuple(copies(kind, 1), fc.nat(), fc.constantFrom('keep', 'replace', 'remove', 'add', 'double', 'kind'), oddValue)
      .map(([[doc], n, how, value]) => {
        const paths = places(doc);
        const path = paths[n % paths.length] ?? [];
        if (how === 'keep') return doc;
        if (how === 'kind')
          return { ...doc, kind: ['progress', 'like', 'view', 'day', 'profile', 'toString', ''][n % 7] };
        return changed(doc, path, (old, remove) => {
          if (how === 'remove') return remove();
          if (how === 'add' && Array.isArray(old)) return [...old, value];
          if (how === 'add' && typeof old === 'object' && old !== null) return { ...old, extra: value };
          if (how === 'double' && Array.isArray(old)) return [...old, ...old];
          if (how === 'double' && typeof old === 'string') return old + old;
          return value;
        });
      })
      // Keep only values that JSON can represent, because a server receives nothing else.
      .map((doc) => JSON.parse(JSON.stringify(doc ?? null)) as unknown)
  );
}
