/**
 * The private keys that sign certificates: Ed25519 for the seal, RSA for the Open Badges credential. They come from `CERTIFICATE_KEYS` or from
 * the stored secrets, which get new keys when the first certificate is signed. The public keys are in the table `certificate_keys`.
 * Rule: a private key never leaves the functions of this folder. Certificates stay valid after their key is lost.
 */
import { createHash, createPrivateKey, generateKeyPair, type JsonWebKey, type KeyObject, sign } from 'node:crypto';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { type SecretStore, storedSecret } from '../ops/secrets';
import { StartError } from '../ops/settings';

const text = v.pipe(v.string(), v.nonEmpty());
const keysSchema = v.object({
  eddsa: v.object({ kty: v.literal('OKP'), crv: v.literal('Ed25519'), x: text, d: text }),
  rs256: v.object({ kty: v.literal('RSA'), n: text, e: text, d: text, p: text, q: text, dp: text, dq: text, qi: text }),
});

/** Private keys as JWK, the form in which they are stored. */
export type CertificateKeys = v.InferOutput<typeof keysSchema>;
export type Algorithm = 'EdDSA' | 'RS256';

export interface Signer {
  /** Identifies the public key in the key set. */
  kid: string;
  publicJwk: Record<string, string>;
  /** @returns a compact JWS over the payload as JSON */
  sign: (payload: object, header?: Record<string, string>) => string;
}
export interface Signers {
  seal: Signer;
  credential: Signer;
}

/** @throws StartError when the text of `CERTIFICATE_KEYS` is not a pair of keys */
function parseCertificateKeys(json: string): CertificateKeys {
  try {
    return v.parse(keysSchema, JSON.parse(json));
  } catch {
    throw new StartError('CERTIFICATE_KEYS must be JSON with two private keys (JWK): "eddsa" and "rs256".');
  }
}

export async function newCertificateKeys(): Promise<CertificateKeys> {
  const generate = promisify(generateKeyPair);
  const [eddsa, rs256] = await Promise.all([
    generate('ed25519'),
    // The smallest size that RS256 allows, because the credential is embedded in every PDF.
    promisify(generateKeyPair)('rsa', { modulusLength: 2048 }),
  ]);
  return v.parse(keysSchema, {
    eddsa: eddsa.privateKey.export({ format: 'jwk' }),
    rs256: rs256.privateKey.export({ format: 'jwk' }),
  });
}

/**
 * Loads the signers at the first call and caches them. `source`: the text of `CERTIFICATE_KEYS`, or the stored secrets.
 * @throws StartError when the text is not a pair of keys; `signersOf` itself throws this error, not the returned function
 */
export function signersOf(source: string | SecretStore): () => Promise<Signers> {
  const given = typeof source === 'string' ? parseCertificateKeys(source) : source;
  const load = async () =>
    'add' in given ? v.parse(keysSchema, await storedSecret(given, 'certificate_keys', newCertificateKeys)) : given;
  let loaded: Promise<Signers> | undefined;
  return () => {
    loaded ??= load()
      .then(openSigners)
      .catch((error: unknown) => {
        loaded = undefined;
        throw error;
      });
    return loaded;
  };
}

export function openSigners({ eddsa, rs256 }: CertificateKeys): Signers {
  return {
    seal: signer('EdDSA', { crv: eddsa.crv, kty: eddsa.kty, x: eddsa.x }, eddsa),
    credential: signer('RS256', { e: rs256.e, kty: rs256.kty, n: rs256.n }, rs256),
  };
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** @param members required members of the public JWK in lexical order, as the RFC 7638 thumbprint needs them */
function signer(alg: Algorithm, members: Record<string, string>, jwk: JsonWebKey): Signer {
  const key: KeyObject = createPrivateKey({ key: jwk, format: 'jwk' });
  // 96 bits distinguish a few keys and keep the QR code small.
  const kid = createHash('sha256').update(JSON.stringify(members)).digest('base64url').slice(0, 16);
  return {
    kid,
    publicJwk: { ...members, kid, alg, use: 'sig' },
    sign: (payload, header = {}) => {
      const signed = `${encoded({ alg, kid, ...header })}.${encoded(payload)}`;
      const signature = sign(alg === 'RS256' ? 'sha256' : null, Buffer.from(signed), key);
      return `${signed}.${signature.toString('base64url')}`;
    },
  };
}
