// @vitest-environment happy-dom

import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { setTheme } from '@/device/theme';
import { hueOf } from '@/ui/drawing/slice';
import { Flame, FlameLevel } from '@/ui/flame';
import { Medal } from '@/ui/medal';
import { ProgressBar } from '@/ui/progress-bar';

afterEach(cleanup);

const paths = (name: string) => [...screen.getByRole('img', { name }).querySelectorAll('path')];
const layers = (path: Element | undefined) => path?.getAttribute('d')?.match(/M/g)?.length ?? 0;

test('the flame has a layer per day and is orange from the seventh', () => {
  for (const days of [0, 1, 6, 7, 30]) {
    render(<Flame days={days} label={`${days} дни`} />);
    const [ghost, hot] = paths(`${days} дни`);
    expect(layers(ghost) === 0).toBe(days >= 7);
    expect(layers(hot) === 0).toBe(days === 0);
    expect(hot?.getAttribute('stroke')).toBe(days >= 7 ? 'var(--accent)' : 'var(--ink-2)');
  }
});

test('the level decides how many of the five flames are lit', () => {
  for (const level of [0, 3, 5]) {
    render(<FlameLevel level={level} label={`ниво ${level}`} />);
    const lit = paths(`ниво ${level}`).filter((path) => path.getAttribute('stroke') === 'var(--accent)');
    expect(lit).toHaveLength(level);
  }
});

test('an unearned medal is never complete', () => {
  render(<Medal progress={0.999} earned={false} label="почти" />);
  render(<Medal progress={1} earned label="спечелен" />);
  expect(layers(paths('почти')[1])).toBeGreaterThan(0);
  expect(layers(paths('спечелен')[1])).toBe(0);
});

test('a progress bar announces its value and is empty at 0', () => {
  const { rerender } = render(<ProgressBar value={0} total={12} label="Курс" text="0 от 12" />);
  const bar = screen.getByRole('progressbar', { name: 'Курс' });
  expect([bar.getAttribute('aria-valuetext'), bar.querySelector('.bg-accent')]).toEqual(['0 от 12', null]);
  rerender(<ProgressBar value={14} total={12} label="Курс" />);
  expect(bar.getAttribute('aria-valuenow')).toBe('12');
  expect(bar.querySelector<HTMLElement>('.bg-accent')?.style.width).toBe('100%');
});

test('a category always has the same hue', () => {
  expect(hueOf('Материали')).toBe(hueOf('Материали'));
  expect(
    new Set(['Материали', 'Слайсери', 'Събития', 'Общност', 'Принтери', 'Blender'].map(hueOf)).size,
  ).toBeGreaterThan(3);
});

test('a chosen theme also colours the browser, and following the system restores its colour', () => {
  document.head.innerHTML =
    '<meta name="theme-color" data-of-theme="light" media="(prefers-color-scheme: light)"><meta name="theme-color" data-of-theme="dark" media="(prefers-color-scheme: dark)">';
  const media = () => [...document.querySelectorAll('meta')].map((meta) => meta.getAttribute('media'));
  setTheme('dark');
  expect([document.documentElement.dataset.theme, ...media()]).toEqual(['dark', 'not all', 'all']);
  setTheme('system');
  expect([document.documentElement.dataset.theme, ...media()]).toEqual([
    undefined,
    '(prefers-color-scheme: light)',
    '(prefers-color-scheme: dark)',
  ]);
});
