import * as v from 'valibot';
import { STORAGE_KEYS } from '@/config/persisted-names';
import { askPublicService, ServiceError } from '@/data/service/requests';
import type { SealKey, SerialAnswer } from '@/domain/certificate-seal';
import { readDurable, writeDurable } from '@/lib/durable-store';
import { readStored, writeStored } from '@/lib/local-storage';

// Public verification of certificates (docs/api.md, "Certificates"). Needs no account.

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

/** Browsers write localStorage to disk up to a minute later: a killed one finds the keys in the durable store. */
async function storedKeys(): Promise<SealKey[]> {
  const stored = readStored(STORAGE_KEYS.certificateKeys) ?? (await readDurable(STORAGE_KEYS.certificateKeys));
  try {
    return v.parse(keySetSchema, JSON.parse(stored ?? '')).keys;
  } catch {
    return [];
  }
}

/** The public keys of the academy. Stores them for verification offline; without a network returns the stored ones. */
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

/** Asks the server for one exact serial. */
export async function lookUpSerial(serial: string): Promise<SerialAnswer> {
  try {
    // The browser's cache would hide a revocation for as long as the answer may be cached.
    const answer = await askPublicService(answerSchema, `/credentials/${encodeURIComponent(serial)}`, 'no-cache');
    if (answer.status === 'revoked') return { kind: 'revoked' };
    const { seal, name, title, date } = answer;
    return { kind: 'valid', seal, certificate: { serial: answer.serial, name, title, date } };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { kind: error.code === 'not_found' ? 'unknown' : 'unreachable' };
  }
}
