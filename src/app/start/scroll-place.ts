import { readStored, writeStored } from '@/shared/local-storage';
import { STORAGE_KEYS } from '@/shared/names';

// Returns the reader to the place in the page after a reload. The browser itself tries this only until the page has loaded, when the rows of this
// device's database are not on the screen yet.

/** Time (ms) after the start in which rows still load and change the height of the page. */
const SETTLED_MS = 4_000;
/** Input after which the reader, not the reload, decides what is on the screen. */
const INPUTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;
const tab = () => sessionStorage;

export function restoreScrollPlace(): void {
  addEventListener('pagehide', () =>
    writeStored(STORAGE_KEYS.scrollPlace, `${Math.round(scrollY)} ${location.href}`, tab),
  );
  const [y, href] = readStored(STORAGE_KEYS.scrollPlace, tab)?.split(' ') ?? [];
  const top = Number(y);
  if (!top || href !== location.href) return;
  const place = () => {
    if (location.href !== href) end();
    else if (document.documentElement.scrollHeight >= top + innerHeight) scrollTo(0, top);
  };
  const watch = new ResizeObserver(place);
  const timer = setTimeout(end, SETTLED_MS);
  function end() {
    clearTimeout(timer);
    watch.disconnect();
    for (const input of INPUTS) removeEventListener(input, end);
  }
  watch.observe(document.body);
  for (const input of INPUTS) addEventListener(input, end, { passive: true });
}
