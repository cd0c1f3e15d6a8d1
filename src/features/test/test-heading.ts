/** The heading of each phase; it takes the focus when the phase changes. */
export const TEST_HEADING = 'test-heading';

export function focusHeading(): void {
  window.scrollTo(0, 0);
  document.getElementById(TEST_HEADING)?.focus({ preventScroll: true });
}
