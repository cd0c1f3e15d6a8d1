/**
 * Lets the Tab key move past the messages. When the focus leaves a message, Sonner moves the focus back to the element that had the focus before, so
 * Tab would never get past the messages. Sonner does so only if its `focusin` handler has run, so stop `focusin` before it reaches Sonner.
 * A click on a button of a message removes the message. The focus then returns to the last element outside the messages that had the focus.
 * @param host contains the messages, inside React's root
 * @returns a function that removes the listeners
 */
export function passMessages(host: HTMLElement): () => void {
  let previous: HTMLElement | null = null;
  const onFocusIn = (event: FocusEvent) => {
    event.stopPropagation();
    const { relatedTarget: from } = event;
    if (from instanceof HTMLElement && !host.contains(from)) previous = from;
  };
  const onClick = () =>
    setTimeout(() => {
      if (host.contains(document.activeElement)) previous?.focus({ preventScroll: true });
    });
  host.addEventListener('focusin', onFocusIn);
  host.addEventListener('click', onClick);
  return () => {
    host.removeEventListener('focusin', onFocusIn);
    host.removeEventListener('click', onClick);
  };
}
