// @vitest-environment happy-dom

import { cleanup } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useSession } from '@/data/session/session-store';
import { openRoute } from '../../../helpers/open-route';

afterEach(cleanup);

test('a deep link that is opened while signed out keeps its query and hash through the sign-in', async () => {
  useSession.setState({ identity: null, left: false });
  const { router } = await openRoute('/settings?tab=billing#invoices');
  expect(router.state.location).toMatchObject({
    pathname: '/login',
    state: { from: '/settings?tab=billing#invoices' },
  });
});
