// @vitest-environment happy-dom

import 'fake-indexeddb/auto';
import { makeClient } from '@sync/transport/supabase-client';
import { afterEach, expect, test, vi } from 'vitest';
import { readDurable, writeDurable } from '@/shared/durable-store';
import { STORAGE_KEYS } from '@/shared/names';

// A link whose address contains the tokens of a stranger's session neither signs a visitor in nor replaces the learner's session.

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const later = Math.floor(Date.now() / 1000) + 3_600;
const tokenOf = (sub: string) => `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub, exp: later })}.${part('x')}`;
const sessionOf = (sub: string) => ({
  ...{ access_token: tokenOf(sub), refresh_token: sub, expires_in: 3_600, expires_at: later, token_type: 'bearer' },
  user: { id: sub },
});

afterEach(async () => {
  vi.unstubAllGlobals();
  await writeDurable(STORAGE_KEYS.authSession, null);
});

test.each([undefined, 'learner'])(
  'the tokens of an address start no session when %s is signed in [REQUEST-7]',
  async (learner) => {
    vi.stubGlobal('fetch', async () => Response.json({ id: 'stranger' }));
    if (learner) await writeDurable(STORAGE_KEYS.authSession, JSON.stringify(sessionOf(learner)));
    const { access_token } = sessionOf('stranger');
    location.hash = `access_token=${access_token}&refresh_token=r&expires_in=3600&expires_at=${later}&token_type=bearer`;
    const client = makeClient({ url: 'http://school.test', key: 'sb_publishable_test' });
    const { data } = await client.auth.getSession();
    await client.auth.stopAutoRefresh();
    expect(data.session?.user.id).toBe(learner);
    const stored: unknown = JSON.parse((await readDurable(STORAGE_KEYS.authSession)) ?? 'null');
    expect(stored).toEqual(learner ? sessionOf(learner) : null);
  },
);
