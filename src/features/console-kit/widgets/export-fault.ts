import { asConsoleError } from '../requests/console-client';
import { consoleText as text } from '../text/console';

/** Returns the reason why an export failed: too many exports within an hour, or another reason. */
export function exportFault(thrown: unknown): string {
  const { kind, details } = asConsoleError(thrown);
  return kind === 'limited' ? text.tooMany(Math.ceil(Number(details ?? 3_600) / 60) || 60) : text.csvFailed;
}
