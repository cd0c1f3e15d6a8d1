// JSON bodies of storage routes. Rule: at most 64 kB, read after the caller is identified and counted, parsed only when the nesting depth is bounded.
import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { isTooDeep } from '../../http/json-depth';
import { storageError } from '../contract/request-policy';

const JSON_BYTES = 64 * 1024;

export const smallBody: MiddlewareHandler = bodyLimit({
  maxSize: JSON_BYTES,
  onError: (c) => storageError(c, 413, '413', 'Payload too large', `The body is larger than ${JSON_BYTES} bytes`),
});

/** Parses a body to an object; undefined for anything else. An empty body is `{}`. */
export function jsonOf(text: string): Record<string, unknown> | undefined {
  if (text === '') return {};
  if (isTooDeep(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
