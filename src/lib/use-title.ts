import { useEffect } from 'react';

/** Names the browser's tab: `Вход · Слой`. */
export function useTitle(title: string, product = 'Слой') {
  useEffect(() => {
    document.title = title ? `${title} · ${product}` : product;
  }, [title, product]);
}
