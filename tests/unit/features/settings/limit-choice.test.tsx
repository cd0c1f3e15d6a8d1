// @vitest-environment happy-dom

import 'fake-indexeddb/auto';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useDownloadLimit } from '@/features/downloads/mutations/limit';
import { LimitChoice } from '@/features/settings/device/limit-choice';

afterEach(() => {
  cleanup();
  useDownloadLimit.setState(null);
});

const offered = () => screen.getAllByRole('option').map(({ textContent }) => textContent?.replace('\u00a0', ' '));
const chosen = () => screen.getByRole<HTMLSelectElement>('combobox').selectedOptions[0]?.textContent;

test('offers round sizes', () => {
  render(<LimitChoice />);
  expect(offered().slice(1)).toEqual(['500,00 MB', '1,00 GB', '2,00 GB', '5,00 GB', '10,00 GB', '20,00 GB']);
});

test('a stored limit that is not on the list stays chosen', () => {
  useDownloadLimit.setState(1_000_000_000);
  render(<LimitChoice />);
  expect(chosen()).toBe('953,67\u00a0MB');
  expect(offered()).toHaveLength(8);
});
