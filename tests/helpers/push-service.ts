import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer as createHttp } from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { certificateOfTests } from './test-certificate';

// A local push service: our sender posts to it over TLS, and Firefox connects to it with its WebSocket protocol (autopush).
// `push-internet.mjs` redirects the server's requests to this service.

export interface PostedMessage {
  /** The last part of the endpoint: a channel of Firefox, or a name chosen by a test. */
  channel: string;
  headers: Record<string, string | string[] | undefined>;
  /** The body as encrypted for the browser (RFC 8291). */
  body: Buffer;
  at: number;
}

export interface LocalPushService {
  /** The value for Firefox's preference `dom.push.serverURL`. */
  socketUrl: string;
  posted: PostedMessage[];
  /** Channels that Firefox has registered; `ended` lists those that it has unregistered. */
  registered: string[];
  ended: string[];
  close(): Promise<void>;
}

/** The sender accepts only host names of known push services. */
const endpointOf = (channel: string) => `https://updates.push.services.mozilla.com/wpush/v2/${channel}`;

/** Starts the service. @param portFile the file in which push-internet.mjs looks up the port of this service. */
export async function openPushService(portFile: string): Promise<LocalPushService> {
  const posted: PostedMessage[] = [];
  const registered: string[] = [];
  const ended: string[] = [];
  const browsers = new Map<string, WebSocket>();

  const sender = createHttps(certificateOfTests(), async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const channel = request.url?.split('/').at(-1) ?? '';
    posted.push({ channel, headers: request.headers, body, at: Date.now() });
    browsers.get(channel)?.send(
      JSON.stringify({
        ...{ messageType: 'notification', channelID: channel, version: randomUUID() },
        data: body.toString('base64url'),
        headers: { encoding: 'aes128gcm' },
      }),
    );
    response.writeHead(201, { location: endpointOf(channel), ttl: '0' }).end();
  });

  const http = createHttp();
  const sockets = new WebSocketServer({ server: http });
  sockets.on('connection', (socket) =>
    socket.on('message', (data) => {
      const { messageType, channelID } = JSON.parse(String(data));
      const answer = (fields: object) => socket.send(JSON.stringify({ messageType, status: 200, ...fields }));
      if (messageType === 'hello')
        answer({ uaid: randomUUID().replaceAll('-', ''), use_webpush: true, broadcasts: {} });
      else if (messageType === 'register') {
        registered.push(channelID);
        browsers.set(channelID, socket);
        answer({ channelID, pushEndpoint: endpointOf(channelID) });
      } else if (messageType === 'unregister') {
        ended.push(channelID);
        answer({ channelID });
      } else if (!messageType) socket.send('{}'); // a ping
    }),
  );
  await Promise.all([
    new Promise<void>((done) => sender.listen(0, '127.0.0.1', done)),
    new Promise<void>((done) => http.listen(0, '127.0.0.1', done)),
  ]);
  writeFileSync(portFile, String((sender.address() as AddressInfo).port));
  return {
    socketUrl: `ws://127.0.0.1:${(http.address() as AddressInfo).port}/`,
    posted,
    registered,
    ended,
    async close() {
      for (const socket of sockets.clients) socket.terminate();
      sender.closeAllConnections();
      await Promise.all([sender, http].map((server) => new Promise((done) => server.close(done))));
    },
  };
}
