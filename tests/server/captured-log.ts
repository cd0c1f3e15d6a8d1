import { configureLog, type LogSettings } from '../../server/telemetry/log';

type Line = Record<string, unknown>;

/** Captures the log of this process until the next capture. @returns a function that gives the lines so far */
export function capturedLog(level: LogSettings['level'] = 'info'): () => Line[] {
  const lines: Line[] = [];
  configureLog({ format: 'json', level }, (text) => lines.push(JSON.parse(text) as Line));
  return () => lines;
}
