import { resolve } from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientOf, learner, startTestServer, type TestServer } from './harness';

// The URL of a signed upload has no more rights than the account that signed it has at the upload.

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ supabaseDir: resolve('supabase') });
}, 120_000);
afterAll(() => server.stop());
const run = (sql: string, params: unknown[] = []) => server.backend.database.run(sql, params);

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function administrator(name: string) {
  const person = await learner(server, name);
  await run('update auth.users set email_confirmed_at = now() where id = $1', [person.uid]);
  await run('insert into public.admin_users (email) values ($1)', [`${name}@school.test`]);
  return person;
}
async function signed(client: SupabaseClient, key: string): Promise<string> {
  const { data, error } = await client.storage.from('images').createSignedUploadUrl(key);
  if (error) throw error;
  return data.token;
}
/** Uploads as a visitor, who has only the URL. @returns the error, if any */
const upload = async (key: string, token: string) =>
  (
    await clientOf(server)
      .storage.from('images')
      .uploadToSignedUrl(key, token, new Blob([png], { type: 'image/png' }))
  ).error?.message;
const stored = async (key: string) => (await run('select owner from storage.objects where name = $1', [key]))[0];

test('whoever has the URL stores the file for the account that signed it', async () => {
  const { client, uid } = await administrator('giver');
  expect(await upload('given.png', await signed(client, 'given.png'))).toBeUndefined();
  expect(await stored('given.png')).toEqual({ owner: uid });
});

test('after the account has lost its rights, or its session has ended, the URL stores nothing', async () => {
  const demoted = await administrator('demoted');
  const token = await signed(demoted.client, 'demoted.png');
  await run("delete from public.admin_users where email = 'demoted@school.test'");
  expect(await upload('demoted.png', token)).toMatch(/row-level security/);
  const gone = await administrator('gone');
  const late = await signed(gone.client, 'gone.png');
  await gone.client.auth.signOut({ scope: 'global' });
  expect(await upload('gone.png', late)).toMatch(/row-level security/);
  expect([await stored('demoted.png'), await stored('gone.png')]).toEqual([undefined, undefined]);
});

test('the URL shows nothing of the account beyond what its rights need', async () => {
  const { client } = await administrator('shown');
  const token = await signed(client, 'shown.png');
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { signer: object };
  expect(Object.keys(claims.signer).sort()).toEqual(['aal', 'role', 'session_id', 'sub']);
});
