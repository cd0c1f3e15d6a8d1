/** The join link of an event: only registered learners get it, on their devices and by REST. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { as, openDatabase, type TestDatabase } from '../helpers/database';
import { emptyCopy, follow } from '../helpers/pull';
import { buildSchool, events, free, premium, pro, superAdmin } from '../helpers/school';

const LINK = 'https://meet.example.com/room';
let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase();
  await buildSchool(database);
});
afterAll(() => database.close());

/** The join link that an account's device has in any of its scopes. */
async function linkOf(account: typeof pro): Promise<unknown> {
  const found: unknown[] = [];
  for (const scope of ['public', `account:${account.uid}`]) {
    const copy = emptyCopy();
    await follow(database, account, scope, copy);
    for (const [document, { body }] of copy.rows) {
      if (document === `event_links/${events.open}`) found.push(body?.join_url);
      else expect(JSON.stringify(body)).not.toContain(LINK);
    }
  }
  expect(found.length).toBeLessThan(2);
  return found[0];
}
const readable = (account: typeof pro) =>
  as(database, account, ({ query }) => query(`select join_url from public.events where id = '${events.open}'`));

it('depends on the registration, the link and the state of the event', async () => {
  await database.exec(`update public.events set join_url = '${LINK}' where id = '${events.open}'`);
  expect(await linkOf(pro)).toBe(LINK);
  expect(await linkOf(premium)).toBeUndefined();
  await database.exec(`select sync.apply_registration('${premium.uid}', '${events.open}', true)`);
  expect(await linkOf(premium)).toBe(LINK);
  await database.exec(`update public.events set join_url = '${LINK}2' where id = '${events.open}'`);
  expect(await linkOf(premium)).toBe(`${LINK}2`);
  await database.exec(`select sync.apply_registration('${premium.uid}', '${events.open}', false)`);
  expect(await linkOf(premium)).toBeUndefined();
  await database.exec(`update public.events set status = 'cancelled' where id = '${events.open}'`);
  expect(await linkOf(pro)).toBeUndefined();
  await database.exec(`update public.events set status = 'active' where id = '${events.open}'`);
  expect(await linkOf(pro)).toBe(`${LINK}2`);
});

it('is not readable by REST without a registration', async () => {
  expect(await readable(free)).toEqual([]);
  expect(await readable(pro)).toEqual([{ join_url: `${LINK}2` }]);
  expect(await readable(superAdmin)).toHaveLength(1);
});

it('accepts only https addresses', async () => {
  for (const url of ['http://meet.example.com', 'javascript:alert(1)', ''])
    await expect(
      database.exec(`update public.events set join_url = '${url}' where id = '${events.open}'`),
    ).rejects.toThrow('events_join_url_check');
});
