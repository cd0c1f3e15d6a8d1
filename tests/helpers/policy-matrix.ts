/** The matrix of rights as statements: who may read, write and call what. The policy tests and the mutants of the policies share it. */
import { adminCalls, superAdminCalls } from './admin-calls';
import { type Actor, actAs, anon, type Row, type Session } from './database';
import { type PolicyRule, policyRules, type Who } from './policies';
import { accounts, events, nobody } from './school';

export const actors: Record<Who, Actor> = { anon, ...accounts };
export const everyone = Object.keys(actors) as Who[];

interface Attempt {
  operation: string;
  sql: string;
  by: Who[];
  prepare?: string;
}

export function statements(name: string, rule: PolicyRule): Attempt[] {
  const table = `public.${name.split(' ')[0]}`;
  const written = (change: string) => `with written as (${change} returning 1) select 1 from written`;
  const { target, select, insert, update, delete: remove } = rule;
  return [
    { operation: 'read', sql: `select 1 from ${table} where ${target}`, by: select },
    ...(insert ? [{ operation: 'insert', sql: written(`insert into ${table} ${insert.values}`), by: insert.by }] : []),
    ...(update
      ? [{ operation: 'update', sql: written(`update ${table} set ${update.set} where ${target}`), by: update.by }]
      : []),
    ...(remove ? [{ operation: 'delete', sql: written(`delete from ${table} where ${target}`), by: remove }] : []),
  ];
}

const put = `insert into storage.objects (bucket_id, name) values ('videos', 'lessons/basic.mp4'), ('resources', 'visible.stl'), ('images', 'a.webp')`;
const poke = (topic: string) =>
  `insert into realtime.messages (topic, extension) values ('${topic}', 'broadcast'); set local realtime.topic = '${topic}'`;
/** Gives the super administrator a second factor, which the session has not shown. */
const factor = `insert into auth.mfa_factors (id, user_id, factor_type, status, secret)
  values ('${nobody}', '${accounts.superAdmin.uid}', 'totp', 'verified', 'x')`;
/** Runs a statement as the caller and returns the text of its error. */
const errorOf = `create function pg_temp.error_of(p_sql text) returns text language plpgsql as
  $$ begin execute p_sql; return ''; exception when others then return sqlerrm; end $$;
  grant execute on function pg_temp.error_of(text) to public`;
/** Changes a product in the name of the caller, whatever the caller may do, and returns whether the audit log names the caller. */
const logs = `create function pg_temp.logs() returns boolean language plpgsql security definer as $$ begin
  update public.products set price = price + 1;
  return exists (select from public.admin_audit where user_id = auth.uid() and table_name = 'products'); end $$;
  grant execute on function pg_temp.logs() to public`;
const admins: Who[] = ['admin', 'superAdmin'];
const learners: Who[] = ['free', 'pro', 'premium', 'other'];
const readers: Who[] = ['pro', 'premium', 'other', ...admins];

/** Files, buckets, pokes and rows in rarer states: [the statement, what the owner does first, who may]. */
export const systemCases: [string, string, Who[]][] = [
  ['select 1 from public.certificates', 'update public.certificates set is_active = false', admins],
  ['select 1 from public.certificate_requirements', 'update public.certificates set is_active = false', admins],
  ["select 1 from storage.objects where bucket_id = 'videos'", put, readers],
  ["select 1 from storage.objects where bucket_id = 'resources'", put, readers],
  ["select 1 from storage.objects where bucket_id = 'images'", put, everyone],
  ["insert into storage.objects (bucket_id, name) values ('images', 'b.webp') returning 1", put, admins],
  ["update storage.objects set name = 'c.webp' where bucket_id = 'images' returning 1", put, admins],
  ["delete from storage.objects where bucket_id = 'images' returning 1", put, admins],
  ["select 1 from storage.buckets where id = 'videos'", put, everyone],
  ["update storage.buckets set public = true where id = 'videos' returning 1", put, []],
  ['select 1 from realtime.messages', poke('scope:plan:basic'), ['pro', 'premium', 'other']],
  ['select 1 from realtime.messages', poke(`scope:account:${accounts.pro.uid}`), ['pro']],
  ['select 1 from realtime.messages', poke('elsewhere'), []],
  ['select 1 from realtime.messages', poke('scope:admin'), admins],
  ['select 1 from public.admin_audit', factor, []],
  ['select 1 where public.is_super_admin()', '', ['superAdmin']],
  ['select 1 where public.is_super_admin()', factor, []],
  [
    "select 1 where pg_temp.error_of('select public.admin_audit_entries()') = 'second_factor_needed'",
    `${factor}; ${errorOf}`,
    ['superAdmin'],
  ],
  // Whoever lacks the right does not learn from the error which accounts exist.
  [
    `select 1 where pg_temp.error_of($$ select public.set_user_plan('${nobody}', true, false) $$) = 'forbidden'`,
    errorOf,
    learners,
  ],
  ['select 1 where pg_temp.logs()', logs, admins],
  ['select 1 from public.users where email is not null', '', admins],
  [
    `select 1 from sync.console_account('${accounts.pro.uid}') where email is not null`,
    'grant usage on schema sync to authenticated',
    admins,
  ],
  [`select 1 from public.get_user_achievements('${accounts.pro.uid}')`, '', ['pro', ...admins]],
  [
    `select 1 from public.event_join_link('${events.open}') l where l is not null`,
    "update public.events set join_url = 'https://meet.example.com/a'",
    ['pro', ...admins],
  ],
];

