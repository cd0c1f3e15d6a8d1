import { connect, createServer, type Socket } from 'node:net';

/**
 * A proxy in front of the product's server that a test controls. `up`: forwards everything. `down`: refuses connections. `silent`: accepts
 * connections and never answers. `portal`: answers every request with 200 and a page of HTML, like a captive portal.
 */
export type NetworkKind = 'up' | 'down' | 'silent' | 'portal';

export interface NetworkProxy {
  readonly origin: string;
  set(kind: NetworkKind): void;
  close(): Promise<void>;
}

const PAGE = '<!doctype html><title>Wi-Fi</title><p>Sign in to the network</p>';
const PORTAL_ANSWER = [
  'HTTP/1.1 200 OK',
  'Content-Type: text/html; charset=utf-8',
  `Content-Length: ${PAGE.length}`,
  'Connection: close',
  '',
  PAGE,
].join('\r\n');

export async function startNetworkProxy(targetPort: number): Promise<NetworkProxy> {
  let kind: NetworkKind = 'up';
  const open = new Set<Socket>();
  const server = createServer((client) => {
    open.add(client);
    client.on('close', () => open.delete(client));
    client.on('error', () => client.destroy());
    if (kind === 'down') return void client.resetAndDestroy();
    if (kind === 'silent') return void client.resume();
    if (kind === 'portal') return void client.once('data', () => client.end(PORTAL_ANSWER));
    const upstream = connect(targetPort, 'localhost');
    open.add(upstream);
    upstream.on('close', () => open.delete(upstream));
    upstream.on('error', () => client.destroy());
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    origin: `http://localhost:${port}`,
    set(next) {
      kind = next;
      // Close the connections of the previous state, so that none of them answers or hangs.
      for (const socket of open) socket.destroy();
    },
    close() {
      for (const socket of open) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
