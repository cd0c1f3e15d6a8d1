/** Id of the heading in every phase of the quiz. The heading receives the focus when the phase changes. */
export const QUIZ_HEADING = 'test-heading';

export function focusHeading(): void {
  window.scrollTo(0, 0);
  document.getElementById(QUIZ_HEADING)?.focus({ preventScroll: true });
}
