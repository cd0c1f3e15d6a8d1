import { currentIdentity } from '@/device/session/session-store';

export const LAST_SCREEN_ID = 'last-screen';
/** Longest time that it covers a screen whose data is no longer on this device (ms). */
const LONGEST_MS = 5_000;

/** Removes the last screen (keep-last-screen.ts) when `root` has content, or if it is another account's. Call this before the first render. */
export function replaceLastScreen(root: HTMLElement): void {
  const last = document.getElementById(LAST_SCREEN_ID);
  if (!last) return;
  if (last.dataset.account !== currentIdentity()?.uid) {
    last.remove();
    return;
  }
  const observer = new MutationObserver(() => {
    if (!root.querySelector('h1') || root.querySelector('main .skeleton')) return;
    observer.disconnect();
    last.remove();
  });
  observer.observe(root, { childList: true, subtree: true });
  setTimeout(() => last.remove(), LONGEST_MS);
}
