import { formatDay } from '@/shared/format/format-day';
import type { EventRow } from '@/shared/rows';
import { calendarText } from '@/shared/text/home-blocks';
import { classNames } from '@/ui/class-names';
import { cellTitle } from '../rules/calendar';

interface CalendarCellProps {
  day: string;
  events: readonly EventRow[];
  inMonth: boolean;
  today: boolean;
  chosen: boolean;
  /** True if the learner was active on this day. */
  learnt: boolean;
  onChoose: () => void;
}

/** Number of event titles that fit into a cell. */
const TITLES = 2;

/** A day of the calendar. Wide cells show event titles, narrow ones a short line per event. */
export function CalendarCell({ day, events, inMonth, today, chosen, learnt, onChoose }: CalendarCellProps) {
  const name = [
    formatDay(day, 'full'),
    learnt && calendarText.learnt,
    events.length > 0 && `${calendarText.events(events.length)}: ${events.map(({ title }) => title).join(', ')}`,
  ];
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the button inside takes the focus, as in the ARIA date grid pattern
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of an ARIA grid is a gridcell
    <td role="gridcell" aria-selected={chosen} className="p-0 align-top">
      <button
        type="button"
        data-day={day}
        tabIndex={chosen ? 0 : -1}
        aria-label={name.filter(Boolean).join('; ')}
        aria-current={today ? 'date' : undefined}
        onClick={onChoose}
        className={classNames(
          'relative grid min-h-11 w-full grid-rows-[auto_1fr] justify-items-center gap-0.5 overflow-hidden rounded-control border p-0.5 @max-[13rem]:p-0 hover:border-control @[32rem]:min-h-17 @[32rem]:justify-items-stretch @[32rem]:p-1',
          // The border carries the contrast: the two greys alone are hardly different on a dark screen.
          learnt && 'border-control bg-sunk',
          !learnt && 'border-transparent',
          chosen && 'border-ink!',
          !inMonth && 'text-muted',
        )}
      >
        <span
          className={classNames(
            'num grid h-6 min-w-6 @max-[13rem]:min-w-0 place-items-center rounded-full text-sm leading-none @max-[13rem]:text-xs @[32rem]:justify-self-start',
            today ? 'bg-accent font-extrabold text-on-accent' : inMonth ? 'font-semibold' : 'font-normal',
          )}
        >
          {Number(day.slice(8))}
        </span>
        {events.length > 0 && (
          <>
            <span className="grid w-6 gap-0.5 self-start @[32rem]:hidden">
              {events.slice(0, 3).map(({ id }) => (
                <span key={id} className="h-1 rounded-full bg-accent" />
              ))}
            </span>
            <span className="hidden gap-0.5 text-left font-semibold text-[11px] text-ink leading-tight @[32rem]:grid">
              {events.slice(0, TITLES).map(({ id, title, status }) => (
                <span
                  key={id}
                  className={classNames(
                    'truncate border-accent border-l-3 pl-1',
                    status === 'cancelled' && 'line-through',
                  )}
                >
                  {cellTitle(title)}
                </span>
              ))}
              {events.length > TITLES && (
                <span className="num text-muted">{calendarText.more(events.length - TITLES)}</span>
              )}
            </span>
          </>
        )}
      </button>
    </td>
  );
}
