// @vitest-environment happy-dom

import 'fake-indexeddb/auto';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { useSession } from '@/device/session/session-store';
import { PricingPage } from '@/features/billing/pricing-page';
import { STORAGE_KEYS } from '@/shared/names';

afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

const Where = () => <p>at {useLocation().pathname}</p>;

test('choosing the free plan discards the pending paid plan', () => {
  useSession.setState({ identity: null, left: false });
  sessionStorage.setItem(STORAGE_KEYS.pendingPlan, '{"planId":"premium","billingPeriod":"monthly"}');
  render(
    <MemoryRouter initialEntries={['/pricing']}>
      <Routes>
        <Route path="/pricing" element={<PricingPage />} />
        <Route path="*" element={<Where />} />
      </Routes>
    </MemoryRouter>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Започнете безплатно' }));
  expect(screen.getByText('at /dashboard_free')).toBeTruthy();
  expect(sessionStorage.getItem(STORAGE_KEYS.pendingPlan)).toBeNull();
});
