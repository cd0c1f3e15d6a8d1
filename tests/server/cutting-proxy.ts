import { connect, createServer, type Socket } from 'node:net';

/**
 * A fault of one connection. The proxy cuts it after n bytes from the client, cuts it instead of forwarding the response, or responds with a status
 * without reaching the server. Undefined: no fault.
 */
export type Fault = { cutAfter: number } | { dropAnswer: true } | { status: number } | undefined;

export interface CuttingProxy {
  url: string;
  /** Number of bytes that clients have sent. */
  sent: () => number;
  close: () => Promise<void>;
}

/** A proxy in front of a server: each new connection gets the next fault of the list. After the last fault, connections have no faults. */
export function cuttingProxy(target: string, faults: (Fault | number)[]): Promise<CuttingProxy> {
  let sent = 0;
  const open = new Set<Socket>();
  const proxy = createServer((client) => {
    const next = faults.shift();
    const fault = typeof next === 'number' ? { cutAfter: next } : next;
    open.add(client);
    client.on('close', () => open.delete(client));
    client.on('error', () => undefined);
    if (fault && 'status' in fault) {
      client.once('data', (bytes) => {
        sent += bytes.length;
        client.end(`HTTP/1.1 ${fault.status} Trouble\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
      });
      return;
    }
    const upstream = connect(Number(new URL(target).port), 'localhost');
    let passed = 0;
    client.on('data', (bytes) => {
      sent += bytes.length;
      passed += bytes.length;
      upstream.write(bytes);
      if (fault && 'cutAfter' in fault && passed >= fault.cutAfter) {
        client.destroy();
        upstream.destroy();
      }
    });
    upstream.on('data', (bytes) => (fault && 'dropAnswer' in fault ? client.destroy() : client.write(bytes)));
    upstream.on('error', () => client.destroy());
    upstream.on('close', () => client.destroy());
    client.on('close', () => upstream.destroy());
  });
  return new Promise((done) =>
    proxy.listen(0, () =>
      done({
        url: `http://localhost:${(proxy.address() as { port: number }).port}`,
        sent: () => sent,
        close: () =>
          new Promise((closed) => {
            for (const socket of open) socket.destroy();
            proxy.close(() => closed());
          }),
      }),
    ),
  );
}
