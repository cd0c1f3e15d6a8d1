/**
 * Signs and checks the sandbox's events in Stripe's format: `t=<seconds>,v1=<hex HMAC-SHA256 of "t.body">`.
 * Guarantees: signatures are compared in constant time; an event outside the tolerance is rejected even with a valid signature.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { BadSignature } from './provider';

export const SIGNATURE_HEADER = 'sloy-signature';
/** How far an event's timestamp may differ from this server's clock (s). */
export const TOLERANCE_SECONDS = 300;

const macOf = (seconds: number, body: string, secret: string) =>
  createHmac('sha256', secret).update(`${seconds}.${body}`).digest();

export const signatureOf = (body: string, secret: string, now: number): string => {
  const seconds = Math.floor(now / 1000);
  return `t=${seconds},v1=${macOf(seconds, body, secret).toString('hex')}`;
};

/** @throws BadSignature */
export function checkSignature(header: string | undefined, body: string, secret: string, now: number): void {
  const seconds = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(header ?? '')?.[1]);
  const signatures = [...(header ?? '').matchAll(/(?:^|,)v1=([0-9a-f]{64})(?=,|$)/g)].map(([, hex = '']) =>
    Buffer.from(hex, 'hex'),
  );
  if (!Number.isInteger(seconds) || signatures.length === 0) throw new BadSignature('no signature');
  const expected = macOf(seconds, body, secret);
  if (!signatures.some((signature) => timingSafeEqual(signature, expected))) throw new BadSignature('wrong signature');
  if (Math.abs(now / 1000 - seconds) > TOLERANCE_SECONDS) throw new BadSignature('outside the tolerance');
}
