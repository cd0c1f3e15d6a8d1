import * as v from 'valibot';
import { askPublicService, ServiceError } from '@/device/service/requests';
import { readDurable, writeDurable } from '@/shared/durable-store';
import { readStored, writeStored } from '@/shared/local-storage';
import { STORAGE_KEYS } from '@/shared/names';
import type { SealKey, SerialAnswer } from '../rules/seal';

// Public verification of certificates, without an account (docs/api.md, "Certificates").

const keySchema = v.object({
  kid: v.string(),
  alg: v.string(),
  kty: v.string(),
  crv: v.optional(v.string()),
  x: v.optional(v.string()),
});
const keySetSchema = v.object({ keys: v.array(keySchema) });
const answerSchema = v.variant('status', [
  v.object({
    status: v.literal('valid'),
    serial: v.string(),
    name: v.string(),
    title: v.string(),
    date: v.string(),
    seal: v.nullable(v.string()),
  }),
  v.object({ status: v.literal('revoked') }),
]);

/** Reads the durable store if localStorage has no keys: browsers write localStorage to disk late, so a crash may lose them. */
async function storedKeys(): Promise<SealKey[]> {
  const stored = readStored(STORAGE_KEYS.certificateKeys) ?? (await readDurable(STORAGE_KEYS.certificateKeys));
  try {
    return v.parse(keySetSchema, JSON.parse(stored ?? '')).keys;
  } catch {
    return [];
  }
}

/** Fetches the academy's public keys and stores them for offline verification; returns the stored keys if the network fails. */
export async function certificateKeys(): Promise<SealKey[]> {
  try {
    const set = await askPublicService(keySetSchema, '/.well-known/jwks.json');
    writeStored(STORAGE_KEYS.certificateKeys, JSON.stringify(set));
    await writeDurable(STORAGE_KEYS.certificateKeys, JSON.stringify(set));
    return set.keys;
  } catch (error) {
    if (error instanceof ServiceError) return storedKeys();
    throw error;
  }
}

/** Asks the server for the certificate with exactly this serial. */
export async function lookUpSerial(serial: string): Promise<SerialAnswer> {
  try {
    // Revalidate the HTTP cache: a cached response would hide a revocation until it expires.
    const answer = await askPublicService(answerSchema, `/credentials/${encodeURIComponent(serial)}`, 'no-cache');
    if (answer.status === 'revoked') return { kind: 'revoked' };
    const { seal, name, title, date } = answer;
    return { kind: 'valid', seal, certificate: { serial: answer.serial, name, title, date } };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { kind: error.code === 'not_found' ? 'unknown' : 'unreachable' };
  }
}
