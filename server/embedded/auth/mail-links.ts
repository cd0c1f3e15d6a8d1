/**
 * Asking for a mail with a link: to sign in, or to set a new password.
 * Rule: the answer is the same, and comes after the same time, whether there is such an account or not. The mail itself tells the owner of the address.
 * Rule: a link leads to an origin that this server knows as its own, never to one that the caller names.
 */
import type { Socket } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { paths } from '../../../src/config/paths';
import type { Backend } from '../contract/backend';

/** When the answer comes, ms: longer than finding an account and writing down its mail takes. */
const ANSWER_MS = 400;

/** The address a link leads to, without its key: ours, with the screen that the reader was on their way to. `asked` is `redirect_to` of the request. */
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
  // The screen is judged once more by the page itself (safePath).
  if (from?.startsWith('/') && new URL(from, landing).origin === landing.origin) landing.searchParams.set('from', from);
  return landing.href;
}

/** @param work lets the auth service do what was asked. */
export async function uniformAnswer(
  backend: Pick<Backend, 'mailbox'>,
  email: string,
  landing: string,
  work: () => Promise<Response>,
): Promise<Response> {
  const alike = after(ANSWER_MS);
  const { result, posted } = await backend.mailbox.during(landing, work);
  // An address that is none, and a fault of ours, say nothing of any account.
  if (result.status === 400 || result.status >= 500) return result;
  if (posted === 0) backend.mailbox.post(email, 'no-account', landing);
  await alike;
  return Response.json({});
}
