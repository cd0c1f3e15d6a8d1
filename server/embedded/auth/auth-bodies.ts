// What may be sent to the auth service: JSON whose members are of the kinds that it reads. Rule: what it would stumble over (500) is refused before it (400).
import { isTooDeep } from '../../http/json-depth';

export interface AuthBody {
  email?: string | null;
  password?: unknown;
  create_user?: unknown;
  gotrue_meta_security?: { captcha_token?: unknown } | null;
}

/** As the auth service of a hosted project. */
const EMAIL_LENGTH = 255;
/** Looked up as they are; a password that is none has its own answers. */
const texts = ['email', 'phone', 'refresh_token', 'token', 'token_hash', 'type'];

/** PostgreSQL holds no NUL and no half of a character, in texts and in JSON alike. */
function canBeStored(value: unknown): boolean {
  if (typeof value === 'string')
    return !/\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every((pair) => pair.every(canBeStored));
}

/** The body as an object; undefined when it is none, or none that can be read. An empty one is `{}`. */
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
