// @vitest-environment happy-dom

import 'fake-indexeddb/auto';
import { openMirror, openOutbox } from '@sync';
import { statusStore } from '@sync/engine/status';
import { cleanup, configure, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { UpdatePrompt } from '@/app/overlays/update-prompt';
import { useUpdate } from '@/app/start/service-worker';
import { useSession } from '@/device/session/session-store';
import { SettingsPage } from '@/features/settings/settings-page';
import { catchUp } from '../../../helpers/scopes';

configure({ asyncUtilTimeout: 10_000 });
const account = '66666666-2222-4333-8444-000000000002';

beforeEach(async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  useSession.setState({
    identity: {
      uid: account,
      email: 'maria@sloy.test',
      full_name: 'Мария',
      plan: 'pro',
      plan_checked_at: Date.now(),
      is_admin: false,
    },
    left: false,
  });
  await openOutbox(account);
  await catchUp(openMirror(account), `account:${account}`);
  statusStore.set({ phase: 'idle', pending: 0, rejected: 0, synced_at: 1, restored: true });
});
afterEach(() => {
  cleanup();
  statusStore.reset();
  useUpdate.setState({ waiting: false });
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const leavePage = () => {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented ? 'asks' : 'leaves';
};

test('unsaved edits survive a change of tab; no update prompt covers them and no reload loses them unasked', async () => {
  useUpdate.setState({ waiting: true });
  render(
    <MemoryRouter initialEntries={['/settings']}>
      <SettingsPage />
      <UpdatePrompt />
    </MemoryRouter>,
  );
  const prompt = () => screen.queryByRole('complementary', { name: /версия/i });
  await userEvent.click(await screen.findByRole('button', { name: 'Редактирайте' }));
  expect(prompt()).not.toBeNull();
  expect(leavePage()).toBe('leaves');
  await userEvent.type(screen.getByLabelText('Длъжност'), 'Инженер');
  expect(prompt()).toBeNull();
  expect(leavePage()).toBe('asks');

  await userEvent.click(screen.getByRole('tab', { name: 'Известия' }));
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(leavePage()).toBe('asks');
  await userEvent.click(screen.getByRole('tab', { name: 'Профил' }));
  expect(screen.getByLabelText<HTMLInputElement>('Длъжност').value).toBe('Инженер');

  await userEvent.click(screen.getByRole('button', { name: 'Отказ' }));
  expect(leavePage()).toBe('leaves');
  expect(prompt()).not.toBeNull();
});
