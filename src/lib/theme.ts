import { STORAGE_KEYS } from '@/config/storage-keys';
import { readStored, writeStored } from './local-storage';

export type Theme = 'system' | 'light' | 'dark';

export function currentTheme(): Theme {
  const stored = readStored(STORAGE_KEYS.theme);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** Chooses the theme for this device, the browser's own bars too; the script in index.html does the same at the next start, before the first paint. */
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
