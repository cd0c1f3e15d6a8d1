import { SPLASH_FADE_MS, SPLASH_MS } from '@/config/limits';

/** The splash of index.html fades and is gone one second after the start; it never takes a press. */
export function removeSplash() {
  const splash = document.getElementById('splash');
  if (!splash) return;
  setTimeout(() => splash.classList.add('hide'), SPLASH_MS - SPLASH_FADE_MS);
  setTimeout(() => splash.remove(), SPLASH_MS);
}
