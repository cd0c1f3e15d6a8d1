import { existsSync, readFileSync } from 'node:fs';
import { configureLog, type LogSettings } from '../../server/telemetry/log';

type Line = Record<string, unknown>;

const linesIn = (file: string | undefined): Line[] =>
  file && existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line)
        .map((line) => JSON.parse(line) as Line)
    : [];

/**
 * Captures the log of this process until the next capture. With PROCESSES=2 it also reads the log of the second server (tests/processes/pair.ts).
 * @returns a function that gives the lines so far
 */
export function capturedLog(level: LogSettings['level'] = 'info'): () => Line[] {
  const lines: Line[] = [];
  configureLog({ format: 'json', level }, (text) => lines.push(JSON.parse(text) as Line));
  const { SECOND_LOG } = process.env;
  const before = linesIn(SECOND_LOG).length;
  return () => [...lines, ...linesIn(SECOND_LOG).slice(before)];
}
