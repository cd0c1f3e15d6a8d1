// @vitest-environment happy-dom

import '../../../helpers/silence-rxdb';
import 'fake-indexeddb/auto';
import { openMirror } from '@sync';
import { cleanup, configure, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { sections } from '@/app/routing/sections';
import { useSession } from '@/device/session/session-store';
import { shownDocsOf } from '../../../helpers/shown';

configure({ asyncUtilTimeout: 10_000 });
const account = '77777777-2222-4333-8444-000000000001';
afterEach(cleanup);

test('the store section of the dashboard says "coming soon" and signs up with the source "dashboard"', async () => {
  const identity = {
    uid: account,
    email: 'maria@sloy.test',
    full_name: 'Мария',
    plan: 'pro' as const,
    plan_checked_at: Date.now(),
    is_admin: false,
  };
  useSession.setState({ identity, left: false });
  openMirror(account);
  const section = sections.find(({ id }) => id === 'store');
  if (!section?.component) throw new Error('The dashboard has no store section');
  const { component: Store } = section;
  render(
    <MemoryRouter>
      <Suspense>
        <Store section={section} place="dashboard" free={false} />
      </Suspense>
    </MemoryRouter>,
  );
  await screen.findByText('Launching Summer 2024');
  await userEvent.click(screen.getByRole('button', { name: 'Notify me' }));
  await screen.findByText('Your email is saved on this device.');
  const forms = await shownDocsOf(account, 'form');
  expect(forms).toMatchObject([
    { pending: true, data: { form: 'launch', payload: { email: 'maria@sloy.test', source: 'dashboard' } } },
  ]);
});
