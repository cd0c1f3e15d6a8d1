import { formatHour } from '@/shared/format/format-day';
import { sofiaHour } from '@/shared/format/sofia-hour';
import { activity } from '@/shared/text/home-blocks';

/** Appends the hour in Bulgaria to an event's time if the device is in another time zone. */
export function withSofiaHour(time: string, at: number): string {
  const inSofia = sofiaHour(at);
  return inSofia ? `${time} (${activity.sofiaTime(inSofia)})` : time;
}

/** Formats the hour at which an event starts. */
export const startHour = (at: number): string => withSofiaHour(formatHour(at), at);
