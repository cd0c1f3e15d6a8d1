// @vitest-environment happy-dom

import 'fake-indexeddb/auto';
import { openMirror, syncStatus, writeJournal } from '@sync';
import { cleanup, configure, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { currentIdentity, useSession } from '@/device/session/session-store';
import { SignOut } from '@/features/accounts/widgets/sign-out';

configure({ asyncUtilTimeout: 10_000 });
afterEach(cleanup);

test('signing out warns of a write that waits, also before the engine has counted it', async () => {
  const uid = '11111111-2222-4333-8444-0000000000cc';
  useSession.setState({
    identity: { uid, email: 'maria@sloy.test', full_name: 'Мария', plan: 'pro', plan_checked_at: 1, is_admin: false },
  });
  openMirror(uid);
  await writeJournal('day', '2026-11-20', () => ({}));
  // The engine does not run yet, as on a cold start.
  expect(syncStatus.getState().pending).toBe(0);
  render(
    <MemoryRouter>
      <SignOut className="" />
    </MemoryRouter>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Изход' }));
  await screen.findByRole('dialog', { name: 'Има неизпратени записи' });
  expect(currentIdentity()?.uid).toBe(uid);
});
