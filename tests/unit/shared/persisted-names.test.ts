import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MetaRow, OwnRow, Placed, ScopeRow, UnknownRow } from '@sync/mirror/mirror-schema';
import type { OutboxDoc } from '@sync/protocol/types';
import { expect, expectTypeOf, test } from 'vitest';
import type { JournalDoc } from '@/shared/journal';
import * as names from '@/shared/names';
import type { MirrorKind } from '@/shared/rows';

// Devices store data under these names, so a changed name needs a migration.

interface Note {
  hash: string;
  /** Names the changed entry and the code that migrates the data stored under the old name. */
  note: string;
}

const file = new URL('../../fixtures/versions/persisted-names.json', import.meta.url);
const notes = JSON.parse(readFileSync(file, 'utf8')) as Note[];

/** All exported names, sorted, without the learner's own tables, which have the names of the kinds; a function is listed by the name that it returns for the account `uid`. */
function list(): string {
  const entries = Object.entries(names).map(([key, value]) => [
    key,
    typeof value === 'function' ? value('uid') : value,
  ]);
  return JSON.stringify(entries.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)));
}

test('a persisted name changes only with a note about the migration', () => {
  const hash = createHash('sha256').update(list()).digest('hex');
  const last = notes.at(-1);
  expect(
    last?.hash,
    `The list of persisted names changed. Write the migration of what devices have stored, then add {"hash": "${hash}", "note": …} to tests/fixtures/versions/persisted-names.json`,
  ).toBe(hash);
  expect(new Set(notes.map((note) => note.hash)).size).toBe(notes.length);
  for (const { note } of notes) expect(note.length).toBeGreaterThan(30);
});

test('no other file contains a persisted name', () => {
  const root = new URL('../../../', import.meta.url);
  const files = ['src', 'sync', 'sw'].flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(ts|tsx)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  const others = files
    .filter((path) => /['"`]sloy[.-][a-z-]+['"`:$]/.test(readFileSync(path, 'utf8')))
    .map((path) => relative(fileURLToPath(root), path).replaceAll('\\', '/'))
    .sort();
  // `model.ts` names the format inside exported course files; no device stores data under that name.
  expect(others).toEqual(['src/features/courses/console/archive/model.ts', 'src/shared/names.ts']);
});

test('the listed fields are the fields of the stored rows', () => {
  type Field<K extends keyof typeof names.ENGINE_FIELDS> = (typeof names.ENGINE_FIELDS)[K][number];
  expectTypeOf<Field<'mirrorRow'>>().toEqualTypeOf<keyof Placed>();
  expectTypeOf<Field<'ownRow'>>().toEqualTypeOf<Exclude<keyof OwnRow, keyof JournalDoc | keyof Placed>>();
  expectTypeOf<Field<'unknown'>>().toEqualTypeOf<keyof UnknownRow>();
  expectTypeOf<Field<'scopes'>>().toEqualTypeOf<keyof ScopeRow>();
  expectTypeOf<Field<'meta'>>().toEqualTypeOf<keyof MetaRow>();
  expectTypeOf<(typeof names.OUTBOX.fields)[number]>().toEqualTypeOf<keyof OutboxDoc>();
  expectTypeOf<keyof typeof names.MIRROR_STORES>().toEqualTypeOf<MirrorKind>();
  const values = Object.values(names.STORAGE_KEYS);
  expect(new Set(values).size).toBe(values.length);
});
