// @vitest-environment happy-dom

import 'fake-indexeddb/auto';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { Guarded } from '@/app/routing/guards';
import { useSession } from '@/data/session/session-store';

afterEach(cleanup);

const Asked = () => <p>from {useLocation().state?.from}</p>;

test('a deep link that is opened while signed out keeps its query and hash through the sign-in', () => {
  useSession.setState({ identity: null, left: false });
  const rule = { path: '/settings', guard: 'login', header: false, title: '' } as const;
  render(
    <MemoryRouter initialEntries={['/settings?tab=billing#invoices']}>
      <Routes>
        <Route path="/settings" element={<Guarded rule={rule}>inside</Guarded>} />
        <Route path="/login" element={<Asked />} />
      </Routes>
    </MemoryRouter>,
  );
  expect(screen.getByText('from /settings?tab=billing#invoices')).toBeTruthy();
});
