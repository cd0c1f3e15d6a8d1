import { once } from '../once';

const ZONE = 'Europe/Sofia';
const hourIn = (timeZone?: string) =>
  once(() => new Intl.DateTimeFormat('bg-BG', { weekday: 'short', hour: '2-digit', minute: '2-digit', timeZone }));
const [here, sofia] = [hourIn(), hourIn(ZONE)];
const hour = once(() => new Intl.DateTimeFormat('bg-BG', { hour: '2-digit', minute: '2-digit', timeZone: ZONE }));

/** The time in Bulgaria, where the events take place; null if the device's time zone has the same time. */
export const sofiaHour = (at: number): string | null =>
  here().format(at) === sofia().format(at) ? null : `${hour().format(at)} ч.`;
