/**
 * The seal of a certificate: a compact JWS (EdDSA) over serial, name, title and date, which a device can verify offline.
 * Guarantees: pure; never throws. Accepts only EdDSA, whatever the header says.
 * Rule: a seal proves what was issued. Only the server knows whether it was revoked later.
 */

/** Longest accepted seal (characters): long enough for the longest name and title, and short enough that verifying any input is cheap. */
export const MAX_SEAL_LENGTH = 4096;

export interface SealedCertificate {
  serial: string;
  name: string;
  title: string;
  /** YYYY-MM-DD, in the academy's time zone. */
  date: string;
}

/** A public key (JWK) of the server's key set. */
export interface SealKey {
  kid: string;
  alg: string;
  kty: string;
  crv?: string | undefined;
  x?: string | undefined;
}

/** `foreign`: signed with a key that is not in the key set. `unsupported`: this page has no Web Crypto. */
export type SealVerdict =
  | { kind: 'genuine'; certificate: SealedCertificate }
  | { kind: 'altered' | 'foreign' | 'unsupported' };

const altered: SealVerdict = { kind: 'altered' };

export async function verifySeal(seal: string, serial: string, keys: readonly SealKey[]): Promise<SealVerdict> {
  if (seal.length > MAX_SEAL_LENGTH) return altered;
  const [head, body, mark, ...more] = seal.split('.');
  if (!head || !body || !mark || more.length > 0) return altered;
  const [header, payload, signature] = [jsonOf(head), jsonOf(body), bytesOf(mark)];
  const certificate = certificateOf(payload);
  if (header?.alg !== 'EdDSA' || typeof header.kid !== 'string' || !certificate || !signature) return altered;
  if (certificate.serial !== serial) return altered;
  const key = keys.find(({ kid, alg }) => kid === header.kid && alg === 'EdDSA');
  if (!key?.x) return { kind: 'foreign' };
  const signed = new TextEncoder().encode(`${head}.${body}`);
  try {
    return (await isSigned(key.x, signature, signed)) ? { kind: 'genuine', certificate } : altered;
  } catch {
    return { kind: 'unsupported' };
  }
}

/**
 * Verifies a signature with WebCrypto, or with a library if the browser's WebCrypto has no Ed25519.
 * @throws Error on an insecure origin: it has no WebCrypto, which the library needs too
 */
async function isSigned(x: string, signature: Uint8Array<ArrayBuffer>, signed: Uint8Array<ArrayBuffer>) {
  const publicKey = await importKey(x);
  if (publicKey) return crypto.subtle.verify('Ed25519', publicKey, signature, signed);
  const { verifyAsync } = await import('@noble/ed25519');
  return verifyAsync(signature, signed, bytesOf(x) ?? new Uint8Array());
}

/** @returns undefined if the browser has no Ed25519 or `x` is not an Ed25519 key */
const importKey = (x: string): Promise<CryptoKey | undefined> =>
  crypto.subtle
    .importKey('jwk', { kty: 'OKP', crv: 'Ed25519', x }, 'Ed25519', false, ['verify'])
    .catch(() => undefined);

/** Decodes base64url. Rejects a text whose unused last bits are not zero: otherwise two different texts would decode to the same bytes. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[A-Za-z0-9_-]+$/.test(text)) return undefined;
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const again = btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
    return again === text ? Uint8Array.from(binary, (character) => character.charCodeAt(0)) : undefined;
  } catch {
    return undefined;
  }
}

function jsonOf(text: string): Record<string, unknown> | undefined {
  const bytes = bytesOf(text);
  if (!bytes) return undefined;
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function certificateOf(payload: Record<string, unknown> | undefined): SealedCertificate | undefined {
  if (!payload) return undefined;
  const { serial, name, title, date } = payload;
  const texts = [serial, name, title, date].every((value) => typeof value === 'string' && value !== '');
  return texts ? { serial: String(serial), name: String(name), title: String(title), date: String(date) } : undefined;
}

/** The server's answer for one serial; `unreachable`: no answer. */
export type SerialAnswer =
  | { kind: 'valid'; certificate: SealedCertificate; seal: string | null }
  | { kind: 'revoked' | 'unknown' | 'unreachable' };

/** `unreachable`: neither the server nor this device can verify the certificate now. */
export type CertificateResult =
  | { kind: 'genuine' | 'revocation-unchecked'; certificate: SealedCertificate }
  | { kind: 'altered' | 'revoked' | 'unknown' | 'unreachable' };

/**
 * The result that the verification page shows. `seal`: the seal in the URL, or empty; `verdict`: the result of this device's own check.
 * Rule: only the server distinguishes revoked from unknown; for a forged seal, never show the data of the genuine certificate.
 */
export function resultOf(seal: string, verdict: SealVerdict | undefined, answer: SerialAnswer): CertificateResult {
  if (answer.kind === 'revoked' || answer.kind === 'unknown') return { kind: answer.kind };
  const same = answer.kind === 'valid' && (seal === '' || seal === answer.seal);
  if (same) return { kind: 'genuine', certificate: answer.certificate };
  if (verdict?.kind === 'genuine') {
    const kind = answer.kind === 'valid' ? 'genuine' : 'revocation-unchecked';
    return { kind, certificate: verdict.certificate };
  }
  if (answer.kind === 'valid' || verdict?.kind === 'altered') return { kind: 'altered' };
  return { kind: verdict?.kind === 'foreign' ? 'unknown' : 'unreachable' };
}

/** Normalizes a typed serial: upper or lower case, `O` for `0`, `I` and `L` for `1`, hyphens optional. Null if it cannot be a serial. */
export function normalizedSerial(text: string): string | null {
  const plain = text.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  if (!/^[0-9A-HJKMNP-TV-Z]{16}$/.test(plain)) return null;
  return (plain.match(/.{4}/g) ?? []).join('-');
}
