// @vitest-environment happy-dom

import 'fake-indexeddb/auto';
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SectionsProvider } from '@/app/routing/sections';
import { useOpenSection } from '@/features/dashboard/use-open-section';
import { AppShell } from '@/features/shell/widgets/app-shell';

configure({ asyncUtilTimeout: 10_000 });
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Dashboard() {
  const { section, go } = useOpenSection();
  return (
    <AppShell section={section} onSection={go}>
      <h1>{section.title}</h1>
    </AppShell>
  );
}

test('Back closes the open side menu first, and a section chosen in it replaces the menu in the history', async () => {
  const router = createMemoryRouter(
    [
      { path: '/before', element: <p>before</p> },
      {
        path: '/dashboard',
        element: (
          <SectionsProvider>
            <Dashboard />
          </SectionsProvider>
        ),
      },
    ],
    { initialEntries: ['/before', '/dashboard'] },
  );
  render(<RouterProvider router={router} />);
  const at = () => router.state.location.pathname + router.state.location.search;
  const menu = () => screen.queryByRole('dialog', { name: 'Раздели' });
  const open = () => userEvent.click(screen.getByRole('button', { name: 'Отворете менюто' }));

  await open();
  await waitFor(() => expect(menu()).not.toBeNull());
  await router.navigate(-1);
  await waitFor(() => expect(menu()).toBeNull());
  expect(at()).toBe('/dashboard');

  await open();
  await waitFor(() => expect(menu()).not.toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Затворете менюто' }));
  await waitFor(() => expect(menu()).toBeNull());
  expect(at()).toBe('/dashboard');

  await open();
  await waitFor(() => expect(menu()).not.toBeNull());
  const dialog = menu() as HTMLElement;
  const events = [...dialog.querySelectorAll('button')].find((button) => button.textContent?.includes('Събития'));
  await userEvent.click(events as HTMLElement);
  await waitFor(() => expect(menu()).toBeNull());
  expect(at()).toBe('/dashboard?section=events');
  await router.navigate(-1);
  expect(at()).toBe('/dashboard');
  await router.navigate(-1);
  expect(at()).toBe('/before');
});
