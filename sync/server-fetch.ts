/**
 * The network as the supabase-js client sees it: what is not the server's own answer is a network that failed.
 * Guarantees: the page that a train's or a hotel's network answers with is never taken for the server's word, which would refuse what the learner made.
 * Rule: the auth service's answers are waited for, by a form or by everything that needs a token; a network that holds them back has failed, too.
 * Rule: only the auth service's own refusal ends a session. Being asked to slow down is none, nor is an answer that the service never makes.
 */

/** A gateway in between asks to sign in to the network. */
const NETWORK_SIGN_IN = 511;
const TOO_LARGE = 413;
const AUTH = /\/auth\/v1\//;
/** An answer of a few hundred bytes, also on the slowest network, ms. */
const AUTH_TIMEOUT_MS = 20_000;
/** What the auth service says of a token that is good no more. */
const REFUSALS = [400, 401, 403, 404, 422];
const RENEWS = /\/auth\/v1\/token\?grant_type=refresh_token$/;

const isOf = (type: RegExp, { headers }: Response) => type.test(headers.get('Content-Type') ?? '');

/** A failing server, and a gateway before it, may say so with a page: that is waited for by its status. */
function isStranger(answer: Response): boolean {
  if (answer.status === NETWORK_SIGN_IN) return true;
  return isOf(/^text\/html\b/i, answer) && answer.status < 500 && answer.status !== TOO_LARGE;
}

const isRefusal = (answer: Response) => REFUSALS.includes(answer.status) && isOf(/\bjson\b/i, answer);

export async function serverFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const address = input instanceof Request ? input.url : String(input);
  const patience = AUTH.test(address) && !init?.signal ? { signal: AbortSignal.timeout(AUTH_TIMEOUT_MS) } : {};
  const answer = await fetch(input, { ...init, ...patience });
  if (isStranger(answer)) throw new TypeError('Failed to fetch: the answer is not of the server');
  if (RENEWS.test(address) && !answer.ok && !isRefusal(answer)) return new Response(null, { status: 503 });
  return answer;
}
