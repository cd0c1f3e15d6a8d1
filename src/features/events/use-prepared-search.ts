import { useEffect } from 'react';
import { type EventState, prepareSearch } from '@/domain/event-list';
import { nextIdle } from '@/lib/idle';
import { activity } from '@/text/home-blocks';

/** Number of events to prepare in one idle period: about a millisecond of work on a phone. */
const AT_ONCE = 50;

/** Prepares the search of the events while the browser is idle. */
export function usePreparedSearch(events: readonly EventState[]): void {
  useEffect(() => {
    let isCurrent = true;
    const prepare = async () => {
      for (let start = 0; start < events.length; start += AT_ONCE) {
        await nextIdle();
        if (!isCurrent) return;
        prepareSearch(events.slice(start, start + AT_ONCE), activity.types);
      }
    };
    void prepare();
    return () => {
      isCurrent = false;
    };
  }, [events]);
}
