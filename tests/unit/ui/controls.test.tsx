// @vitest-environment happy-dom

import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ErrorBoundary } from '@/app/error-boundary';
import { UpdatePrompt } from '@/app/overlays/update-prompt';
import { useUpdate } from '@/app/start/service-worker';
import { setIdentity, updateIdentity, useSession } from '@/device/session/session-store';
import { LoginPage } from '@/features/accounts/login-page';
import { RegisterPage } from '@/features/accounts/register-page';
import type { LocalIdentity } from '@/shared/identity';
import { STORAGE_KEYS } from '@/shared/names';
import { Button } from '@/ui/button';
import { DropdownPanel } from '@/ui/dropdown-panel';
import { Menu } from '@/ui/menu';
import { Tabs } from '@/ui/tabs';
import { openRoute, settled } from '../../helpers/open-route';

const UID = '11111111-2222-4333-8444-555555555555';
const identity = (more: Partial<LocalIdentity> = {}): LocalIdentity => ({
  uid: UID,
  email: 'ivan@sloy.test',
  full_name: 'Иван',
  plan: 'pro',
  plan_checked_at: Date.now(),
  is_admin: false,
  ...more,
});

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  useSession.setState({ identity: null, left: false });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

let at: () => string;
async function open(path: string) {
  const { router } = await openRoute(path);
  at = () => {
    const { pathname, search, state } = router.state.location;
    return `${pathname}${search} ${JSON.stringify(state)}`;
  };
}

test('a subscriber screen opens at once for a subscriber, from the stored state', async () => {
  await setIdentity(identity());
  await open('/course/1');
  expect(screen.getByText('/course/1')).toBeDefined();
});

test('a signed-out visitor is redirected to sign in and returns to the requested page', async () => {
  await open('/course/1');
  expect(at()).toBe('/login {"from":"/course/1"}');
});

test('the page of a sign-out is not the next account’s return page', async () => {
  await setIdentity(identity());
  await open('/course/1');
  await act(async () => setIdentity(null));
  await settled();
  expect(at()).toBe('/login null');
});

test('a subscriber screen closes at once when the server reports the end of the subscription', async () => {
  await setIdentity(identity());
  await open('/course/1');
  act(() => updateIdentity(UID, { plan: 'free' }));
  await settled();
  expect(at()).toBe('/pricing?fromProtected=true {"from":"/course/1"}');
});

test('a lost network does not close the open screen', async () => {
  await setIdentity(identity());
  await open('/video/1');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => updateIdentity(UID, { full_name: 'Иван Петров' }));
  await settled();
  expect(screen.getByText('/video/1')).toBeDefined();
});

test('after the lease, an offline learner is asked to connect once and learns that nothing is lost', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await setIdentity(identity({ plan_checked_at: Date.now() - 40 * 86_400_000 }));
  await open('/course/1');
  expect(await screen.findByRole('heading', { name: 'Свържете се веднъж с интернет' })).toBeDefined();
  expect(screen.getByText(/напредъкът Ви са запазени/)).toBeDefined();
});

test('signing out in another tab signs this one out', async () => {
  await setIdentity(identity());
  localStorage.removeItem(STORAGE_KEYS.identity);
  window.dispatchEvent(new StorageEvent('storage', { key: STORAGE_KEYS.identity }));
  expect(useSession.getState().identity).toBeNull();
});

test('an answer for an account that has signed out changes nothing', async () => {
  await setIdentity(identity());
  updateIdentity('99999999-2222-4333-8444-555555555555', { plan: 'premium' });
  expect(useSession.getState().identity?.plan).toBe('pro');
});

