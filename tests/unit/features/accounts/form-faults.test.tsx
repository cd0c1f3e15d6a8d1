// @vitest-environment happy-dom

import 'fake-indexeddb/auto';
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LinkPage } from '@/features/accounts/link-page';
import { LoginPage } from '@/features/accounts/login-page';
import { RegisterPage } from '@/features/accounts/register-page';
import { Toaster } from '@/ui/toaster';

// A rejected form keeps its elements: the focus moves to the invalid field, which is marked and described (WCAG 2.4.3, 3.3.1, 3.3.3).

configure({ asyncUtilTimeout: 10_000 });
let requests: string[] = [];
let bodies: unknown[] = [];
let answer = () =>
  Response.json({ code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' }, { status: 400 });

beforeEach(() => {
  requests = [];
  bodies = [];
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    bodies.push(init?.body);
    requests.push(String(input instanceof Request ? input.url : input));
    return answer();
  });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function show(at = '/login') {
  const router = createMemoryRouter(
    [
      { path: '/login', element: <LoginPage /> },
      { path: '/login/link', element: <LinkPage /> },
      { path: '/register', element: <RegisterPage /> },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { initialEntries: ['/before', at] },
  );
  render(
    <>
      <RouterProvider router={router} />
      <Toaster label="Съобщения" />
    </>,
  );
  return router;
}
const email = () => screen.getByLabelText<HTMLInputElement>('Имейл');
const password = () => screen.getByLabelText<HTMLInputElement>('Парола');
const describedBy = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ');

test('an empty field is named, marked and focused; three presses show one toast', async () => {
  show();
  await userEvent.type(email(), 'maria@sloy.test');
  const before = password();
  for (let press = 0; press < 3; press++) await userEvent.click(screen.getByRole('button', { name: 'Влезте' }));
  expect(password()).toBe(before);
  expect(document.activeElement).toBe(before);
  expect(before.getAttribute('aria-invalid')).toBe('true');
  expect(describedBy(before)).toBe('Въведете парола');
  expect(email().getAttribute('aria-invalid')).toBeNull();
  await screen.findByText('Моля въведете имейл и парола');
  expect(screen.getAllByText('Моля въведете имейл и парола')).toHaveLength(1);
});

test('an address that is typed while the form for a link loads is in that form', async () => {
  show('/login?mail=link');
  fireEvent.input(email(), { target: { value: 'maria@sloy.test' } });
  await screen.findByRole('button', { name: 'Изпратете връзката' });
  expect(email().value).toBe('maria@sloy.test');
});

test('a wrong password keeps the typed values and moves the focus to the password, described by the banner', async () => {
  show();
  await userEvent.type(email(), 'maria@sloy.test');
  await userEvent.type(password(), 'Parola-2026!{Enter}');
  await screen.findByText('Грешна парола или имейл');
  await waitFor(() => expect(document.activeElement).toBe(password()));
  expect(password().value).toBe('Parola-2026!');
  expect(password().getAttribute('aria-invalid')).toBe('true');
  expect(describedBy(password())).toContain('Невалиден имейл или парола.');
});

test('values that a password manager filled in without an event are sent', async () => {
  show();
  email().value = 'maria@sloy.test';
  password().value = 'Parola-2026!';
  await userEvent.click(screen.getByRole('button', { name: 'Влезте' }));
  await screen.findByText('Грешна парола или имейл');
  expect(requests.some((url) => url.includes('grant_type=password'))).toBe(true);
});

test('registering marks the wrong field, and an invalid e-mail uses up no bot check', async () => {
  show('/register');
  await userEvent.type(screen.getByLabelText('Име и фамилия'), 'Мария');
  await userEvent.type(email(), 'maria');
  await userEvent.type(password(), 'Parola-2026!');
  await userEvent.type(screen.getByLabelText('Потвърдете паролата'), 'Parola-2026!{Enter}');
  await screen.findByText('Моля въведете валиден имейл адрес.');
  expect(document.activeElement).toBe(email());
  expect(describedBy(email())).toContain('Моля въведете валиден имейл адрес.');
  await userEvent.type(email(), '@sloy.test{Enter}');
  await screen.findByText('Моля потвърдете, че не сте робот');
  expect(document.activeElement).toBe(screen.getByLabelText('Не съм робот'));
  // The button stays enabled, so that a click shows what is missing.
  await userEvent.click(screen.getByRole('button', { name: 'Създайте акаунт' }));
  expect(screen.getByText('Моля потвърдете, че не сте робот')).toBeTruthy();
  expect(requests.filter((url) => url.includes('signup'))).toEqual([]);
});

test('the forgotten password has its own URL: Back returns to the sign-in with the typed values', async () => {
  const router = show();
  await userEvent.type(email(), 'maria@sloy.test');
  await userEvent.click(screen.getByRole('button', { name: 'Забравена парола?' }));
  await screen.findByRole('heading', { name: 'Забравена парола' });
  expect(router.state.location.pathname + router.state.location.search).toBe('/login?mail=reset');
  expect(email().value).toBe('maria@sloy.test');
  await router.navigate(-1);
  await screen.findByRole('heading', { name: 'Вход' });
  expect(router.state.location.pathname + router.state.location.search).toBe('/login');
  expect(email().value).toBe('maria@sloy.test');
  cleanup();
  // The button “back to the sign-in” works even if the page was opened by its URL.
  const direct = show('/login?mail=reset');
  await screen.findByRole('heading', { name: 'Забравена парола' });
  await userEvent.click(screen.getByRole('button', { name: 'Обратно към входа' }));
  await screen.findByRole('heading', { name: 'Вход' });
  expect(direct.state.location.search).toBe('');
});

test('a newer link works in the tab of an expired one', async () => {
  const expired = Response.json({ code: 403, error_code: 'otp_expired', msg: 'expired' }, { status: 403 });
  const before = answer;
  answer = () => expired.clone();
  const router = show('/login/link#token_hash=old&type=magiclink');
  await userEvent.click(screen.getByRole('button', { name: 'Влезте в профила си' }));
  await screen.findByRole('heading', { name: 'Връзката вече не важи' });
  await router.navigate('/login/link#token_hash=new&type=magiclink');
  await screen.findByRole('button', { name: 'Влезте в профила си' });
  expect(screen.queryByRole('heading', { name: 'Връзката вече не важи' })).toBeNull();
  answer = before;
});

test('the link that confirms the address of a new account is used as one, and only after a press', async () => {
  show('/login/link#token_hash=abc&type=signup');
  const enter = screen.getByRole('button', { name: 'Влезте в профила си' });
  expect(requests).toEqual([]);
  await userEvent.click(enter);
  await screen.findByRole('alert');
  expect(bodies).toEqual([JSON.stringify({ token_hash: 'abc', type: 'signup' })]);
});

test('the limit of registrations has its own message', async () => {
  const { registerMessage } = await import('@/features/accounts/text/register');
  expect(registerMessage('too_many_requests').text).toMatch(/опити за регистрация/);
});

test('at the registration a bad e-mail is marked when the field is left, and unmarked when it is right', async () => {
  const user = userEvent.setup();
  show('/register');
  const words = 'Моля въведете валиден имейл адрес.';
  await user.click(email());
  await user.tab();
  expect(describedBy(email())).not.toContain(words);
  await user.type(email(), 'ivan@');
  expect(email().getAttribute('aria-invalid')).toBeNull();
  await user.tab();
  expect(email().getAttribute('aria-invalid')).toBe('true');
  expect(describedBy(email())).toContain(words);
  await user.type(email(), 'sloy.test\u200b');
  expect(email().getAttribute('aria-invalid')).toBeNull();
  await user.tab();
  expect(email().getAttribute('aria-invalid')).toBeNull();
  expect(requests).toEqual([]);
});
