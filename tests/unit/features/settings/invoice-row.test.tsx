// @vitest-environment happy-dom

import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSession } from '@/device/session/session-store';
import { InvoiceRow } from '@/features/settings/billing/invoice-row';
import type { Invoice } from '@/features/settings/billing/use-invoices';
import { type Toast, toastsReady } from '@/ui/toast';

let shown: Toast[] = [];
const email = 'ivan@sloy.test';

beforeEach(() => {
  shown = [];
  toastsReady((toast) => shown.push(toast));
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const invoice: Invoice = {
  ...{ id: 'local', number: 'СЛ-000123', status: 'paid', currency: 'EUR', created: 1_790_000_000 },
  ...{ amount_paid: 28_800, amount_due: 0, plan_type: 'premium' },
  ...{ period_start: 1_790_000_000, period_end: 1_821_000_000 },
};

test.each([
  ['names the letters for which there is no font', 'Иван 😀', /^Нямаме шрифт за „😀“\. Променете името/],
  ['says that the fonts did not come', 'Иван', /^Опитайте отново след малко\.$/],
])('an invoice that cannot be drawn %s', async (_, full_name, description) => {
  const identity = {
    uid: 'a',
    email,
    full_name,
    plan: 'premium',
    plan_checked_at: Date.now(),
    is_admin: false,
  } as const;
  useSession.setState({ identity });
  render(
    <MemoryRouter>
      <InvoiceRow invoice={invoice} local email={email} payable={false} />
    </MemoryRouter>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Свалете фактура СЛ-000123 като PDF' }));
  await vi.waitFor(() => expect(shown).toHaveLength(1), { timeout: 10_000 });
  expect(shown[0]).toMatchObject({ kind: 'error', title: 'Неуспешно генериране на фактура' });
  expect(shown[0]?.description).toMatch(description);
});
