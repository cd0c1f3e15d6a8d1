import { type RefObject, useEffect } from 'react';

/**
 * When the focused element is removed, for example with a deleted list item, moves the focus to its nearest remaining container. Without this, the
 * focus would be lost, and Tab would start at the top of the page.
 * @param fallbackId id of the element that gets the focus when the area is empty; the area itself if omitted
 */
export function useKeptFocus(area: RefObject<HTMLElement | null>, fallbackId?: string) {
  useEffect(() => {
    const root = area.current;
    if (!root) return;
    /** The last focused element, followed by its containers up to the area. */
    let path: HTMLElement[] = [];
    const note = ({ target }: FocusEvent) => {
      path = [];
      for (let one = target; one instanceof HTMLElement && root.contains(one); one = one.parentElement) path.push(one);
    };
    const keep = () => {
      if (!path[0] || path[0].isConnected || document.activeElement !== document.body) return;
      const fallback = fallbackId === undefined ? root : document.getElementById(fallbackId);
      for (const container of path.filter(({ isConnected }) => isConnected)) {
        const one = container === root ? fallback : container;
        if (!one) return;
        if (!one.hasAttribute('tabindex')) one.tabIndex = -1;
        one.focus({ preventScroll: true });
        if (document.activeElement === one) return;
      }
    };
    const removals = new MutationObserver(keep);
    removals.observe(root, { childList: true, subtree: true });
    root.addEventListener('focusin', note);
    return () => {
      removals.disconnect();
      root.removeEventListener('focusin', note);
    };
  }, [area, fallbackId]);
}
