// Validates the JSON bodies of the auth routes. Rule: a body on which lite would fail (500) is rejected here (400).
import { isTooDeep } from '../../http/json-depth';

export interface AuthBody {
  email?: string | null;
  password?: unknown;
  token_hash?: unknown;
  create_user?: unknown;
  gotrue_meta_security?: { captcha_token?: unknown } | null;
}

/** Limit of the hosted auth service. */
const EMAIL_LENGTH = 255;
/** Fields that must be strings. `password` is not listed: a password of another type has its own answers. */
const texts = ['email', 'phone', 'refresh_token', 'token', 'token_hash', 'type'];

/** PostgreSQL stores no NUL character and no unpaired surrogate, neither in text nor in JSON. */
function canBeStored(value: unknown): boolean {
  if (typeof value === 'string')
    return !/\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every((pair) => pair.every(canBeStored));
}

/** Parses a body to an object; undefined when it is not a readable object. An empty body is `{}`. */
export function authBodyOf(text: string): AuthBody | undefined {
  if (text === '') return {};
  if (isTooDeep(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !canBeStored(value)) return undefined;
    const fields = value as Record<string, unknown>;
    return texts.every((name) => fields[name] == null || typeof fields[name] === 'string') ? fields : undefined;
  } catch {
    return undefined;
  }
}

export const isTooLong = (email: string) => email.length > EMAIL_LENGTH;
