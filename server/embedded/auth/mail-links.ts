/**
 * Handles requests for an e-mail with a link: sign-in or password reset.
 * Rule: the response and its delay are the same whether the account exists or not. Only an e-mail to the address shows whether the account exists.
 * Rule: a link leads only to an origin in this server's settings, or to this server on localhost.
 */
import type { Socket } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { paths } from '../../../src/shared/paths';
import type { Backend } from '../contract/backend';
import { lockAddress } from './account-lock';
import { createLink, type Purpose } from './open-links';

/** Minimum delay of the response (ms): longer than it takes to look up an account and store its e-mail. */
export const ANSWER_MS = 400;

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

/** Sends an address the link that a visitor requested, or an e-mail that says that no account exists. */
export async function mailLink(
  { database, mailbox }: Pick<Backend, 'database' | 'mailbox'>,
  email: string,
  purpose: Purpose,
  landing: string,
): Promise<Response> {
  const alike = after(ANSWER_MS);
  const token = await database.transaction(async (run) => {
    const account = await lockAddress(run, email);
    return account && createLink(run, account, purpose);
  });
  if (token === undefined) mailbox.post(email, 'no-account', landing);
  else mailbox.post(email, purpose === 'recovery' ? 'recovery' : 'magic-link', landing, token);
  await alike;
  return Response.json({});
}
