import { createECDH, randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';

const decrypt = createRequire(import.meta.url)('http_ece').decrypt as (body: Buffer, options: object) => Buffer;

/** The browser's side of a Web Push subscription: it decrypts the messages sent to it. */
export function pushSubscriber(endpoint: string) {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const auth = randomBytes(16).toString('base64url');
  return {
    subscription: { endpoint, keys: { p256dh: keys.getPublicKey('base64url'), auth } },
    read: (body: Buffer): string =>
      decrypt(body, { version: 'aes128gcm', privateKey: keys, authSecret: auth }).toString(),
  };
}
