/** Gives each request an id and an operation, writes its line to the log and counts it. */
import { randomUUID } from 'node:crypto';
import type { Context, Env, MiddlewareHandler } from 'hono';
import { CUT_STATUS } from './cut-request';
import { accountHash, log, requestScope } from './log';
import { httpRequests, httpSeconds } from './metrics';

/** The header in which a device sends the id of its request; the answer repeats it. */
export const REQUEST_ID = 'x-request-id';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Operation of the web app's own files: dozens per visit, so their lines have the level `debug`. */
const FILES = 'web';

function levelOf(status: number, operation: string) {
  if (status >= 500) return 'error';
  return operation === FILES || status === CUT_STATUS ? 'debug' : 'info';
}

interface RequestLogOptions<E extends Env> {
  operationOf: (c: Context) => string;
  /** The account that the request authenticated, once it is answered. */
  accountOf: (c: Context<E>) => string | null | undefined;
}

export const requestLog =
  <E extends Env>({ operationOf, accountOf }: RequestLogOptions<E>): MiddlewareHandler<E> =>
  (c, next) => {
    const sent = c.req.header(REQUEST_ID) ?? '';
    // Rule: accept only a UUID, because a caller could put anything else into the log.
    const request_id = UUID.test(sent) ? sent : randomUUID();
    const operation = operationOf(c);
    const began = performance.now();
    return requestScope.run({ request_id, operation }, async () => {
      await next();
      c.res.headers.set(REQUEST_ID, request_id);
      const ms = performance.now() - began;
      const { status } = c.res;
      httpRequests.inc({ operation, status });
      httpSeconds.observe({ operation }, ms / 1000);
      const account = accountOf(c);
      log[levelOf(status, operation)](
        { status, ms: Math.round(ms * 10) / 10, ...(account ? { account: accountHash(account) } : {}) },
        'request',
      );
    });
  };
