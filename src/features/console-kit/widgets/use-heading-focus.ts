import { useEffect, useRef } from 'react';

/**
 * Focuses the heading of a form that replaced a saved form. The clicked button was removed, so the focus would return to the start of the page.
 * @param replaces true if this form replaced a saved form
 */
export function useHeadingFocus(replaces: boolean) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (replaces) heading.current?.focus({ preventScroll: true });
  }, [replaces]);
  return heading;
}
