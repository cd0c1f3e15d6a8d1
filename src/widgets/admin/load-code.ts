import { inTime } from '@/data/admin/in-time';
import { consoleText } from '@/text/admin/console';
import { consoleToast } from './console-toast';

/** Waits for code that a press needs. @returns undefined, after a message, if the code does not load in time */
export const loadCode = <T>(loading: Promise<T>): Promise<T | undefined> =>
  inTime(loading).catch(() => {
    consoleToast.error(consoleText.codeFailed);
    return undefined;
  });
