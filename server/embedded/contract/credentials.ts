/**
 * Parses the credentials of a request once, for /auth/v1, /rest/v1 and /storage/v1.
 * Guarantee: `apikey` and `Authorization` of the forwarded request are rebuilt from the parsed values, never copied from the caller.
 * Rule: reject a header that is neither a key of this server nor exactly `Bearer <jwt>`; never treat it as missing.
 */
import type { Context, MiddlewareHandler } from 'hono';
import { plainRequest } from '../../http/plain-request';
import type { ServerEnv } from '../../http/server-env';
import { bearerValue, type Caller, isJwt, service, visitor } from '../../http/tokens';
import { logSecurity } from '../../telemetry/log';
import type { Backend } from './backend';

export interface Credentials {
  apikey: string | undefined;
  token: string | undefined;
}

/** @returns undefined if a key or token is malformed or unknown, or if a key is given twice with different values. */
export function parseCredentials(request: Request, keys: readonly string[]): Credentials | undefined {
  const header = request.headers.get('apikey');
  const given = [...(header === null ? [] : [header]), ...new URL(request.url).searchParams.getAll('apikey')];
  const [apikey] = given;
  if (given.some((key) => key !== apikey || !keys.includes(key))) return undefined;
  const authorization = request.headers.get('authorization');
  if (authorization === null) return { apikey, token: undefined };
  const value = bearerValue(authorization);
  if (value === undefined) return undefined;
  if (keys.includes(value)) return { apikey, token: undefined };
  return isJwt(value) ? { apikey, token: value } : undefined;
}

function rebuilt(request: Request, { apikey, token }: Credentials): Request {
  const headers = new Headers(request.headers);
  headers.delete('authorization');
  headers.delete('apikey');
  if (apikey) headers.set('apikey', apikey);
  if (token) headers.set('authorization', `Bearer ${token}`);
  const url = new URL(request.url);
  if (url.searchParams.has('apikey')) url.searchParams.delete('apikey');
  return plainRequest(request, request.body, { url: url.href, headers });
}

export interface CredentialRules {
  /** The response to credentials that cannot be parsed. */
  malformed: (c: Context) => Response;
  /** The response to a token that does not identify an account. */
  invalid: (c: Context) => Response;
  /** Resolves a token to its caller; defaults to `backend.callerOf`. Override it where lite checks for ended sessions itself. */
  identify?: (token: string) => Promise<Caller | undefined>;
  /** True for requests that need no credentials. Credentials that such a request carries are removed. */
  isOpen?: (c: Context) => boolean;
}

/** Sets `caller` and replaces the request with one that carries only checked credentials. */
export function checkCredentials(backend: Backend, rules: CredentialRules): MiddlewareHandler<ServerEnv> {
  const { publishableKey, secrets } = backend;
  const identify = rules.identify ?? backend.callerOf;
  return async (c, next) => {
    const open = rules.isOpen?.(c) === true;
    const credentials = open
      ? { apikey: undefined, token: undefined }
      : parseCredentials(c.req.raw, [publishableKey, secrets.secret_key]);
    if (!credentials) {
      logSecurity('refused_token');
      return rules.malformed(c);
    }
    const { apikey, token } = credentials;
    const caller = token ? await identify(token) : visitor;
    if (!caller) {
      logSecurity('refused_token');
      return rules.invalid(c);
    }
    c.set('caller', apikey === secrets.secret_key ? service : caller);
    c.req.raw = rebuilt(c.req.raw, credentials);
    return next();
  };
}
