import { useEffect } from 'react';
import { nextIdle } from '@/shared/idle';
import { activity } from '@/shared/text/home-blocks';
import { type EventState, prepareSearch } from './rules/event-list';

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
