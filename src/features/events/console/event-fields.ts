import type { AdminEvent, EventFields } from '@/features/console-kit/requests/rows';
import { formText } from '@/features/console-kit/text/console';
import { validations } from '@/features/console-kit/text/messages';
import type { Errors } from '@/features/console-kit/widgets/use-record-form';
import { isBlank } from '@/shared/is-blank';
import { isHttpsUrl } from '@/shared/is-https-url';
import { fromSofia, isSkippedInSofia, toSofia } from '@/shared/sofia-time';
import { adminEventsText as text } from './text';

/** The form of an event. Times are local times of Sofia; numbers are strings while they are edited. */
export interface EventInput
  extends Omit<
    EventFields,
    'start_date' | 'end_date' | 'duration_minutes' | 'max_participants' | 'description' | 'join_url'
  > {
  description: string;
  join_url: string;
  start_date: string;
  end_date: string;
  duration_minutes: string;
  max_participants: string;
}

const HOUR_MS = 3_600_000;
const TITLE_MAX = 300;
/** Earlier years are typing errors, for example 0026. */
const EARLIEST = '2000';
/** Most seats of an event: the largest integer of PostgreSQL. */
const SEATS_MAX = 2_147_483_647;

/** Defaults of a new event (specification 3 §9). */
export function blankEvent(now = Date.now()): EventInput {
  const start = Math.ceil(now / HOUR_MS) * HOUR_MS;
  return {
    title: '',
    description: '',
    image_url: null,
    location: text.defaultLocation,
    join_url: '',
    start_date: toSofia(start),
    end_date: toSofia(start + HOUR_MS),
    duration_minutes: '60',
    type: 'webinar',
    is_free: true,
    max_participants: '100',
    status: 'active',
  };
}

export const inputOf = (row: AdminEvent): EventInput => ({
  title: row.title,
  description: row.description ?? '',
  image_url: row.image_url,
  location: row.location,
  join_url: row.join_url ?? '',
  start_date: toSofia(row.start_date),
  end_date: toSofia(row.end_date),
  duration_minutes: String(row.duration_minutes),
  type: row.type,
  is_free: row.is_free,
  max_participants: row.max_participants === null ? '' : String(row.max_participants),
  status: row.status,
});

/** Drafts that an earlier version of the app stored have no `join_url`. */
/** Longest address of an online event (characters). */
export const JOIN_URL_MAX = 1_000;

const joinUrlOf = ({ join_url }: Partial<Pick<EventInput, 'join_url'>>) => join_url?.trim() ?? '';

const minutesBetween = (start: string, end: string) => Math.round((Date.parse(end) - Date.parse(start)) / 60_000);

/** Converts the form to database columns: times in UTC, and the duration between them if it is positive. */
export function storedFields(input: EventInput): EventFields {
  const start = fromSofia(input.start_date) ?? '';
  const end = fromSofia(input.end_date) ?? '';
  const computed = minutesBetween(start, end);
  return {
    ...input,
    title: input.title.trim(),
    description: input.description.trim() || null,
    join_url: joinUrlOf(input) || null,
    start_date: start,
    end_date: end,
    duration_minutes: computed > 0 ? computed : Number(input.duration_minutes),
    max_participants: input.max_participants.trim() ? Number(input.max_participants) : null,
  };
}

/** Validates an event. `taken` is the number of seats that learners hold. */
export function eventErrors(input: EventInput, taken: number): Errors<EventInput> {
  const errors: Errors<EventInput> = {};
  if (isBlank(input.title)) errors.title = validations.event.title;
  else if (input.title.length > TITLE_MAX) errors.title = formText.tooLong(TITLE_MAX);
  for (const name of ['description', 'location', 'type'] as const)
    if (isBlank(input[name])) errors[name] = text.required;
  if (joinUrlOf(input).length > JOIN_URL_MAX) errors.join_url = formText.tooLong(JOIN_URL_MAX);
  else if (joinUrlOf(input) && !isHttpsUrl(joinUrlOf(input))) errors.join_url = text.joinWrong;
  const start = fromSofia(input.start_date);
  const end = fromSofia(input.end_date);
  if (!start) errors.start_date = text.required;
  if (!end) errors.end_date = text.required;
  for (const name of ['start_date', 'end_date'] as const)
    if (input[name] && input[name] < EARLIEST) errors[name] = text.yearWrong;
    else if (isSkippedInSofia(input[name])) errors[name] = text.skippedHour;
  if (start && end && !errors.start_date && !errors.end_date && Date.parse(end) <= Date.parse(start))
    errors.end_date = validations.event.end;
  if (!(Number(input.duration_minutes) > 0)) errors.duration_minutes = validations.event.duration;
  if (input.max_participants.trim()) {
    const seats = Number(input.max_participants);
    if (!Number.isInteger(seats) || seats < 1) errors.max_participants = text.seatsWrong;
    else if (seats > SEATS_MAX) errors.max_participants = text.seatsMost(SEATS_MAX);
    else if (seats < taken) errors.max_participants = text.seatsTaken(taken);
  }
  return errors;
}
