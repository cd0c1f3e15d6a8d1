import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { extname, join, relative, resolve } from 'node:path';
import type { Duplex } from 'node:stream';

/**
 * A host of the built app to which a test deploys one version after another. Every version has the code of the build under new file names, and
 * the host has only the files of the newest version. Requests to the API go to the product's server.
 */
export interface Deployments {
  readonly origin: string;
  /** Replaces all files with those of a version, which is named by one letter or digit. */
  deploy(version: string): void;
  close(): Promise<void>;
}

const dist = resolve(import.meta.dirname, '../../dist');
const api = /^\/(auth|rest|storage|realtime)\/v1\/|^\/config\.json$/;
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
};
const HASHED = /([\w.~-]+)-([\w-]{7,8})\.(js|css)/g;

/** Reads the files of the build. @returns their contents by URL path. */
function readBuild(): Map<string, Buffer> {
  const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [`/${relative(dist, path)}`, readFileSync(path)];
    }),
  );
}

/** The build as another version: its code files get new names, and the entries of the worker's precache list get new revisions. */
function renamed(build: Map<string, Buffer>, version: string): Map<string, Buffer> {
  const known = new Set([...build.keys()].filter((path) => path.startsWith('/assets/')).map((path) => path.slice(8)));
  const rename = (text: string) =>
    text.replaceAll(HASHED, (name, stem, hash: string, type) =>
      known.has(name) ? `${stem}-${version}${hash.slice(1)}.${type}` : name,
    );
  const contents = (path: string, bytes: Buffer) => {
    if (!/\.(js|css|html)$/.test(path)) return bytes;
    const text = rename(bytes.toString());
    return Buffer.from(path === '/sw.js' ? text.replaceAll('"revision":"', `"revision":"${version}`) : text);
  };
  return new Map([...build].map(([path, bytes]) => [rename(path), contents(path, bytes)]));
}

export async function startDeployments(targetPort: number): Promise<Deployments> {
  const build = readBuild();
  let files = build;
  const open = new Set<Duplex>();
  const proxied = (from: IncomingMessage, to: ServerResponse) => {
    const upstream = request(
      { host: 'localhost', port: targetPort, path: from.url, method: from.method, headers: from.headers },
      (answer) => {
        to.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(to);
      },
    );
    upstream.on('error', () => to.destroy());
    from.pipe(upstream);
  };
  const server = createServer((incoming, answer) => {
    const path = new URL(incoming.url ?? '/', 'http://localhost').pathname;
    if (api.test(path)) return proxied(incoming, answer);
    const file = files.get(path) ?? (extname(path) ? undefined : files.get('/index.html'));
    if (!file) return void answer.writeHead(404).end();
    const type = types[extname(path) || '.html'] ?? 'application/octet-stream';
    answer.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' }).end(file);
  });
  server.on('connection', (socket: Socket) => {
    open.add(socket);
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
    deploy(version) {
      files = renamed(build, version);
    },
    close() {
      for (const socket of open) socket.destroy();
      return new Promise((done) => server.close(() => done()));
    },
  };
}
