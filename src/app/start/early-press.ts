/**
 * Answers a press on a button of a prerendered page that was made before the app's code had come. React repeats only the sending of forms.
 */
declare global {
  interface Window {
    /** The target of the last press; index.html notes it. */
    pressed?: EventTarget | null;
  }
}

let early: HTMLButtonElement | null = null;

/** Call this before React listens, because it answers later presses itself. */
export function keepEarlyPress(): void {
  const { pressed } = window;
  early = pressed instanceof Element ? pressed.closest<HTMLButtonElement>('button:not([type=submit])') : null;
}

export function answerEarlyPress(): void {
  const button = early;
  early = null;
  // In a task of its own: React hydrates the pressed part at once only when it is not rendering.
  if (button) setTimeout(() => button.click());
}
