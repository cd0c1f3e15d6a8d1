// Writes supabase/schemas/constants.sql from src/shared and the kinds of documents (`npm run db:baseline`): one immutable function for each limit and each list of kinds.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { INVISIBLE } from '../src/shared/clean-text';
import { journalKinds } from '../src/shared/journal';
import * as kinds from '../src/shared/kinds';
import * as limits from '../src/shared/limits';

export const constantsFile = fileURLToPath(new URL('../supabase/schemas/constants.sql', import.meta.url));

const HEADER = `-- Limits and kinds that SQL shares with the app. Written by npm run db:baseline from src/shared: do not edit.
-- Check constraints call these functions with the rights of the writing role, so every role may execute them.
`;

const WIDTH = 120;

/** A regular expression as PostgreSQL writes it; a PostgreSQL text never contains NUL. */
const patternOf = ({ source }: RegExp) =>
  source
    .replaceAll(/\\u\{(\w+)\}/g, (_, code: string) => `\\U${code.padStart(8, '0')}`)
    .replaceAll('\\u0000', '\\u0001');

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** The SQL type and value of a constant. */
function typed(value: unknown): [type: string, sql: string] {
  if (typeof value === 'number')
    return [Number.isInteger(value) ? (value < 2 ** 31 ? 'int' : 'bigint') : 'numeric', String(value)];
  if (value instanceof RegExp) return ['text', quoted(patternOf(value))];
  if (Array.isArray(value)) return ['text[]', `'{${value.join(',')}}'::text[]`];
  return ['jsonb', `${quoted(JSON.stringify(value))}::jsonb`];
}

/** The comment above a constant, in one line. */
function commentOf(source: string, name: string): string {
  const comment = new RegExp(`/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\nexport const ${name}\\b`).exec(source)?.[1];
  if (!comment) throw new Error(`${name} has no comment`);
  return comment.replaceAll(/\s*\n \*\s*|\s+/g, ' ').trim();
}

const nameOf = (name: string) => `sync.${name.replaceAll(/(?<=[a-z])[A-Z]/g, '_$&').toLowerCase()}`;

/** The constants of a module, by name: the order of a module's exports depends on the loader. */
const constantsOf = (module: object) => Object.entries(module).sort(([a], [b]) => (a < b ? -1 : 1));

function functionsOf(module: object, file: string): string[] {
  const source = readFileSync(new URL(`../src/${file}`, import.meta.url), 'utf8');
  return constantsOf(module).map(([name, value]) => {
    const [type, sql] = typed(value);
    const head = `create function ${nameOf(name)}() returns ${type} language sql immutable parallel safe set search_path = '' as $$`;
    const body =
      `${head} select ${sql} $$;`.length <= WIDTH ? `${head} select ${sql} $$;` : `${head}\n  select ${sql}\n$$;`;
    const comment = `comment on function ${nameOf(name)} is`;
    const text = quoted(commentOf(source, name));
    return `${body}\n${comment}${`${comment} ${text};`.length <= WIDTH ? ' ' : '\n  '}${text};`;
  });
}

/** The generated SQL. */
export function constantsSql(): string {
  const functions = [
    ...functionsOf({ journalKinds }, 'shared/journal.ts'),
    ...functionsOf({ INVISIBLE }, 'shared/clean-text.ts'),
    ...functionsOf(kinds, 'shared/kinds.ts'),
    ...functionsOf(limits, 'shared/limits.ts'),
  ];
  const names = [...constantsOf({ journalKinds, INVISIBLE, ...kinds, ...limits })].map(([name]) => nameOf(name));
  const grant = `grant execute on function\n  ${names.join(',\n  ')}\n  to anon, authenticated, service_role;`;
  return `${HEADER}\n${functions.join('\n')}\n\n${grant}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(constantsFile, constantsSql());
