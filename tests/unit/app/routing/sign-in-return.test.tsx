// @vitest-environment happy-dom

import { cleanup } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useSession } from '@/device/session/session-store';
import { openRoute, settled } from '../../../helpers/open-route';

afterEach(cleanup);

const maria = {
  ...{ uid: 'u1', email: 'maria@sloy.test', full_name: 'Мария', plan: 'pro' as const },
  ...{ plan_checked_at: Date.now(), is_admin: false },
};

test('a deep link that is opened while signed out keeps its query and hash through the sign-in', async () => {
  useSession.setState({ identity: null, left: false });
  const { router } = await openRoute('/settings?tab=billing#invoices');
  expect(router.state.location).toMatchObject({
    pathname: '/login',
    state: { from: '/settings?tab=billing#invoices' },
  });
});

test('whoever is signed in already, as after a link in a mail, goes through /login to the requested page', async () => {
  useSession.setState({ identity: maria, left: false });
  const { router } = await openRoute('/pricing');
  await router.navigate('/login', { replace: true, state: { from: '/settings?tab=billing' } });
  await settled();
  expect(router.state.location).toMatchObject({ pathname: '/settings', search: '?tab=billing' });
});

test('an identity that turns out to be gone while the first screen loads opens the sign-in', async () => {
  useSession.setState({ identity: maria, left: false });
  const opening = openRoute('/settings');
  useSession.setState({ identity: null, left: false });
  const { router } = await opening;
  expect(router.state.location.pathname).toBe('/login');
});
