import { inTime } from '../rules/in-time';
import { consoleText } from '../text/console';
import { consoleToast } from './console-toast';

/** Waits until the code of an action has loaded. If it does not load in time, shows a message and returns undefined. */
export const loadCode = <T>(loading: Promise<T>): Promise<T | undefined> =>
  inTime(loading).catch(() => {
    consoleToast.error(consoleText.codeFailed);
    return undefined;
  });
