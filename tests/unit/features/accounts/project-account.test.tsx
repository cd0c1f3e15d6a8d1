// @vitest-environment happy-dom

import 'fake-indexeddb/auto';
import { cleanup, configure, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sessionClient } from '@/device/session/requests';
import { setIdentity } from '@/device/session/session-store';
import { LinkPage } from '@/features/accounts/link-page';
import { changePassword } from '@/features/accounts/requests';
import { AddressCard } from '@/features/settings/address-card';

// What an account can do on a Supabase project only, or does differently there. The answers are those of GoTrue 2.196.

configure({ asyncUtilTimeout: 10_000 });

const uid = '11111111-2222-4333-8444-0000000000aa';
const email = 'maria@sloy.test';
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const tokenOf = (aal: string) =>
  `${part({ alg: 'HS256' })}.${part({ sub: uid, email, aal, session_id: aal, exp: 4_000_000_000 })}.c2ln`;

type Answer = () => Response;
let answers: Record<string, Answer>;
const asked: { what: string; body: Record<string, unknown>; token: string | null }[] = [];

beforeEach(async () => {
  asked.length = 0;
  answers = {
    'GET user': () => Response.json({ id: uid, email, user_metadata: {} }),
    'PUT user': () => Response.json({ id: uid, email, user_metadata: {} }),
    'GET settings': () => Response.json({ mailer_autoconfirm: false }),
    'POST my_address': () => Response.json({ email, proven: true }),
  };
  vi.stubGlobal('fetch', async (input: string | URL, init: RequestInit = {}) => {
    const { pathname } = new URL(String(input), location.origin);
    const what = `${init.method ?? 'GET'} ${pathname.split('/').at(-1)}`;
    const token = new Headers(init.headers).get('authorization');
    asked.push({ what, body: init.body ? JSON.parse(String(init.body)) : {}, token });
    return answers[what]?.() ?? Response.json({}, { status: 404 });
  });
  await setIdentity({ uid, email, full_name: '', plan: null, plan_checked_at: null, is_admin: false });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const signInAs = async (aal: string) =>
  (await sessionClient()).auth.setSession({ access_token: tokenOf(aal), refresh_token: 'refresh' });
const show = (shown: ReactNode, at = '/') => render(<MemoryRouter initialEntries={[at]}>{shown}</MemoryRouter>);

test('a confirmed address can be changed: both addresses get a link', async () => {
  await signInAs('aal1');
  show(<AddressCard />);
  await userEvent.click(await screen.findByText('Сменете адреса'));
  const field = screen.getByLabelText('Новият имейл');
  await userEvent.type(field, 'taken@sloy.test');
  answers['PUT user'] = () =>
    Response.json(
      { code: 'email_exists', message: 'A user with this email address has already been registered' },
      { status: 422 },
    );
  await userEvent.click(screen.getByRole('button', { name: 'Изпратете връзките' }));
  expect(await screen.findByText('С този адрес вече има профил.')).toBeTruthy();
  answers['PUT user'] = () => Response.json({ id: uid, email, new_email: 'new@sloy.test', user_metadata: {} });
  await userEvent.clear(field);
  await userEvent.type(field, 'New@sloy.test');
  await userEvent.click(screen.getByRole('button', { name: 'Изпратете връзките' }));
  expect(await screen.findByText(/^Изпратихме по една връзка до New@sloy.test и до досегашния/)).toBeTruthy();
  expect(asked.findLast(({ what }) => what === 'PUT user')?.body).toMatchObject({ email: 'new@sloy.test' });
});

test('no change is offered where the auth service confirms no addresses', async () => {
  answers['GET settings'] = () => Response.json({ mailer_autoconfirm: true });
  show(<AddressCard />);
  await vi.waitFor(() => expect(asked.at(-1)?.what).toBe('GET settings'));
  expect(screen.queryByText('Сменете адреса')).toBeNull();
});

test('the first of the two links says that the other one is missing', async () => {
  answers['POST verify'] = () =>
    Response.json({
      code: '200',
      msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
    });
  show(<LinkPage />, '/login/link?from=%2Fsettings#token_hash=abc&type=email_change');
  await userEvent.click(await screen.findByRole('button', { name: 'Потвърдете смяната' }));
  expect(await screen.findByRole('heading', { name: 'Остава още една връзка' })).toBeTruthy();
  expect(asked.find(({ what }) => what === 'POST verify')?.body).toEqual({ token_hash: 'abc', type: 'email_change' });
});

test('a new password keeps the session that has a second factor, because a new sign-in may not set one', async () => {
  await signInAs('aal2');
  answers['POST token'] = () => Response.json({ access_token: tokenOf('aal1'), refresh_token: 'other' });
  await changePassword('Parola-2026!', 'Parola-2027!');
  expect(asked.find(({ what }) => what === 'PUT user')).toMatchObject({
    body: { password: 'Parola-2027!', current_password: 'Parola-2026!' },
    token: `Bearer ${tokenOf('aal2')}`,
  });
  // The sign-in that proved the old password has ended.
  expect(asked.find(({ what }) => what === 'POST logout')?.token).toBe(`Bearer ${tokenOf('aal1')}`);
});
