// @vitest-environment happy-dom

import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { QuizEmblem } from '@/features/quiz/widgets/quiz-emblem';

const { getContext } = HTMLCanvasElement.prototype;
const drawWith = (value: unknown) =>
  Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', { configurable: true, value });

/** Whether the device has a colour font for emoji, as its canvas shows. */
const device = (hasFont: boolean) =>
  drawWith(() => ({
    fillText: () => undefined,
    getImageData: () => ({ data: Uint8ClampedArray.of(hasFont ? 255 : 0, 0, 0, 255) }),
  }));

afterEach(() => {
  cleanup();
  drawWith(getContext);
});

// The app asks the canvas once for each emoji, so each case has its own.
test.each<[string, string | null, boolean, string]>([
  ['the author’s emoji', '🧪', true, '🧪'],
  ['a drawing on a device without a font for it', '🎯', false, ''],
  ['a drawing without an emoji', null, true, ''],
])('the emblem of a quiz is %s', (_, emoji, hasFont, text) => {
  device(hasFont);
  const { container } = render(<QuizEmblem emoji={emoji} />);
  expect(container.textContent).toBe(text);
  expect(container.querySelectorAll('svg')).toHaveLength(text ? 0 : 1);
});
