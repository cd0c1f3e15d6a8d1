// Validates the JSON bodies of the auth routes. Rule: reject with 400 every body that would make lite fail with 500.
import { cleanTexts } from '../../../src/shared/clean-text';
import { isTooDeep } from '../../http/json-depth';
import { isStorable } from '../../http/storable';

export interface AuthBody {
  email?: string | null;
  password?: unknown;
  current_password?: unknown;
  token_hash?: unknown;
  type?: unknown;
  gotrue_meta_security?: { captcha_token?: unknown } | null;
}

const address = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
/** Limit of the hosted auth service. */
const EMAIL_LENGTH = 255;
/** Fields that must be strings. `password` is not listed, because the routes themselves reject a password that is not a string. */
const texts = ['email', 'phone', 'refresh_token', 'token', 'token_hash', 'type'];

/** Parses a body and cleans its texts; a password stays as typed. @returns undefined unless the body is a valid JSON object; `{}` for an empty body */
export function authBodyOf(text: string): AuthBody | undefined {
  if (text === '') return {};
  if (isTooDeep(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !isStorable(value)) return undefined;
    const fields = value as Record<string, unknown>;
    if (!texts.every((name) => fields[name] == null || typeof fields[name] === 'string')) return undefined;
    const asTyped = ['password', 'current_password'].filter((name) => name in fields);
    return { ...cleanTexts(fields), ...Object.fromEntries(asTyped.map((name) => [name, fields[name]])) };
  } catch {
    return undefined;
  }
}

export const isTooLong = (email: string) => email.length > EMAIL_LENGTH;
export const isAddress = (email: string) => address.test(email);
