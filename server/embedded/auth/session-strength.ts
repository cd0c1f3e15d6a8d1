/**
 * Completes the answers of the auth service with what lite lacks: the claims `aal` and `amr` of an access token, and an account's second factors.
 * Rule: the claims come from the session's row, so that each refresh keeps them.
 */
import { sign } from 'hono/jwt';
import * as v from 'valibot';
import { readToken } from '../../http/tokens';
import type { Backend } from '../contract/backend';
import { addMethod } from './factors';

const userSchema = v.looseObject({ id: v.string() });
const sessionSchema = v.looseObject({ access_token: v.string(), user: userSchema });
type User = v.InferOutput<typeof userSchema>;
type Method = 'password' | 'otp';

/** How a request of this path starts a session; undefined if it starts none. */
export function methodOf(path: string, grant: string | undefined): Method | undefined {
  if (path === '/auth/v1/signup' || (path === '/auth/v1/token' && grant === 'password')) return 'password';
  return path === '/auth/v1/verify' ? 'otp' : undefined;
}

async function withFactors({ database }: Pick<Backend, 'database'>, user: User): Promise<User> {
  const factors = await database.run(
    `select id, friendly_name, factor_type, status, created_at, updated_at, last_challenged_at from auth.mfa_factors
       where user_id = $1 order by created_at`,
    [user.id],
  );
  return factors.length > 0 ? { ...user, factors } : user;
}

async function signedAnew({ database, secrets }: Backend, token: string, method: Method | undefined): Promise<string> {
  const claims = await readToken(token, secrets.jwt_secret);
  const session = claims?.session_id;
  if (!claims || typeof session !== 'string') return token;
  // A session that has ended meanwhile gets no method, which would break the answer.
  const [row] = await database.run('select aal from auth.sessions where id = $1', [session]);
  if (!row) return token;
  if (method) await addMethod(database.run, session, method);
  const methods = await database.run(
    `select authentication_method as method, extract(epoch from updated_at)::int as timestamp from auth.mfa_amr_claims
       where session_id = $1 order by updated_at desc`,
    [session],
  );
  return sign({ ...claims, aal: row.aal ?? 'aal1', amr: methods }, secrets.jwt_secret, 'HS256');
}

/** @param answer an account, or a session with its account @param method how the request started the session */
export async function withStrength(backend: Backend, answer: Response, method: Method | undefined): Promise<Response> {
  const body: unknown = await answer.clone().json();
  const headers = new Headers(answer.headers);
  headers.delete('content-length');
  const session = v.safeParse(sessionSchema, body);
  if (session.success) {
    const { access_token, user } = session.output;
    const [token, account] = [await signedAnew(backend, access_token, method), await withFactors(backend, user)];
    return Response.json({ ...session.output, access_token: token, user: account }, { status: answer.status, headers });
  }
  const account = v.safeParse(userSchema, body);
  if (!account.success) return answer;
  return Response.json(await withFactors(backend, account.output), { status: answer.status, headers });
}
