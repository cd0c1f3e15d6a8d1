/**
 * Handles requests for an e-mail with a link: sign-in or password reset.
 * Rule: the response and its delay are the same whether the account exists or not. Only an e-mail to the address shows whether the account exists.
 * Rule: a link leads only to an origin in this server's settings, or to this server on localhost.
 */
import type { Socket } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { paths } from '../../../src/config/paths';
import type { Backend } from '../contract/backend';

/** Minimum delay of the response (ms): longer than it takes to look up an account and store its e-mail. */
const ANSWER_MS = 400;

/** The URL that a link opens, without the token: the sign-in page, with the screen to return to (`from`). `asked`: the request's `redirect_to`. */
export function landingOf(
  asked: string | undefined,
  socket: Pick<Socket, 'localPort'>,
  allowedOrigins: string[],
): string {
  const own = ['localhost', '127.0.0.1'].map((host) => `http://${host}:${socket.localPort}`);
  const wanted = asked && URL.canParse(asked) ? new URL(asked) : undefined;
  const known = wanted && [...allowedOrigins, ...own].includes(wanted.origin) ? wanted : undefined;
  const landing = new URL(paths.loginLink, known?.origin ?? allowedOrigins[0] ?? own[0]);
  const from = known?.searchParams.get('from');
  // The page validates `from` again (safePath).
  if (from?.startsWith('/') && new URL(from, landing).origin === landing.origin) landing.searchParams.set('from', from);
  return landing.href;
}

/** Gives every address the same response. @param work forwards the request to the auth service. */
export async function uniformAnswer(
  backend: Pick<Backend, 'mailbox'>,
  email: string,
  landing: string,
  work: () => Promise<Response>,
): Promise<Response> {
  const alike = after(ANSWER_MS);
  const { result, posted } = await backend.mailbox.during(landing, work);
  // A 400 or a server error does not depend on whether the account exists.
  if (result.status === 400 || result.status >= 500) return result;
  if (posted === 0) backend.mailbox.post(email, 'no-account', landing);
  await alike;
  return Response.json({});
}
