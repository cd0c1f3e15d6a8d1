// @vitest-environment happy-dom

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { CalendarCell } from '@/features/events/widgets/calendar-cell';

afterEach(cleanup);

const tokens = readFileSync(join(import.meta.dirname, '../../../../../src/ui/tokens.css'), 'utf8');

/** The values of a colour token, light and dark. */
function token(name: string): string[] {
  const values = new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(tokens);
  return values ? values.slice(1) : [];
}

/** Relative luminance of a colour (WCAG 2). */
function luminance(hex: string): number {
  const whole = hex.length === 4 ? hex.replaceAll(/(?<=.)./g, '$&$&') : hex;
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(whole.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a = '', b = ''): number {
  const [x = 0, y = 0] = [luminance(a), luminance(b)].sort((one, other) => other - one);
  return (x + 0.05) / (y + 0.05);
}

test('a day of study has a border with a contrast of at least 3:1 to the card and to its own ground', () => {
  const day = (learnt: boolean) => (
    <CalendarCell
      day="2026-11-05"
      events={[]}
      inMonth
      today={false}
      chosen={false}
      learnt={learnt}
      onChoose={() => undefined}
    />
  );
  render(
    <table>
      <tbody>
        <tr>
          {day(true)}
          {day(false)}
        </tr>
      </tbody>
    </table>,
  );
  const [studied, other] = screen.getAllByRole('button').map(({ className }) => className.split(' '));
  expect(studied).toContain('border-control');
  expect(other).not.toContain('border-control');
  const [control, surface, sunk] = [token('control'), token('surface'), token('sunk')];
  for (const theme of [0, 1]) {
    expect(contrast(control[theme], surface[theme])).toBeGreaterThanOrEqual(3);
    expect(contrast(control[theme], sunk[theme])).toBeGreaterThanOrEqual(3);
  }
});
