// `npm run test:policies`: weakens each policy and each check of an administrator in turn, and shows that the policy matrix notices.
// Words after `--` choose the mutants whose name contains them. A mutant lives in a transaction that is rolled back, so one database serves all of them.
// The database is PostgreSQL, because some mutants call themselves endlessly, which PGlite does not survive. PostgreSQL ends such a call with an error
// about the stack or the time. The mutant counts as caught: the matrix treats every error other than 42501 (no privilege) as a wrong answer.
import { type Session, startPostgres } from './helpers/database';
import { differences, functionDifferences } from './helpers/policy-matrix';
import { buildSchool } from './helpers/school';

interface Policy {
  name: string;
  schema: string;
  table: string;
  cmd: string;
  roles: string;
  qual: string | null;
  check: string | null;
}
interface Mutant {
  name: string;
  sql: string;
  table: string;
  /** Start of a call of the changed function; empty for a policy. */
  call: string;
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

function mutantsOf({ name, schema, table, cmd, roles, qual, check }: Policy): Mutant[] {
  const on = `${quote(name)} on ${schema}.${table}`;
  const bodies = (using: string | null, withCheck: string | null) =>
    `${using === null ? '' : ` using (${using})`}${withCheck === null ? '' : ` with check (${withCheck})`}`;
  const create = (to: string, using: string | null, withCheck: string | null) =>
    `drop policy ${on}; create policy ${on} for ${cmd} to ${to}${bodies(using, withCheck)}`;
  const open = create(roles, qual && 'true', check && 'true');
  const other = create(roles, qual && `(${qual}) is not true`, check && `(${check}) is not true`);
  const isOpen = qual === 'true' && check === null;
  return [
    { name: `${on}: dropped`, sql: `drop policy ${on}`, table, call: '' },
    ...(isOpen ? [] : [{ name: `${on}: true`, sql: open, table, call: '' }]),
    { name: `${on}: the others`, sql: other, table, call: '' },
  ];
}

const policiesOf = (session: Session) =>
  session.query<Policy>(
    `select policyname as name, schemaname as schema, tablename as table, cmd, array_to_string(roles, ', ') as roles, qual, with_check as check
       from pg_policies where schemaname in ('public', 'storage', 'realtime') order by 2, 3, 1`,
  );

const checks: [from: RegExp, to: string[]][] = [
  [/sync\.require_admin\(\)/, ['null::text', 'sync.require_super_admin()']],
  [/sync\.require_super_admin\(\)/, ['null::text', 'sync.require_admin()']],
  [/public\.is_admin\(\)/, ['true', 'false', 'public.is_super_admin()']],
  [/public\.is_super_admin\(\)/, ['true', 'false', 'public.is_admin()']],
];

/** Each place in a function that asks whether the caller is an administrator, with other answers. */
async function checkMutants(session: Session): Promise<Mutant[]> {
  const functions = await session.query<{ name: string; sql: string }>(
    `select p.oid::regprocedure::text as name, pg_get_functiondef(p.oid) as sql from pg_proc p
      where p.pronamespace::regnamespace::text in ('public', 'sync') and p.prokind = 'f' order by 1`,
  );
  return functions.flatMap(({ name, sql }) => {
    const at = sql.indexOf('AS $function$');
    const [head, body] = [sql.slice(0, at), sql.slice(at)];
    return checks.flatMap(([from, answers]) =>
      [...body.matchAll(new RegExp(from, 'g'))].flatMap((hit, index) =>
        answers.map((answer) => ({
          name: `${name}: ${hit[0]} (${index + 1}) is ${answer}`,
          sql: `${head}${body.slice(0, hit.index)}${answer}${body.slice(hit.index + hit[0].length)}`,
          table: '',
          call: `public.${name.replace(/\(.*/, '')}(`,
        })),
      ),
    );
  });
}

/** Longest statement (ms); a sound one takes a few milliseconds. */
const STATEMENT_MS = 10_000;

const database = await startPostgres();
await buildSchool(database);
await database.exec(`set statement_timeout = ${STATEMENT_MS}`);
await database.exec('begin');
const sound = [...(await differences(database)), ...(await functionDifferences(database))];
await database.exec('rollback');
if (sound.length > 0) {
  await database.stop();
  throw new Error(`Without a mutant the matrix differs already:\n${sound.join('\n')}`);
}

async function isCaught({ sql, table, call }: Mutant): Promise<boolean> {
  await database.exec('begin');
  try {
    await database.exec(sql);
    return (
      (table !== '' && (await differences(database, table)).length > 0) ||
      (call !== '' && (await functionDifferences(database, call)).length > 0) ||
      (await functionDifferences(database)).length > 0 ||
      (await differences(database)).length > 0
    );
  } finally {
    await database.exec('rollback');
  }
}

const chosen = process.argv.slice(2).join(' ');
const all = [...(await policiesOf(database)).flatMap(mutantsOf), ...(await checkMutants(database))];
const mutants = all.filter(({ name }) => name.includes(chosen));
const survivors: string[] = [];
for (const mutant of mutants) {
  if (await isCaught(mutant)) continue;
  survivors.push(mutant.name);
  console.log(`survives: ${mutant.name}`);
}
console.log(`${mutants.length - survivors.length} of ${mutants.length} caught`);
await database.stop();
process.exit(survivors.length > 0 ? 1 : 0);
