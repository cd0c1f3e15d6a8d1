/**
 * `fetch` for the supabase-js client. Turns responses that do not come from our server into network errors.
 * Guarantees: a captive portal's page (train, hotel) is never taken for the server's response, because the engine could then
 * treat the learner's documents as rejected.
 * Rule: requests to the auth service time out, because forms and every request that needs a token wait for them.
 * Rule: only the auth service's own rejection ends a session; a rate limit, or a response that cannot come from that service,
 * does not.
 */

import { captivePortal } from '@/shared/captive-portal';
import { newId } from '@/shared/new-id';
import { AUTH_TIMEOUT_MS, endRefresh } from './refresh-turn';

/** Status with which a gateway asks the user to sign in to the network. */
const NETWORK_SIGN_IN = 511;
const TOO_LARGE = 413;
const AUTH = /\/auth\/v1\//;
/** Statuses with which the auth service rejects a refresh token. */
const REJECTIONS = [400, 401, 403, 404, 422];
/** Requests that sign a file's URL. They time out too: the response is just as small, and a player waits for it. */
const SIGNS = /\/storage\/v1\/object\/sign\//;
const RENEWS = /\/auth\/v1\/token\?grant_type=refresh_token$/;
/** Requests whose response is a new session. */
const SIGNS_IN = /\/auth\/v1\/token\?/;
/** Calls of database functions, which the server logs with the id that this device sends. */
const CALLS = /\/rest\/v1\/rpc\//;

const isOf = (type: RegExp, { headers }: Response) => type.test(headers.get('Content-Type') ?? '');

/**
 * True for an HTML page where JSON is expected. A failing server or its gateway may also send HTML; those responses (5xx, 413)
 * are handled by their status.
 */
function isForeignPage(answer: Response): boolean {
  if (answer.status === NETWORK_SIGN_IN) return true;
  return isOf(/^text\/html\b/i, answer) && answer.status < 500 && answer.status !== TOO_LARGE;
}

const isRejection = (answer: Response) => REJECTIONS.includes(answer.status) && isOf(/\bjson\b/i, answer);

/** Releases the refresh lock after a failed token exchange. A successful exchange releases the lock when it stores the session. */
async function endFailedRefresh(answer: Promise<Response>): Promise<Response> {
  try {
    const response = await answer;
    if (!response.ok) endRefresh();
    return response;
  } catch (error) {
    endRefresh();
    throw error;
  }
}

/**
 * Removes the server's time of expiry from a session, so that supabase-js computes it from `expires_in`. supabase-js and the worker compare it with
 * the device's clock: on a device whose clock is ahead, every request would refresh the token again.
 */
async function withoutExpiry(answer: Response): Promise<Response> {
  const { expires_at: _, ...session } = (await answer.json()) as Record<string, unknown>;
  return Response.json(session, answer);
}

function withRequestId(init: RequestInit | undefined): RequestInit {
  const headers = new Headers(init?.headers);
  headers.set('x-request-id', newId());
  return { ...init, headers };
}

export function serverFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const address = input instanceof Request ? input.url : String(input);
  const answer = ownAnswer(address, input, CALLS.test(address) ? withRequestId(init) : init);
  return RENEWS.test(address) ? endFailedRefresh(answer) : answer;
}

async function ownAnswer(address: string, input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const patience =
    (AUTH.test(address) || SIGNS.test(address)) && !init?.signal
      ? { signal: AbortSignal.timeout(AUTH_TIMEOUT_MS) }
      : {};
  const answer = await fetch(input, { ...init, ...patience });
  captivePortal.setState(isForeignPage(answer));
  if (isForeignPage(answer)) throw new TypeError('Failed to fetch: the answer is not of the server');
  if (RENEWS.test(address) && !answer.ok && !isRejection(answer)) return new Response(null, { status: 503 });
  return answer.ok && SIGNS_IN.test(address) ? withoutExpiry(answer) : answer;
}
