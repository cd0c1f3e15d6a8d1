import { useEffect } from 'react';

/** Names the browser's tab: `Вход · Слой`. The name before it comes back when it goes; without a title that one stands. */
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
