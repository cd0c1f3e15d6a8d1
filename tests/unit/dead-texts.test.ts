import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

// Finds texts that no code uses. It searches for the names as words, so it misses a text whose name has another use too.

const root = resolve(import.meta.dirname, '../..');

function sourcesOf(folder: string, ending: RegExp): Map<string, string> {
  const files = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(files.map((file) => [file.slice(root.length + 1), withoutComments(readFileSync(file, 'utf8'))]));
}
// A pattern such as image/* does not start a comment.
const withoutComments = (text: string) => text.replace(/(?<=^|\s|\{)\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*/g, '');

const code = new Map(['src', 'sync', 'sw', 'server'].flatMap((folder) => [...sourcesOf(folder, /\.tsx?$/)]));
const sql = [...sourcesOf('supabase/schemas', /\.sql$/).values()].join('\n');

const wordsOf = (text: string) => text.match(/[A-Za-z_]\w*/g) ?? [];
const uses = new Map<string, number>();
for (const text of code.values()) for (const word of wordsOf(text)) uses.set(word, (uses.get(word) ?? 0) + 1);
/** Kinds of questions in the files of Moodle that the import refuses by name. */
const moodleKinds = [
  ...['shortanswer', 'calculated', 'calculatedsimple', 'calculatedmulti', 'randomsamatch', 'essay', 'cloze'],
  ...['multianswer', 'gapselect', 'ddwtos', 'ddimageortext', 'ddmarker'],
];
/** Names of texts that code does not contain, because it reads them from data: error codes of SQL functions, infill patterns of slicer profiles. */
const fromData = new Set([...wordsOf(sql), ...moodleKinds, 'gyroid', 'rectilinear', 'honeycomb', 'lightning']);
/** Unused on purpose: the toast of the specification (2 §8) for errors without their own message. By now every error has its own message. */
const specified = new Set(['unexpected']);

/** Names of the texts that a file defines, with the number of definitions of each. */
function definitionsIn(text: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const [, name = ''] of text.matchAll(/(?:^|[{,(])\s*'?([a-z_]\w*)'?:\s/gm))
    found.set(name, (found.get(name) ?? 0) + 1);
  return found;
}

test('every text is used', () => {
  const texts = [...code].filter(([file]) => /^src\/.*\/text(\/|\.ts$)/.test(file));
  expect(texts.length).toBeGreaterThan(40);
  const dead = texts.flatMap(([file, text]) =>
    [...definitionsIn(text)]
      .filter(([name, count]) => (uses.get(name) ?? 0) <= count && !fromData.has(name) && !specified.has(name))
      .map(([name]) => `${file}: ${name}`),
  );
  expect(dead).toEqual([]);
});
