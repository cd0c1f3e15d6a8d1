// Reads JSON bodies of storage routes.
// Rule: a body has at most 64 kB, is read only after the checks of credentials and rate limit, and is accepted only if it is not nested too
// deeply and the database can store its texts.
import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as v from 'valibot';
import { isTooDeep } from '../../http/json-depth';
import { isStorable } from '../../http/storable';
import { storageError } from '../contract/request-policy';

const JSON_BYTES = 64 * 1024;

export const smallBody: MiddlewareHandler = bodyLimit({
  maxSize: JSON_BYTES,
  onError: (c) => storageError(c, 413, '413', 'Payload too large', `The body is larger than ${JSON_BYTES} bytes`),
});

/** Parses a body. @returns undefined unless the body is a JSON object that can be stored; `{}` for an empty body */
export function jsonOf(text: string): Record<string, unknown> | undefined {
  if (text === '') return {};
  if (isTooDeep(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) && isStorable(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** A page of a listing, with the names and bounds of hosted storage. */
export const listSchema = v.object({
  prefix: v.optional(v.string(), ''),
  search: v.optional(v.string()),
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000))),
  offset: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000_000))),
  sortBy: v.optional(
    v.object({
      column: v.optional(v.picklist(['name', 'created_at', 'updated_at', 'last_accessed_at'])),
      order: v.optional(v.picklist(['asc', 'desc'])),
    }),
  ),
});
