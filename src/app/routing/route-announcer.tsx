import { useEffect, useState } from 'react';

/** Delay before a title is announced (ms). A screen first sets a generic title and then replaces it with the title of its lesson or course. */
const SETTLED_MS = 600;

/**
 * Announces the new screen's title to screen readers, because browsers announce only full page loads. Announces nothing if the focus has moved to
 * the heading, because screen readers then read the heading aloud.
 */
export function RouteAnnouncer() {
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    let last = document.title;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const say = () => {
      if (document.title === last) return;
      last = document.title;
      if (!document.activeElement?.matches('h1')) setAnnounced(last.replace(/ · [^·]*$/, ''));
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
      {announced}
    </p>
  );
}
