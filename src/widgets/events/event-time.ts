import { formatHour } from '@/lib/format-day';
import { sofiaHour } from '@/lib/sofia-hour';
import { activity } from '@/text/home-blocks';

/** Adds the hour in Bulgaria to a time of an event where the device's clock shows another. */
export function withSofiaHour(time: string, at: number): string {
  const inSofia = sofiaHour(at);
  return inSofia ? `${time} (${activity.sofiaTime(inSofia)})` : time;
}

/** The hour at which an event starts. */
export const startHour = (at: number): string => withSofiaHour(formatHour(at), at);
