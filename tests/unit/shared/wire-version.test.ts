import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { waitReasonOf } from '@sync/protocol/errors';
import { kinds } from '@sync/protocol/kinds';
import { wireSchemas } from '@sync/protocol/wire';
import { expect, test } from 'vitest';
import * as limits from '@/shared/limits';
import { LOWEST_WIRE_VERSION, WIRE_VERSION } from '@/shared/product';

// A version number fixes the wire schemas: a changed schema under the same number would reach apps that cannot read it.

interface Released {
  version: number;
  hash: string;
  note: string;
}

const file = new URL('../../fixtures/versions/wire.json', import.meta.url);
const released = JSON.parse(readFileSync(file, 'utf8')) as Released[];

/** A valibot schema as plain data: types, fields, patterns and bounds. Functions are omitted; `bounds` below covers their limits. */
function plain(value: unknown): unknown {
  if (value instanceof RegExp) return String(value);
  if (typeof value === 'function' || value === undefined) return undefined;
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => !key.startsWith('~') && key !== 'message');
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, member]) => [key, plain(member)]));
}

const bounds = Object.fromEntries(
  Object.entries(limits).filter(([name]) =>
    /^(ANSWER_OPTIONS|ATTEMPT|CART_QUANTITY|COMMENT_LENGTH|FORM_|MEDIA_MS|NOTE_|PROFILE_LENGTHS|PUSH_|PULL_LIMIT)/.test(
      name,
    ),
  ),
);
const documents = Object.fromEntries(
  Object.entries(kinds).map(([kind, { data, key }]) => [kind, plain({ data, key })]),
);
const shape = JSON.stringify({ answers: plain(wireSchemas), documents, bounds });

test('a changed wire shape has a new version number', () => {
  expect(shape).toContain('"video_id"');
  const hash = createHash('sha256').update(shape).digest('hex');
  const last = released.at(-1);
  expect(
    { version: last?.version, hash: last?.hash },
    'The wire schemas changed. Raise WIRE_VERSION in src/shared/product.ts and in sync.check_wire_version, then add {version, hash, note} to tests/fixtures/versions/wire.json',
  ).toEqual({ version: WIRE_VERSION, hash });
  expect(released.map(({ version }) => version)).toEqual([...new Set(released.map(({ version }) => version))].sort());
  expect(LOWEST_WIRE_VERSION).toBeLessThanOrEqual(WIRE_VERSION);
});

test.each([
  [503, 'PT503', 'client_too_old', 'client_too_old'],
  [503, 'PT503', 'server_too_old', 'server_too_old'],
  // A server older than version 2 has no function with the parameter p_version.
  [404, 'PGRST202', 'Could not find the function public.sync_pull(p_cursors, p_limit, p_version)', 'server_too_old'],
  [404, '', 'Not found', 'server'],
  [400, 'PT400', 'p_cursors must be an array', 'rejected'],
] as const)('an answer %i %s means %s', (status, code, message, reason) => {
  expect(waitReasonOf(status, code, message)).toBe(reason);
});
