/**
 * Signs the certificates that have no signature yet. Runs as a background job, and when the database notifies of a new certificate.
 * Each certificate gets a seal (EdDSA) and a credential (RS256).
 * Guarantees: a public key is stored before any signature that needs it; a certificate's signatures are written only once.
 */
import * as v from 'valibot';
import type { Call } from '../http/service-client';
import { logFailure } from '../telemetry/log';
import { type CertificateToSign, jwtHeader, openBadge } from './credential';
import type { Signers } from './keys';

export interface CertificateSigning {
  signers: () => Promise<Signers>;
  /** Public base URL of the service port; credentials contain it. */
  publicUrl: () => string;
  /** Interval between two searches for unsigned certificates (ms); shorter where the database cannot notify this process. */
  everyMs: number;
}

export const SIGN_EVERY_MS = { woken: 60_000, alone: 5_000 } as const;

const dueSchema = v.array(
  v.object({
    serial: v.string(),
    name: v.string(),
    title: v.string(),
    description: v.nullable(v.string()),
    issued_at: v.string(),
    date: v.string(),
    status_index: v.number(),
    email: v.string(),
  }),
);

/** The payload of a seal: serial, name, title, date, in this fixed order. */
export const sealPayload = ({ serial, name, title, date }: CertificateToSign) => ({ serial, name, title, date });

/** @returns number of certificates that were signed */
export async function signCertificates(call: Call, signing: CertificateSigning, signal?: AbortSignal): Promise<number> {
  let signed = 0;
  for (;;) {
    const due = v.parse(dueSchema, await call('certificates_to_sign'));
    if (due.length === 0) return signed;
    const { seal, credential } = await signing.signers();
    const base = signing.publicUrl();
    await call('add_certificate_keys', { p_keys: [seal.publicJwk, credential.publicJwk] });
    const before = signed;
    for (const row of due) {
      if (signal?.aborted) return signed;
      const stored = await call('sign_certificate', {
        p_serial: row.serial,
        p_seal: seal.sign(sealPayload(row)),
        p_credential: credential.sign(openBadge(base, row), jwtHeader(base, credential.kid)),
        p_key_id: seal.kid,
      });
      if (stored === true) signed += 1;
    }
    // Nothing was signed in this round: another process has signed these certificates, or they were revoked meanwhile.
    if (signed === before) return signed;
  }
}

/** Runs `sign` after each call of `wake`, never concurrently. The background job retries what failed. */
export function openSigner(sign: () => Promise<unknown>) {
  let running: Promise<void> | undefined;
  let isDue = false;
  const drain = async () => {
    while (isDue) {
      isDue = false;
      await sign().catch((error: unknown) => logFailure('certificates not signed', error));
    }
    running = undefined;
  };
  return {
    wake: () => {
      isDue = true;
      running ??= drain();
    },
    /** Waits for the current run. */
    close: async () => {
      await running;
    },
  };
}
