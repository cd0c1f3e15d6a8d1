import { useEffect, useState } from 'react';

/** A screen first has the name of its kind, then that of its lesson or course: the last one is said, ms. */
const SETTLED_MS = 600;

/**
 * Says the name of the screen that has come in the place of another one: a browser says it only of a page that it loads itself. Where the focus went
 * to the heading, that has been read already.
 */
export function ArrivalSaid() {
  const [said, setSaid] = useState('');
  useEffect(() => {
    let last = document.title;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const say = () => {
      if (document.title === last) return;
      last = document.title;
      if (!document.activeElement?.matches('h1')) setSaid(last.replace(/ · [^·]*$/, ''));
    };
    const watch = new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(say, SETTLED_MS);
    });
    watch.observe(document.head, { childList: true, characterData: true, subtree: true });
    return () => {
      clearTimeout(timer);
      watch.disconnect();
    };
  }, []);
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  );
}
