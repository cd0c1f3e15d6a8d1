import type { KeyboardEvent } from 'react';

/** Focusable elements. In a radio group, only the checked button is focusable. */
const FOCUSABLE = 'a[href], button:not(:disabled), input:not([type="radio"]), input:checked';

const steps: Record<string, (index: number, count: number) => number> = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index <= 0 ? count : index) - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Moves the focus cyclically through a dropdown (its button and everything in its panel) with arrow keys, Home and End. */
export function walkWithArrows(event: KeyboardEvent<HTMLElement>) {
  const step = steps[event.key];
  if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(FOCUSABLE)];
  const next = items[step(items.indexOf(document.activeElement as HTMLElement), items.length)];
  if (!next || items.length < 2) return;
  event.preventDefault();
  next.focus();
}
