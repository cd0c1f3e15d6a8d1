// Reads JSON bodies of storage routes.
// Rule: a body has at most 64 kB, is read only after the checks of credentials and rate limit, and is parsed only if it is not nested too deeply.
import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { isTooDeep } from '../../http/json-depth';
import { storageError } from '../contract/request-policy';

const JSON_BYTES = 64 * 1024;

export const smallBody: MiddlewareHandler = bodyLimit({
  maxSize: JSON_BYTES,
  onError: (c) => storageError(c, 413, '413', 'Payload too large', `The body is larger than ${JSON_BYTES} bytes`),
});

/** Parses a body. @returns undefined unless the body is a JSON object; `{}` for an empty body */
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
