// @vitest-environment happy-dom

import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { RequirementList } from '@/features/certificates/requirement-list';
import type { CertificateRequirement } from '@/features/certificates/rules/state';

afterEach(cleanup);

const requirement = (change: Partial<CertificateRequirement>): CertificateRequirement => ({
  ...{ test_id: 'one', test_title: 'Първи тест', minimum_score: 70, state: 'open', best: null, next: null },
  ...change,
});
const show = (row: CertificateRequirement) =>
  render(<RequirementList requirements={[row]} />, { wrapper: MemoryRouter }).container;

test('a failed requirement shows the best score and when the next attempt is possible', () => {
  const list = show(requirement({ state: 'failed', best: 63, next: Date.now() + 10 * 60_000 }));
  expect(list.textContent).toMatch(/минимум 70 %.*най-добър резултат 63 %.*следващ опит от \d{1,2}:\d{2}/);
  expect(list.textContent).toContain('неиздържан');
  expect(screen.getByRole('link', { name: 'Първи тест' }).getAttribute('href')).toBe('/test/one');
});

test('an open requirement carries no lock; a locked one carries the lock and no link', () => {
  expect(show(requirement({})).querySelector('.lucide-lock')).toBeNull();
  cleanup();
  const locked = show(requirement({ state: 'locked' }));
  expect(locked.querySelector('.lucide-lock')).not.toBeNull();
  expect(screen.queryByRole('link')).toBeNull();
});
