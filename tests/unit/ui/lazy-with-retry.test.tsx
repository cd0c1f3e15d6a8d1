// @vitest-environment happy-dom

import { act, cleanup, render, screen } from '@testing-library/react';
import { type ComponentType, Suspense } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { lazyWithRetry } from '@/ui/lazy-with-retry';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const Greeting = ({ name }: { name: string }) => <p>Здравейте, {name}</p>;
const show = (Part: ComponentType<{ name: string }>) =>
  render(
    <Suspense fallback={<p>Зарежда се</p>}>
      <Part name="Мария" />
    </Suspense>,
  );

test('a part shows its placeholder until its code is there', async () => {
  show(lazyWithRetry(async () => Greeting));
  screen.getByText('Зарежда се');
  await screen.findByText('Здравейте, Мария');
});

test('a part whose code has loaded renders at once', async () => {
  const Part = lazyWithRetry(async () => Greeting);
  await Part.preload();
  show(Part);
  screen.getByText('Здравейте, Мария');
});

test('code that does not load is requested again, and the failed preload is reported to its caller', async () => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  let broken = true;
  const Part = lazyWithRetry(async () => {
    if (broken) throw new TypeError('Failed to fetch');
    return Greeting;
  });
  await expect(Part.preload()).rejects.toThrow('Failed to fetch');
  await act(async () => show(Part));
  screen.getByText('Зарежда се');
  broken = false;
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  screen.getByText('Здравейте, Мария');
});
