import { useEffect } from 'react';

/**
 * Sets the tab's title, `Вход · Слой`, and restores the previous one on unmount; without a title it changes nothing.
 */
export function useTitle(title: string | undefined, product = 'Слой') {
  useEffect(() => {
    if (title === undefined) return;
    const before = document.title;
    document.title = title ? `${title} · ${product}` : product;
    return () => {
      document.title = before;
    };
  }, [title, product]);
}
