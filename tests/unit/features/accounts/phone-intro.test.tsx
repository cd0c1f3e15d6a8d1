// @vitest-environment happy-dom

import 'fake-indexeddb/auto';
import { cleanup, configure, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { routes } from '@/app/routing/routes';
import { LoginPage } from '@/features/accounts/login-page';
import { euros } from '@/shared/text/pricing';

// On a phone, /login has no site header, so the sign-in itself says what the product is.

configure({ asyncUtilTimeout: 10_000 });
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = (width: number) => {
  vi.stubGlobal('innerWidth', width);
  render(
    <MemoryRouter initialEntries={['/login']}>
      <LoginPage />
    </MemoryRouter>,
  );
};

test.each([320, 767])('/login shows at %i px what the product is, its prices and its documents', async (width) => {
  show(width);
  const aside = await screen.findByRole('complementary', { name: 'Какво е Слой' });
  const intro = within(aside);
  intro.getByText(/^Онлайн академия за 3D печат и 3D моделиране на български/);
  intro.getByRole('img', { name: /^Урок на екрана/ });
  const prices = [...aside.querySelectorAll('dl strong')].map((price) => price.textContent);
  expect(prices).toEqual([0, 15, 30].map(euros));
  const links = intro.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['Сравнете плановете', '/pricing_mobile'],
    ['Започнете безплатно', '/register'],
    ['Общи условия', '/tos_mobile'],
    ['Поверителност', '/pp_mobile'],
    ['Връщане на пари', '/refund_mobile'],
  ]);
  const open = routes.flatMap(({ path, guard }) => (guard === 'public' ? [path] : []));
  for (const [, path] of links) expect(open).toContain(path);
});

test('a wide window shows the form alone, below the site header', async () => {
  show(768);
  await screen.findByRole('heading', { name: 'Вход' });
  await vi.dynamicImportSettled();
  expect(screen.getByRole('complementary', { name: 'Какво е Слой' }).className).toContain('md:hidden');
});
