/**
 * Builds the Open Badges 3.0 credential of a certificate and the list of revoked certificates, both as payloads of a VC-JWT.
 * Rule: include the e-mail address only as a salted hash. Someone who knows the address can verify it; nobody can read it.
 */
import { createHash, randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';

export interface CertificateToSign {
  serial: string;
  name: string;
  title: string;
  /** The description at the time when the certificate was earned; null or blank when it has none. */
  description: string | null;
  /** ISO 8601, UTC. */
  issued_at: string;
  /** The day of `issued_at` in the academy's time zone, YYYY-MM-DD. */
  date: string;
  status_index: number;
  email: string;
}

const ISSUER = 'Слой';
const CONTEXTS = ['https://www.w3.org/ns/credentials/v2', 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json'];
/** Smallest length of a status list (bits), so that an index does not identify a person (Bitstring Status List 1.0). */
const STATUS_BITS = 131_072;

export const credentialUrl = (base: string, serial: string) => `${base}/credentials/${serial}`;
export const statusListUrl = (base: string) => `${base}/credentials/status/1`;
/** Open Badges requires a `kid` that is the URL of the public key, and a header with only the members `alg`, `kid` and `typ`. */
export const jwtHeader = (base: string, kid: string) => ({ typ: 'JWT', kid: `${base}/credentials/keys/${kid}` });

const issuerOf = (base: string) => ({ id: base, type: ['Profile'], name: ISSUER, url: base });
const secondsOf = (iso: string) => Math.floor(Date.parse(iso) / 1000);
/** Cuts a time to whole seconds: verifiers compare `validFrom` with `nbf`, which has no fractions. */
const wholeSecond = (iso: string) => new Date(secondsOf(iso) * 1000).toISOString().replace('.000', '');

export function openBadge(base: string, row: CertificateToSign, salt = randomBytes(16).toString('hex')): object {
  const id = credentialUrl(base, row.serial);
  // Verifiers require a subject. This subject names the holder of one certificate only, so nobody can link it to other certificates.
  const sub = `${id}#holder`;
  const hash = createHash('sha256')
    .update(row.email.toLowerCase() + salt)
    .digest('hex');
  return {
    iss: base,
    jti: id,
    sub,
    nbf: secondsOf(row.issued_at),
    '@context': CONTEXTS,
    id,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: row.title,
    issuer: issuerOf(base),
    validFrom: wholeSecond(row.issued_at),
    credentialSubject: {
      id: sub,
      type: ['AchievementSubject'],
      identifier: [
        {
          type: 'IdentityObject',
          hashed: true,
          identityHash: `sha256$${hash}`,
          identityType: 'emailAddress',
          salt,
        },
      ],
      achievement: {
        id: `${id}#achievement`,
        type: ['Achievement'],
        name: row.title,
        // Open Badges requires a description. A longer one would not fit the column of the credential.
        description: row.description?.trim().slice(0, 2000) || row.title,
        criteria: { narrative: 'Всички тестове, които сертификатът изисква, са издържани.' },
      },
    },
    credentialStatus: {
      id: `${statusListUrl(base)}#${row.status_index}`,
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      statusListIndex: String(row.status_index),
      statusListCredential: statusListUrl(base),
    },
  };
}

/** Encodes the list as base64url of a gzip-compressed bit string; index 0 is the highest bit of the first byte. */
export function encodedStatusList(revoked: readonly number[]): string {
  const last = revoked.reduce((highest, index) => Math.max(highest, index), 0);
  const bytes = new Uint8Array(Math.max(STATUS_BITS / 8, Math.ceil((last + 1) / 8)));
  for (const index of revoked) bytes[index >> 3] = (bytes[index >> 3] ?? 0) | (0x80 >> (index & 7));
  return `u${gzipSync(bytes).toString('base64url')}`;
}

export function statusListCredential(base: string, revoked: readonly number[], now: number): object {
  const id = statusListUrl(base);
  const validFrom = wholeSecond(new Date(now).toISOString());
  return {
    iss: base,
    jti: id,
    sub: `${id}#list`,
    nbf: secondsOf(validFrom),
    '@context': CONTEXTS.slice(0, 1),
    id,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: issuerOf(base),
    validFrom,
    credentialSubject: {
      id: `${id}#list`,
      type: 'BitstringStatusList',
      statusPurpose: 'revocation',
      encodedList: encodedStatusList(revoked),
    },
  };
}
