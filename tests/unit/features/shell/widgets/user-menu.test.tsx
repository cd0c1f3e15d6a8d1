// @vitest-environment happy-dom

import 'fake-indexeddb/auto';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { useSession } from '@/device/session/session-store';
import { UserPanel } from '@/features/shell/widgets/user-menu';
import type { LocalIdentity } from '@/shared/identity';
import { Toaster } from '@/ui/toaster';

// The user menu opens the billing portal for a subscriber, and the plans for a free account (decision 46).

vi.mock('@sync', () => ({
  supabase: () => ({ auth: { getSession: async () => ({ data: { session: { access_token: 'a.b.c' } } }) } }),
  syncStatus: { getState: () => ({ pending: 0 }), subscribe: () => () => undefined },
  // A mirror that never answers.
  openMirror: () => ({}),
  liveQuery: () => ({ subscribe: () => ({ unsubscribe: () => undefined }) }),
}));

const identity: LocalIdentity = {
  uid: '11111111-2222-4333-8444-0000000000bb',
  email: 'maria@sloy.test',
  full_name: 'Мария',
  plan: 'pro',
  plan_checked_at: Date.now(),
  is_admin: false,
};
const open = (who: LocalIdentity) => {
  useSession.setState({ identity: who, left: false });
  render(
    <MemoryRouter>
      <Toaster label="Съобщения" />
      <UserPanel identity={who} onClose={() => undefined} />
    </MemoryRouter>,
  );
};
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a subscriber opens the service’s signed portal in a new window', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    const body =
      url === '/config.json' ? { payments: 'http://pay.test:4443' } : { url: 'http://pay.test:4443/portal/pass' };
    return new Response(JSON.stringify(body));
  });
  const replaced: string[] = [];
  const openWindow = vi.fn(() => ({
    location: { replace: (url: string) => replaced.push(url) },
    close: () => undefined,
  }));
  vi.stubGlobal('open', openWindow);
  open(identity);
  fireEvent.click(screen.getByRole('button', { name: /Управление на абонамента/ }));
  expect(openWindow).toHaveBeenCalledWith('', '_blank');
  expect(await screen.findByText('Отваря се нов прозорец')).toBeTruthy();
  await waitFor(() => expect(replaced).toEqual(['http://pay.test:4443/portal/pass']));
  expect(asked).toEqual(['/config.json', 'http://pay.test:4443/portal-session']);
});

test('an account without an e-mail address gets a message, and no window opens', async () => {
  const openWindow = vi.fn();
  vi.stubGlobal('open', openWindow);
  open({ ...identity, email: '' });
  fireEvent.click(screen.getByRole('button', { name: /Управление на абонамента/ }));
  expect(await screen.findByText('Не можем да намерим вашия имейл адрес')).toBeTruthy();
  expect(openWindow).not.toHaveBeenCalled();
});

test('a free account is led to the plans', () => {
  open({ ...identity, plan: 'free' });
  expect(screen.getByRole('link', { name: /Управление на абонамента/ }).getAttribute('href')).toBe('/pricing');
});
