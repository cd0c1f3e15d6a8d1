import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Random } from '../helpers/random';

/** Runs the test's action `act` once, in the middle of the first chunk that starts at or after byte `at` of the file. */
export interface Interruption {
  at: number;
  act: () => Promise<void>;
}

export interface UploadProxy {
  readonly origin: string;
  /** Bytes of chunks that browsers have sent. */
  sent(): number;
  /** Bytes of the file that the server has stored. */
  stored(): number;
  /** Number of chunks that were cut, rejected or not answered. */
  faults(): number;
  /** Largest number of chunks in flight at the same time. */
  atOnce(): number;
  /** Statuses with which the server itself rejected chunks. */
  rejections(): number[];
  close(): Promise<void>;
}

const UPLOADS = '/storage/v1/upload/resumable';
/** Share of the chunks that fail. */
const FAULTY = 0.35;

/** A proxy in front of the product's server that disturbs resumable uploads and forwards everything else. */
export async function startUploadProxy(
  targetPort: number,
  random: Random,
  interruptions: Interruption[],
): Promise<UploadProxy> {
  let [sent, stored, faults, inFlight, atOnce] = [0, 0, 0, 0, 0];
  const rejections: number[] = [];
  const open = new Set<Duplex>();

  const forward = (from: IncomingMessage, to: ServerResponse, onAnswer?: (answer: IncomingMessage) => boolean) => {
    const { url: path, method, headers } = from;
    const upstream = request({ host: 'localhost', port: targetPort, path, method, headers }, (answer) => {
      if (onAnswer && !onAnswer(answer)) return void answer.resume();
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(to);
    });
    upstream.on('error', () => to.destroy());
    to.on('close', () => upstream.destroy());
    return upstream;
  };

  /** Forwards a chunk with its fault, if any. If an interruption is due, it runs after half of the chunk, and the fault is ignored. */
  const forwardChunk = (
    from: IncomingMessage,
    to: ServerResponse,
    fault: 'drop' | { cutAfter: number } | undefined,
  ) => {
    const next = interruptions.findIndex(({ at }) => Number(from.headers['upload-offset']) >= at);
    const interruption = next < 0 ? undefined : interruptions.splice(next, 1)[0];
    let due = interruption;
    const half = Number(from.headers['content-length'] ?? 0) / 2;
    const cutAfter = !interruption && typeof fault === 'object' ? fault.cutAfter : Number.POSITIVE_INFINITY;
    const upstream = forward(from, to, ({ statusCode = 0, headers }) => {
      if (statusCode >= 400) rejections.push(statusCode);
      stored = Math.max(stored, Number(headers['upload-offset'] ?? 0));
      if (interruption || fault !== 'drop') return true;
      faults += 1;
      to.destroy();
      return false;
    });
    let passed = 0;
    let isHeld = false;
    from.on('data', (bytes: Buffer) => {
      sent += bytes.length;
      passed += bytes.length;
      if (passed >= cutAfter) {
        faults += 1;
        upstream.destroy();
        return void from.destroy();
      }
      if (!upstream.write(bytes)) {
        from.pause();
        upstream.once('drain', () => !isHeld && from.resume());
      }
      if (due && passed >= half) {
        const { act } = due;
        due = undefined;
        isHeld = true;
        from.pause();
        void act().then(() => {
          isHeld = false;
          from.resume();
        });
      }
    });
    from.on('end', () => upstream.end());
    from.on('close', () => !from.complete && upstream.destroy());
  };

  const server = createServer((from, to) => {
    const isChunk = from.method === 'PATCH' && from.url?.startsWith(UPLOADS);
    if (!isChunk) return void from.pipe(forward(from, to));
    inFlight += 1;
    atOnce = Math.max(atOnce, inFlight);
    to.on('close', () => {
      inFlight -= 1;
    });
    if (!random.chance(FAULTY)) return forwardChunk(from, to, undefined);
    const kind = random.pick(['cut', 'status', 'drop'] as const);
    if (kind === 'cut')
      return forwardChunk(from, to, { cutAfter: random.below(Number(from.headers['content-length'])) });
    if (kind === 'drop') return forwardChunk(from, to, 'drop');
    faults += 1;
    from.on('data', (bytes: Buffer) => {
      sent += bytes.length;
    });
    from.on('end', () => to.writeHead(random.pick([500, 502, 503])).end());
  });
  server.on('connection', (socket) => {
    open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => open.delete(socket));
  });
  server.on('upgrade', ({ method, url, rawHeaders }, socket, head) => {
    const upstream = connect(targetPort, 'localhost');
    const lines = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? `${name}: ${rawHeaders[index + 1]}` : []));
    upstream.write(`${method} ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    upstream.write(head);
    for (const each of [upstream, socket]) each.on('error', () => [upstream, socket].map((end) => end.destroy()));
    upstream.pipe(socket).pipe(upstream);
  });
  await new Promise<void>((ready) => server.listen(0, 'localhost', ready));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    sent: () => sent,
    stored: () => stored,
    faults: () => faults,
    atOnce: () => atOnce,
    rejections: () => rejections,
    close() {
      for (const socket of open) socket.destroy();
      return new Promise((done) => server.close(() => done()));
    },
  };
}