/** Inside a transaction: what the statement returns to the actor, `refused`, or the code of another error. All is undone. */
async function attempt(session: Session, actor: Actor, sql: string, prepare: string): Promise<Row[] | string> {
  await session.exec('savepoint attempt');
  try {
    await session.exec(prepare);
    await actAs(session, actor);
    const rows = await session.query(sql);
    await session.exec('reset role; set constraints all immediate');
    return rows;
  } catch (error) {
    const { code } = error as { code?: string };
    return code === '42501' ? 'refused' : String(code);
  } finally {
    await session.exec('rollback to savepoint attempt; release savepoint attempt');
  }
}

async function compare(
  session: Session,
  name: string,
  { operation, sql, by, prepare = '' }: Attempt,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const who of everyone) {
    const result = await attempt(session, actors[who], sql, prepare);
    const got = typeof result !== 'string' && result.length > 0;
    const failed = typeof result === 'string' && result !== 'refused';
    if (failed || got !== by.includes(who)) wrong.push(`${operation} ${name}: ${who}`);
  }
  return wrong;
}

/** A write without a condition asks no select policy. With one, `other` reaches no row that it may not write. */
async function blindWrites(session: Session, name: string, rule: PolicyRule): Promise<string[]> {
  const table = `public.${name.split(' ')[0]}`;
  const rows = () => session.query(`select to_jsonb(t) as row from ${table} t where ${rule.target} order by t::text`);
  const set = rule.update?.set.replace(', row_version = row_version', '');
  const writes = [
    ...(rule.update && !rule.update.by.includes('other') ? [`update ${table} set ${set}`] : []),
    ...(rule.delete && !rule.delete.includes('other') ? [`delete from ${table}`] : []),
  ];
  const wrong: string[] = [];
  for (const sql of writes) {
    const before = JSON.stringify(await rows());
    await session.exec('savepoint blind');
    try {
      await actAs(session, actors.other);
      await session.exec(`${sql}; reset role`);
      if (JSON.stringify(await rows()) !== before) wrong.push(`${sql}: other`);
    } catch (error) {
      if ((error as { code?: string }).code !== '42501') wrong.push(`${sql}: ${(error as Error).message}`);
    }
    await session.exec('rollback to savepoint blind; release savepoint blind');
  }
  return wrong;
}

/** Inside a transaction: the cells that differ from the expected rights, of one table or of all. */
export async function differences(session: Session, table?: string): Promise<string[]> {
  const wrong: string[] = [];
  for (const [name, rule] of Object.entries(policyRules)) {
    if (table !== undefined && name.split(' ')[0] !== table) continue;
    for (const each of statements(name, rule)) wrong.push(...(await compare(session, name, each)));
    wrong.push(...(await blindWrites(session, name, rule)));
  }
  for (const [sql, prepare, by] of systemCases) {
    if (table !== undefined && !sql.includes(`.${table}`)) continue;
    wrong.push(...(await compare(session, sql, { operation: '', sql, by, prepare })));
  }
  return wrong;
}

/** Inside a transaction: the calls of the console that a caller makes without the right, or cannot make with it; of one function or of all. */
export async function functionDifferences(session: Session, name = ''): Promise<string[]> {
  const calls = [
    ...adminCalls.map(([sql, prepare = '']) => ({ sql, prepare, by: admins })),
    ...superAdminCalls.map(([sql]) => ({ sql, prepare: '', by: ['superAdmin'] as Who[] })),
  ];
  const wrong: string[] = [];
  for (const { sql, prepare, by } of calls) {
    if (!sql.includes(name)) continue;
    for (const who of everyone) {
      const result = await attempt(session, actors[who], sql, prepare);
      const right = by.includes(who) ? typeof result !== 'string' && result.length > 0 : result === 'refused';
      if (!right) wrong.push(`${sql}: ${who}`);
    }
  }
  return wrong;
}
