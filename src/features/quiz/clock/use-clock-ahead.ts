import { useEffect, useState } from 'react';
import { askServerTime } from '../requests/attempts';

/** The device's clock minus the server's (ms); 0 while the difference is unknown. The server counts the pauses of a graded quiz by its own clock. */
export function useClockAhead(graded: boolean): number {
  const [ahead, setAhead] = useState(0);
  useEffect(() => {
    if (!graded) return;
    let left = false;
    void askServerTime().then((time) => time !== null && !left && setAhead(Date.now() - time));
    return () => {
      left = true;
    };
  }, [graded]);
  return ahead;
}
