import { type RefObject, useEffect, useState } from 'react';

export function useIsFullscreen(frame: RefObject<HTMLElement | null>): boolean {
  const [is, setIs] = useState(false);
  useEffect(() => {
    const read = () => setIs(document.fullscreenElement !== null && document.fullscreenElement === frame.current);
    document.addEventListener('fullscreenchange', read);
    return () => document.removeEventListener('fullscreenchange', read);
  }, [frame]);
  return is;
}
