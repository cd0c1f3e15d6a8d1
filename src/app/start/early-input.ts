import { useEffect } from 'react';

/**
 * Answers what a visitor did on a prerendered page before the app's code had come: presses, typed text, boxes and choices.
 * React repeats only the sending of forms.
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
  // The browser itself has opened the popover of a button that has one.
  early =
    pressed instanceof Element
      ? pressed.closest<HTMLButtonElement>('button:not([type=submit], [popovertarget])')
      : null;
}

/** A part of the screen, so that its effect runs when the screen is hydrated. */
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

/** Tells React's handlers what the fields hold. React leaves the fields as they are while it hydrates, and calls no handler. */
function answerFields(page: HTMLElement): void {
  for (const field of page.querySelectorAll('input')) {
    if (field.type === 'checkbox' || field.type === 'radio') {
      // Of radio buttons, the chosen one reports.
      if (field.checked === field.defaultChecked || (field.type === 'radio' && !field.checked)) continue;
      field.checked = !field.checked;
      field.click();
    } else if (field.value !== field.defaultValue) {
      const { value, selectionStart, selectionEnd } = field;
      // React takes text that it finds for known. A field without a selection, as for an email address, cannot take it anew.
      if (selectionStart !== null) {
        field.value = '';
        field.setRangeText(value);
        field.setSelectionRange(selectionStart, selectionEnd);
      }
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
  }
}
