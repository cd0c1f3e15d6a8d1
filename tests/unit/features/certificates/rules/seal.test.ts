import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import {
  type CertificateResult,
  normalizedSerial,
  resultOf,
  type SealKey,
  type SealVerdict,
  type SerialAnswer,
  verifySeal,
} from '@/features/certificates/rules/seal';

const SERIAL = '7K2M-9QXP-3RTD-V8WN';
const certificate = { serial: SERIAL, name: 'Иван Петров', title: 'Оператор на 3D принтер', date: '2026-11-02' };

const pair = () => generateKeyPairSync('ed25519');
const [own, other] = [pair(), pair()];
const keyOf = (kid: string, key: KeyObject): SealKey => ({
  ...key.export({ format: 'jwk' }),
  kid,
  alg: 'EdDSA',
  kty: 'OKP',
});
const keys = [keyOf('own-key', own.publicKey)];

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
function sealed(
  payload: unknown = certificate,
  header: object = { alg: 'EdDSA', kid: 'own-key' },
  key = own.privateKey,
) {
  const signed = `${encoded(header)}.${encoded(payload)}`;
  return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`;
}
const kindOf = async (seal: string, serial = SERIAL) => (await verifySeal(seal, serial, keys)).kind;

describe('a seal', () => {
  test('signed by the academy is genuine and shows the issued content', async () => {
    expect(await verifySeal(sealed(), SERIAL, keys)).toEqual({ kind: 'genuine', certificate });
  });

  test('counts as altered after a change of any single character', async () => {
    const seal = sealed();
    const wrong: number[] = [];
    for (let at = 0; at < seal.length; at += 1) {
      const letter = seal[at] === 'A' ? 'B' : 'A';
      const kind = await kindOf(seal.slice(0, at) + letter + seal.slice(at + 1));
      // A changed key id in the header can also yield `foreign`, because the academy has no key of that id.
      if (kind !== 'altered' && kind !== 'foreign') wrong.push(at);
    }
    expect(wrong).toEqual([]);
  });

  test('is verified by a library if the browser lacks Ed25519', async () => {
    const importKey = vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new DOMException('', 'NotSupportedError'));
    try {
      expect(await verifySeal(sealed(), SERIAL, keys)).toEqual({ kind: 'genuine', certificate });
      expect(await kindOf(sealed(certificate, { alg: 'EdDSA', kid: 'own-key' }, other.privateKey))).toBe('altered');
      expect(importKey).toHaveBeenCalledTimes(2);
    } finally {
      importKey.mockRestore();
    }
  });

  const signature = sealed().split('.')[2] ?? '';
  const last = signature.at(-1) ?? '';
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const table: [string, string, string][] = [
    ['without an algorithm', sealed(certificate, { alg: 'none', kid: 'own-key' }), 'altered'],
    ['without a signature', `${sealed().split('.').slice(0, 2).join('.')}.`, 'altered'],
    ['of another algorithm', sealed(certificate, { alg: 'RS256', kid: 'own-key' }), 'altered'],
    ['without the name of a key', sealed(certificate, { alg: 'EdDSA' }), 'altered'],
    ['of a foreign key with the name of ours', sealed(certificate, undefined, other.privateKey), 'altered'],
    ['of a foreign key', sealed(certificate, { alg: 'EdDSA', kid: 'other' }, other.privateKey), 'foreign'],
    ['of another certificate', sealed({ ...certificate, serial: 'AAAA-AAAA-AAAA-AAAA' }), 'altered'],
    ['without a name', sealed({ ...certificate, name: '' }), 'altered'],
    ['with a number as title', sealed({ ...certificate, title: 7 }), 'altered'],
    ['over a list', sealed([certificate]), 'altered'],
    ['with spare bits at its end', sealed().slice(0, -1) + (alphabet[alphabet.indexOf(last) + 1] ?? ''), 'altered'],
    ['with a fourth part', `${sealed()}.x`, 'altered'],
    ['with padding', `${sealed()}==`, 'altered'],
    ['of 10 kB', 'a'.repeat(10_000), 'altered'],
    ['of 10 kB that is signed', sealed({ ...certificate, name: 'а'.repeat(5_000) }), 'altered'],
    ['of dots', '..', 'altered'],
    ['of broken percent signs', '%E0%A4%A.%.%', 'altered'],
  ];
  test.each(table)('%s is not genuine', async (_, seal, kind) => {
    expect(await kindOf(seal)).toBe(kind);
  });

  test('is not verified with a key of another algorithm', async () => {
    const rsa = keys.map((key) => ({ ...key, alg: 'RS256' }));
    expect(await verifySeal(sealed(), SERIAL, rsa)).toEqual({ kind: 'foreign' });
  });
});

describe('the result', () => {
  const genuine: SealVerdict = { kind: 'genuine', certificate };
  const valid: SerialAnswer = { kind: 'valid', certificate, seal: 'seal' };
  const table: [string, string, SealVerdict | undefined, SerialAnswer, CertificateResult['kind']][] = [
    ['seal and server agree', 'seal', genuine, valid, 'genuine'],
    ['no seal, the server knows the serial', '', undefined, valid, 'genuine'],
    ['the server’s own seal where the browser has no Ed25519', 'seal', { kind: 'unsupported' }, valid, 'genuine'],
    ['another seal where the browser has no Ed25519', 'x', { kind: 'unsupported' }, valid, 'altered'],
    ['an altered seal with a valid serial', 'x', { kind: 'altered' }, valid, 'altered'],
    ['a foreign seal with a valid serial', 'x', { kind: 'foreign' }, valid, 'altered'],
    ['revoked, although the seal is genuine', 'seal', genuine, { kind: 'revoked' }, 'revoked'],
    ['of an erased account, although the seal is genuine', 'seal', genuine, { kind: 'unknown' }, 'unknown'],
    ['offline with a genuine seal', 'seal', genuine, { kind: 'unreachable' }, 'revocation-unchecked'],
    ['offline with an altered seal', 'x', { kind: 'altered' }, { kind: 'unreachable' }, 'altered'],
    ['offline with a foreign seal', 'x', { kind: 'foreign' }, { kind: 'unreachable' }, 'unknown'],
    ['offline without a seal', '', undefined, { kind: 'unreachable' }, 'unreachable'],
    ['offline without keys', 'seal', undefined, { kind: 'unreachable' }, 'unreachable'],
  ];
  test.each(table)('%s', (_, seal, verdict, answer, kind) => {
    expect(resultOf(seal, verdict, answer).kind).toBe(kind);
  });
});

test.each([
  ['7k2m9qxp3rtdv8wn', SERIAL],
  [' 7K2M 9QXP 3RTD V8WN ', SERIAL],
  ['oIL0-0000-0000-0000', '0110-0000-0000-0000'],
  ['7K2M-9QXP-3RTD', null],
  ['7K2M-9QXP-3RTD-V8WU', null],
  ['', null],
])('the serial %j is read as %j', (typed, serial) => {
  expect(normalizedSerial(typed)).toBe(serial);
});
