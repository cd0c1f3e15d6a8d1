// @vitest-environment happy-dom

import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SecurityTab } from '@/features/settings/console/security-tab';
import { press, seen, show, startConsole, stopConsole } from './console-backend';

// The server wants a new sign-in before the first factor: the screen asks for the password and then starts the set-up.

const signIn = vi.hoisted(() => vi.fn());
const enroll = vi.hoisted(() => vi.fn());
vi.mock('@/device/session/requests', async (original) => ({
  ...(await original<typeof import('@/device/session/requests')>()),
  sessionClient: async () => ({
    auth: { mfa: { enroll, listFactors: async () => ({ data: { all: [], totp: [] }, error: null }) } },
  }),
}));
vi.mock('@/features/console-kit/requests/session', () => ({ signInToConsole: signIn }));

beforeEach(startConsole);
afterEach(stopConsole);

test('a session that is no longer new signs in again, and the set-up goes on', async () => {
  const tooOld = Object.assign(new Error('requires reauthentication'), {
    status: 400,
    code: 'reauthentication_needed',
  });
  enroll.mockResolvedValueOnce({ data: null, error: tooOld });
  enroll.mockResolvedValueOnce({
    data: { id: 'f', totp: { qr_code: 'data:image/svg+xml;utf-8,<svg/>', secret: 'ABCDEFGH' } },
    error: null,
  });
  signIn.mockResolvedValue('admin');
  const user = show(<SecurityTab />, '/admin/dashboard?section=settings&tab=security');
  await press(user, 'Настройте');
  await seen(/Влезте отново с паролата си/);
  await user.type(screen.getByLabelText('Парола'), 'вярна');
  await press(user, 'Продължете');
  await seen('ABCD EFGH');
  expect(signIn).toHaveBeenCalledWith('admin@sloy.test', 'вярна');
  expect(screen.queryByLabelText('Парола')).toBeNull();
});
