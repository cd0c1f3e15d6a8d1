import { useEffect } from 'react';

/**
 * Replays what a visitor did on a prerendered page before hydration: clicks, typed text, checked boxes and radio buttons. React itself replays only
 * the submit of a form.
 */
declare global {
  interface Window {
    /** The target of the last press; index.html notes it. */
    pressed?: EventTarget | null;
  }
}

let early: HTMLButtonElement | null = null;

/** Call this before `hydrateRoot`: React handles later clicks itself. */
export function keepEarlyPress(): void {
  const { pressed } = window;
  // The browser has already toggled the popover of a button with `popovertarget`.
  early =
    pressed instanceof Element
      ? pressed.closest<HTMLButtonElement>('button:not([type=submit], [popovertarget])')
      : null;
}

/** Rendered inside the screen's Suspense boundary, so that its effect runs when the screen is hydrated. */
export function EarlyInput() {
  useEffect(() => {
    const page = document.querySelector<HTMLElement>('#root[data-page]');
    if (!page) return;
    // The styles of the prerendered page hide the site header on phones; the bars of the app's screens are headers too.
    delete page.dataset.page;
    answerFields(page);
    early?.click();
  }, []);
  return null;
}

/** Calls React's handlers for the fields that differ from the prerendered page. Hydration keeps their values, but calls no handler. */
function answerFields(page: HTMLElement): void {
  for (const field of page.querySelectorAll('input')) {
    if (field.type === 'checkbox' || field.type === 'radio') {
      // In a group of radio buttons, only the selected one fires an event.
      if (field.checked === field.defaultChecked || (field.type === 'radio' && !field.checked)) continue;
      field.checked = !field.checked;
      field.click();
    } else if (field.value !== field.defaultValue) {
      const { value, selectionStart, selectionEnd } = field;
      // React ignores an event whose value it already tracks, so write the text again with setRangeText, which React does not track. Fields of the
      // type email have no selection and reject it.
      if (selectionStart !== null) {
        field.value = '';
        field.setRangeText(value);
        field.setSelectionRange(selectionStart, selectionEnd);
      }
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
  }
}
