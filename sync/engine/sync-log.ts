/**
 * The sync log: the state of the engine as text, for a contact request. Lists recent statuses, cursors, pending and rejected documents.
 * Rule: never include the contents of documents, only their ids (which contain the kind), revisions, times and errors.
 */

import { FORM_LOG_LENGTH } from '@/shared/limits';
import { WIRE_VERSION } from '@/shared/product';
import { openMirror } from '../mirror/mirror';
import { openOutbox } from '../outbox/open-outbox';
import { statusStore } from './status';

/** Maximum number of lines per section, so that thousands of pending documents do not push out the other sections. */
const LINES = 80;

const time = (ms: number) => new Date(ms).toISOString();

function section(title: string, lines: readonly string[]): string {
  const rest = lines.length - LINES;
  return [`${title}: ${lines.length}`, ...lines.slice(0, LINES), ...(rest > 0 ? [`… ${rest} more`] : [])].join('\n');
}

export async function readSyncLog(account: string): Promise<string> {
  const mirror = openMirror(account);
  const docs = (await openOutbox(account)).docs();
  const pending = docs.filter(({ state }) => state === 'pending');
  const rejected = docs.filter(({ state }) => state === 'rejected');
  const scopes = await mirror.scopes.toArray();
  const states = statusStore.history().map(({ at, status }) => `${time(at)} ${JSON.stringify(status)}`);
  const parts = [
    `wire ${WIRE_VERSION}, online ${navigator.onLine}, ${navigator.userAgent}`,
    section('states', states),
    section(
      'rejected',
      rejected.map(({ id, code, message, rejected_at }) => `${time(rejected_at ?? 0)} ${id} ${code} ${message}`),
    ),
    section(
      'pending',
      pending.map(({ id, at, rev }) => `${time(at)} ${id} rev ${rev}`),
    ),
    section(
      'scopes',
      scopes.map(({ scope, epoch, seq, count, whole, aside, mended }) =>
        [
          scope,
          `epoch ${epoch}`,
          `seq ${seq}`,
          `rows ${count}`,
          `head ${whole}`,
          `stale ${aside}`,
          `repairs ${mended}`,
        ].join(' '),
      ),
    ),
  ];
  return parts.join('\n\n').slice(0, FORM_LOG_LENGTH);
}
