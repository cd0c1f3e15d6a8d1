// Serves the same rows to all stores of the bench, as pages of a pull and as a CouchDB replication. Responses are generated once and cached as text.
import { createHash } from 'node:crypto';
import { json } from 'node:stream/consumers';

/** Generates the row with this `seq`: about 600 bytes, the same for every store. */
function rowOf(seq) {
  const hash = createHash('sha256').update(String(seq)).digest('hex');
  const id = `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
  return {
    kind: 'videos',
    id,
    seq,
    deleted: false,
    body: {
      id,
      course_id: `course-${seq % 40}`,
      title: `Урок ${seq}`,
      description: hash.repeat(6),
      duration_seconds: seq % 900,
      order_position: seq % 30,
      updated_at: '2026-11-20T10:00:00Z',
    },
  };
}

/** Returns up to `limit` of the `total` rows, starting after `seq`. */
const rowsAfter = (seq, total, limit) =>
  Array.from({ length: Math.max(0, Math.min(limit, total - seq)) }, (_, index) => rowOf(seq + index + 1));

/** The digest of rows 1 to `count`, as a server would send it at the head. */
function digestOf(count) {
  let [sum, xor] = [0n, 0n];
  for (let seq = 1n; seq <= BigInt(count); seq++) {
    sum += seq;
    xor ^= seq;
  }
  return { count, sum: String(sum), xor: String(xor) };
}

function pageOf(params) {
  const [seq, total, limit] = ['seq', 'total', 'limit'].map((name) => Number(params.get(name)));
  const rows = rowsAfter(seq, total, limit);
  const end = seq + rows.length;
  return {
    scope: 'public',
    epoch: 1,
    rows,
    seq: end,
    more: end < total,
    ...(end < total ? {} : { digest: digestOf(total) }),
  };
}

const HASH = '0'.repeat(32);
const REV = `1-${HASH}`;
const revisions = { _revisions: { start: 1, ids: [HASH] } };
/** Bodies of the rows that `_changes` has returned, by id. `_bulk_get` reads them. */
const changed = new Map();

// The endpoints of a CouchDB replication (https://docs.couchdb.org/en/stable/replication/protocol.html); the database's name is its number of rows.
const couch = {
  '': (total) => ({ db_name: String(total), doc_count: total, update_seq: total }),
  _changes(total, params) {
    const [since, limit] = [Number(params.get('since')), Number(params.get('limit'))];
    const rows = rowsAfter(since, total, limit);
    for (const { id, body } of rows) changed.set(id, body);
    const end = since + rows.length;
    return {
      results: rows.map(({ id, seq }) => ({ id, seq, changes: [{ rev: REV }] })),
      last_seq: end,
      pending: total - end,
    };
  },
  _bulk_get: (_total, _params, { docs }) => ({
    results: docs.map(({ id }) => {
      const { id: _, ...body } = changed.get(id);
      return { id, docs: [{ ok: { ...body, _id: id, _rev: REV, ...revisions } }] };
    }),
  }),
  _local: (_total, _params, checkpoint) => checkpoint && { ok: true, id: checkpoint._id, rev: '0-1' },
};

function made(pathname, params, body) {
  if (pathname === '/rows') return pageOf(params);
  if (pathname === '/couch/') return { couchdb: 'Welcome', uuid: HASH };
  const [, , database, what = ''] = pathname.split('/');
  return couch[what]?.(Number(database), params, body);
}

const kept = new Map();

/** Returns the status and body of the response to a request for rows; undefined for other URLs. */
export async function answerOfRows(request, { pathname, search, searchParams }) {
  if (pathname !== '/rows' && !pathname.startsWith('/couch/')) return undefined;
  const body = request.method === 'GET' ? undefined : await json(request);
  // Include the body in the cache key, because each replication has a different checkpoint.
  const key = `${pathname}${search}${body?._id ?? JSON.stringify(body)}`;
  if (!kept.has(key)) {
    const answer = made(pathname, searchParams, body);
    const missing = { status: 404, body: '{"error":"not_found","reason":"missing"}' };
    kept.set(key, answer ? { status: 200, body: JSON.stringify(answer) } : missing);
  }
  return kept.get(key);
}
