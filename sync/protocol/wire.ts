/**
 * Parses the server's responses.
 * Guarantees: parsed values have the types of `types.ts`. A response with another shape throws WireError as a whole, because
 * a silently skipped row would never be repaired.
 * Rule: a row of an unknown kind stays in its page, because the server's digest counts it; the mirror stores only its key
 * and `seq`.
 */
import * as v from 'valibot';
import type { JournalDoc } from '@/shared/journal';
import { MIRROR_STORES } from '@/shared/names';
import type { MirrorKind } from '@/shared/rows';
import { WireError } from './errors';
import { checkReceived } from './kinds';
import type { PushAnswer, PushStatus, ScopePage } from './types';

export function isMirrorKind(kind: string): kind is MirrorKind {
  return Object.hasOwn(MIRROR_STORES, kind);
}

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
/** PostgreSQL returns a sum as a number or, above 2^53, as text; an empty scope returns null. */
const decimal = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^-?\d+$/)), v.null()]),
  v.transform((value) => String(value ?? 0)),
);
const hash = v.pipe(v.number(), v.integer(), v.minValue(-(2 ** 31)), v.maxValue(2 ** 31 - 1));
const object = v.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

const row = v.pipe(
  v.object({
    kind: v.string(),
    id: v.string(),
    seq: count,
    hash: v.exactOptional(v.nullable(hash)),
    deleted: v.boolean(),
    body: v.nullish(object, null),
  }),
  v.check(({ deleted, body }) => deleted || body !== null, 'a living row without a body'),
);

const page = v.union([
  v.object({ scope: v.string(), denied: v.literal(true) }),
  v.object({
    scope: v.string(),
    denied: v.exactOptional(v.literal(false)),
    epoch: count,
    rows: v.array(row),
    seq: count,
    more: v.boolean(),
    digest: v.exactOptional(v.object({ count, sum: decimal, xor: decimal, hash: v.exactOptional(hash) })),
  }),
]);

const answer = v.object({
  id: v.nullable(v.string()),
  status: v.picklist(['applied', 'same', 'merged', 'rejected', 'retry'] satisfies PushStatus[]),
  code: v.nullish(v.string()),
  message: v.nullish(v.string()),
  rev: v.nullish(count),
  doc: v.nullish(v.unknown()),
});

/** Exported for the test that fails if the schemas change without a new WIRE_VERSION. */
export const wireSchemas = { page, answer };

function parse<T>(schema: v.GenericSchema<unknown, T>, value: unknown, what: string): T {
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new WireError(`${what}: ${issue.message} at ${v.getDotPath(issue) ?? 'the root'}`);
}

/** Parses the response of `sync_pull`, which has one page per cursor. @throws WireError */
export function parsePages(value: unknown): ScopePage[] {
  return parse(v.array(page), value, 'sync_pull');
}

/** Parses a journal document from the server. @returns undefined if this version does not understand it */
export function parseJournalDoc(value: unknown): JournalDoc | undefined {
  const verdict = checkReceived(value);
  return verdict.ok ? verdict.doc : undefined;
}

/**
 * Parses the response of `sync_push`: one answer per sent document, in the same order. @throws WireError when an answer is
 * about another document
 */
export function parseAnswers(value: unknown, sent: readonly JournalDoc[]): PushAnswer[] {
  const answers = parse(v.array(answer), value, 'sync_push');
  if (answers.length !== sent.length)
    throw new WireError(`sync_push: ${answers.length} answers to ${sent.length} documents`);
  return answers.map(({ id, status, code, message, rev, doc }, i) => {
    const asked = sent[i] as JournalDoc; // same length, checked above
    // If the database cannot parse a document, the answer has no id. The position of the answer then identifies the document.
    const unread = id === null && (status === 'rejected' || status === 'retry');
    if (id !== asked.id && !unread) throw new WireError(`sync_push: answer ${i} is about ${id}`);
    const stored = doc === null || doc === undefined ? undefined : parseJournalDoc(doc);
    return {
      id: asked.id,
      status,
      ...(code ? { code } : {}),
      ...(message ? { message } : {}),
      ...(typeof rev === 'number' ? { rev } : {}),
      ...(stored ? { doc: stored } : {}),
    };
  });
}
