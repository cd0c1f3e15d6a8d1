import { SPLASH_FADE_MS, SPLASH_MS } from '@/shared/app-limits';

/** Fades index.html's splash screen and removes it one second after the start; it never blocks input. */
export function removeSplash() {
  const splash = document.getElementById('splash');
  if (!splash) return;
  setTimeout(() => splash.classList.add('hide'), SPLASH_MS - SPLASH_FADE_MS);
  setTimeout(() => splash.remove(), SPLASH_MS);
}
