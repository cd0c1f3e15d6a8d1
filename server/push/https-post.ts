/**
 * Sends one POST to a push service. Guarantees: it follows no redirect, times out after 10 s, reads about 1 kB of the response at most, and
 * connects only to public addresses.
 */
import { lookup } from 'node:dns';
import { Agent, request } from 'node:https';
import { publicLookup } from './endpoint';
import type { PushAnswer } from './push-service';

const TIMEOUT_MS = 10_000;
const ANSWER_BYTES = 1_024;
const SOCKETS_PER_HOST = 32;

export interface PostOptions {
  headers: Record<string, string>;
  body: Buffer | string;
}
export type Post = (url: string, options: PostOptions) => Promise<PushAnswer>;

export interface Posting {
  post: Post;
  close: () => void;
}

/** `agent` and `timeoutMs` are for tests. The default agent resolves names with `publicLookup` (endpoint.ts). */
export function openPosting({ agent, timeoutMs = TIMEOUT_MS }: { agent?: Agent; timeoutMs?: number } = {}): Posting {
  const own =
    agent ??
    new Agent({ keepAlive: true, maxSockets: SOCKETS_PER_HOST, maxCachedSessions: 8, lookup: publicLookup(lookup) });
  const post: Post = (url, { headers, body }) =>
    new Promise((resolve) => {
      const end = (reason: string) => resolve({ status: 0, reason });
      const sending = request(
        url,
        { method: 'POST', headers, agent: own, signal: AbortSignal.timeout(timeoutMs) },
        (answer) => {
          let text = '';
          const finish = () =>
            resolve({
              status: answer.statusCode ?? 0,
              retryAfter: answer.headers['retry-after'],
              reason: text.slice(0, ANSWER_BYTES),
            });
          answer.setEncoding('utf8');
          answer.on('data', (chunk: string) => {
            text += chunk;
            if (text.length <= ANSWER_BYTES) return;
            finish();
            answer.destroy();
          });
          answer.on('end', finish);
          answer.on('error', finish);
        },
      );
      sending.on('error', (error: NodeJS.ErrnoException) =>
        end(error.name === 'AbortError' || error.name === 'TimeoutError' ? 'timeout' : (error.code ?? error.name)),
      );
      sending.end(body);
    });
  return { post, close: () => own.destroy() };
}
