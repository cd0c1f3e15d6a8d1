/**
 * Lets the Tab key pass the messages. Sonner moves the focus back to the previous element when it leaves a message, so that Tab would move
 * between the two for ever; it does so only if it learns that the focus arrived. After a press of a button in a message, which then disappears,
 * the focus returns to the previous element.
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
