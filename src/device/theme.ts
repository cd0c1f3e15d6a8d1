import { readStored, writeStored } from '@/shared/local-storage';
import { STORAGE_KEYS } from '@/shared/names';

export type Theme = 'system' | 'light' | 'dark';

export function currentTheme(): Theme {
  const stored = readStored(STORAGE_KEYS.theme);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/**
 * Sets the theme of this device, including the colour of the browser's bars. At the next start, the script in index.html does the same before the
 * first paint.
 */
export function setTheme(theme: Theme) {
  writeStored(STORAGE_KEYS.theme, theme === 'system' ? null : theme);
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  for (const meta of document.querySelectorAll<HTMLElement>('meta[data-of-theme]')) {
    const own = meta.dataset.ofTheme;
    meta.setAttribute(
      'media',
      theme === 'system' ? `(prefers-color-scheme: ${own})` : own === theme ? 'all' : 'not all',
    );
  }
}
