/**
 * What the report of an error may contain: its kind, the fixed words of its message, the route's pattern, and places in our own code. Pure.
 * Rule: nothing of a person or a document leaves the device: no quoted text, no words in Cyrillic, no address, no id, no query string.
 */
import { ERROR_MESSAGE_LENGTH, ERROR_STACK_LENGTH } from '@/shared/limits';

export interface ClientError {
  /** Commit of the build. */
  build: string;
  message: string;
  /** Pattern of the route, for example /course/:courseId. */
  route: string;
  /** Frames, one per line: `function file:line:column`. */
  stack: string;
}

const FRAMES = 30;

const HIDDEN = '…';
/** Each pattern matches text that may come from a person. A name in single quotes stays: engines put names of properties there. */
const personal = [
  /\b[a-z]+:\/\/\S+/gi,
  /\S+@\S+/g,
  /"[^"]*"?|`[^`]*`?|[„“«][^“”»]*[“”»]?/g,
  /(?:^|\W)'(?![A-Za-z_$][\w$]{0,39}')[^']*'/g,
  /[0-9a-f]{8}-[0-9a-f-]{20,}/gi,
  /\w*\d{5,}\w*/g,
  /[^\x20-\x7e…]+/g,
];

/** The message without everything that may be personal. Doing it twice changes nothing. */
export function reportableMessage(message: string): string {
  const words = personal.reduce((text, pattern) => text.replace(pattern, HIDDEN), message.slice(0, 2_000));
  return (
    words
      .replace(/…[…\s]*…/g, HIDDEN)
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, ERROR_MESSAGE_LENGTH) || 'Error'
  );
}

/** `at name (URL:line:column)` of Chromium, `name@URL:line:column` of Firefox and Safari. */
const FRAME = /^\s*(?:at (?:async )?)?(.*?)[\s@(]*(https?:\/\/[^\s()]+?):(\d+):(\d+)\)?$/;
/** Files of the build and, in development, of the sources. */
const OWN_FILE = /^\/((?:assets|src|sync|node_modules|@fs|@id)\/[\w./@-]+|sw\.js)$/;
/** A line of `ClientError.stack`. */
export const STACK_FRAME = /^(?:[\w$.<>]{1,80} )?[\w./@-]{1,200}:\d{1,7}:\d{1,7}$/;

function frameOf(line: string): string[] {
  const [, name = '', url = '', row, column] = FRAME.exec(line) ?? [];
  const file = URL.canParse(url) ? OWN_FILE.exec(new URL(url).pathname)?.[1] : undefined;
  if (!file) return [];
  const called = name.replace(/[^\w$.<>]/g, '').slice(0, 80);
  const frame = `${called ? `${called} ` : ''}${file}:${row}:${column}`;
  return STACK_FRAME.test(frame) ? [frame] : [];
}

/** The places of a stack that are in our own code; empty if none is, for example for the code of a browser extension. */
export const reportableStack = (stack: string): string =>
  stack.split('\n').flatMap(frameOf).slice(0, FRAMES).join('\n').slice(0, ERROR_STACK_LENGTH);