test('signing in without an e-mail or a password shows the error before any request', async () => {
  render(
    <MemoryRouter>
      <LoginPage />
    </MemoryRouter>,
  );
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Имейл'), 'ivan@sloy.test');
  await user.click(screen.getByRole('button', { name: 'Влезте' }));
  const banner = await screen.findByRole('alert');
  expect(banner.textContent).toContain('Моля попълнете всички полета');
  expect(banner.textContent).toContain('Грешка при валидация');
  expect(document.querySelector('.shake')).not.toBeNull();
  await user.click(within(banner).getByRole('button', { name: 'Затворете' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('registration shows the five rules when the password has the focus and whether both passwords match, and waits for the bot check', async () => {
  render(
    <MemoryRouter>
      <RegisterPage />
    </MemoryRouter>,
  );
  const user = userEvent.setup();
  expect(screen.queryByText('главна буква')).toBeNull();
  await user.click(screen.getByLabelText('Парола'));
  expect(screen.getByText('главна буква')).toBeDefined();
  await user.type(screen.getByLabelText('Парола'), 'Sloy-2026!');
  expect(screen.getByText('Силна парола')).toBeDefined();
  await user.type(screen.getByLabelText('Потвърдете паролата'), 'Sloy');
  expect(screen.getByText('Паролите не съвпадат')).toBeDefined();
  await user.type(screen.getByLabelText('Потвърдете паролата'), '-2026!');
  expect(screen.getByText('Паролите съвпадат')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Създайте акаунт' }).getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Не съм робот' }).checked).toBe(false);
});

test('tabs respond to arrows, Home and End', async () => {
  function Sample() {
    const [tab, setTab] = useState('a');
    const tabs = ['a', 'b', 'c'].map((id) => ({ id, title: id }));
    return (
      <Tabs label="Части" tabs={tabs} current={tab} onChange={setTab}>
        panel {tab}
      </Tabs>
    );
  }
  render(<Sample />);
  const user = userEvent.setup();
  await user.tab();
  await user.keyboard('{ArrowRight}');
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('b');
  expect(document.activeElement?.textContent).toBe('b');
  await user.keyboard('{End}{ArrowRight}');
  expect(screen.getByRole('tabpanel').textContent).toBe('panel a');
  await user.keyboard('{ArrowLeft}');
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('c');
});

test('a menu closes with Escape and restores the focus', async () => {
  render(
    <Menu label="Меню" button="М">
      {() => <button type="button">ред</button>}
    </Menu>,
  );
  const user = userEvent.setup();
  const trigger = screen.getByRole('button', { name: 'Меню' });
  await user.click(trigger);
  await user.click(screen.getByRole('button', { name: 'ред' }));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('button', { name: 'ред' })).toBeNull();
  expect(document.activeElement).toBe(trigger);
});

test('only one dropdown is open, and a press elsewhere closes it', async () => {
  function Bar() {
    const [open, setOpen] = useState<string | null>(null);
    return ['Известия', 'Серия'].map((name) => (
      <DropdownPanel
        key={name}
        label={name}
        button={name}
        open={open === name}
        onOpenChange={(is) => setOpen(is ? name : null)}
      >
        <p>panel {name}</p>
      </DropdownPanel>
    ));
  }
  render(
    <>
      <Bar />
      <p>elsewhere</p>
    </>,
  );
  const user = userEvent.setup();
  const open = () => screen.queryAllByText(/^panel/).map(({ textContent }) => textContent);
  await user.click(screen.getByRole('button', { name: 'Известия' }));
  expect(open()).toEqual(['panel Известия']);
  await user.click(screen.getByRole('button', { name: 'Серия' }));
  expect(open()).toEqual(['panel Серия']);
  expect(screen.getByRole('button', { expanded: true }).textContent).toBe('Серия');
  await user.click(screen.getByText('elsewhere'));
  expect(open()).toEqual([]);
});

test('a panel that closes while it has the focus returns it to its button', async () => {
  render(
    <Menu label="Меню" button="М">
      {(close) => (
        <button type="button" onClick={close}>
          ред
        </button>
      )}
    </Menu>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Меню' }));
  await user.click(screen.getByRole('button', { name: 'ред' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Меню' }));
});

test('a crash screen shows that the data is safe and one action, and another URL renders again', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Broken = (): never => {
    throw new Error('a broken screen');
  };
  const { rerender } = render(
    <ErrorBoundary resetKey="/a">
      <Broken />
    </ErrorBoundary>,
  );
  expect(screen.getByRole('alert').textContent).toContain('записано на това устройство');
  expect(screen.getAllByRole('button')).toHaveLength(1);
  rerender(
    <ErrorBoundary resetKey="/b">
      <p>another screen</p>
    </ErrorBoundary>,
  );
  expect(screen.getByText('another screen')).toBeDefined();
});

test('the update prompt waits while a lesson is open and appears elsewhere', () => {
  useUpdate.setState({ waiting: true });
  const at = (path: string) =>
    render(
      <MemoryRouter initialEntries={[path]}>
        <UpdatePrompt />
      </MemoryRouter>,
    );
  for (const path of ['/video/1', '/test/1', '/video-free/1']) {
    at(path);
    expect(screen.queryByText('Има нова версия')).toBeNull();
    cleanup();
  }
  at('/dashboard');
  expect(screen.getByText('Има нова версия')).toBeDefined();
  useUpdate.setState({ waiting: false });
});

test('a busy button gets its focus back unless another element has it', async () => {
  const screenOf = (busy: boolean) => (
    <>
      <Button busy={busy}>Запишете</Button>
      <input aria-label="Име" />
    </>
  );
  const { rerender } = render(screenOf(false));
  const button = screen.getByRole('button', { name: 'Запишете' });
  const field = screen.getByLabelText('Име');
  await userEvent.click(button);
  rerender(screenOf(true));
  button.blur(); // a browser removes the focus from a button that becomes disabled
  rerender(screenOf(false));
  expect(document.activeElement).toBe(button);

  await userEvent.click(button);
  rerender(screenOf(true));
  field.focus();
  rerender(screenOf(false));
  expect(document.activeElement).toBe(field);

  field.blur();
  rerender(screenOf(true));
  rerender(screenOf(false));
  expect(document.activeElement, 'nobody pressed it').toBe(document.body);
});
