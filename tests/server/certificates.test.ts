import { spawnSync } from 'node:child_process';
import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { encodedStatusList, openBadge } from '../../server/certificates/credential';
import { newCertificateKeys, openSigners, signersOf } from '../../server/certificates/keys';
import { openSigner, signCertificates } from '../../server/certificates/signing';
import { fileSecrets } from '../../server/ops/secrets';
import { openDatabase, type TestDatabase } from '../helpers/database';
import { openBadgeClaims, openBadgeHeader, openBadgeShape, statusListShape } from '../helpers/open-badge-shape';
import { buildSchool, certificate, pro, serial } from '../helpers/school';
import { capturedLog } from './captured-log';
import { callOn, openPayments, type PaymentsDeps } from './payments-harness';

// The job signs each certificate once, everybody can verify it with the public routes, and it stays verifiable after the keys change.

const BASE = 'https://pay.sloy.test';

let database: TestDatabase;
let deps: PaymentsDeps;
const folder = mkdtempSync(join(tmpdir(), 'sloy-keys-'));
const signing = { signers: signersOf(fileSecrets(folder)), publicUrl: () => BASE, everyMs: 60_000 };

beforeAll(async () => {
  writeFileSync(join(folder, 'secrets.json'), '{"jwt_secret":"kept"}');
  database = await openDatabase();
  await buildSchool(database);
  deps = await openPayments({ database, certificates: signing, limits: 'on' });
}, 120_000);
afterAll(async () => {
  await deps.close();
  await database.close();
  rmSync(folder, { recursive: true });
});

const partsOf = (jws: string) => {
  const [header = '', payload = '', signature = ''] = jws.split('.');
  const json = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
  return {
    header: json(header),
    payload: json(payload),
    signed: Buffer.from(`${header}.${payload}`),
    signature: Buffer.from(signature, 'base64url'),
  };
};
type Key = JsonWebKey & { kid: string; alg: string };
const keySet = async () => (await deps.ask('/.well-known/jwks.json')).body.keys as Key[];
const keyOf = async (alg: string) => {
  const jwk = (await keySet()).find((key) => key.alg === alg);
  if (!jwk) throw new Error(`no key for ${alg}`);
  return createPublicKey({ key: jwk, format: 'jwk' });
};
const asked = (path: string, headers: Record<string, string> = {}) => deps.ask(path, { headers });

test('an unsigned certificate is known and has no signature', async () => {
  const { status, body } = await asked(`/credentials/${serial}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ serial, status: 'valid', seal: null, credential: null });
});

test('the job signs each certificate once and stores its keys beside the other secrets', async () => {
  expect(await signCertificates(callOn(database), signing)).toBe(1);
  expect(await signCertificates(callOn(database), signing)).toBe(0);
  const secrets = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8')) as Record<string, unknown>;
  expect(Object.keys(secrets).toSorted()).toEqual(['certificate_keys', 'jwt_secret']);
  expect((await keySet()).map(({ alg }) => alg).toSorted()).toEqual(['EdDSA', 'RS256']);
  expect(JSON.stringify(await keySet())).not.toContain('"d"');
});

test('a wake during a run starts one more run, and a failed run does not end the signer', async () => {
  const runs: (() => void)[] = [];
  const lines = capturedLog();
  const signer = openSigner(
    () =>
      new Promise((done, fail) => {
        runs.push(runs.length === 0 ? () => fail(new Error('no database')) : () => done(undefined));
      }),
  );
  for (let wakes = 0; wakes < 3; wakes += 1) signer.wake();
  expect(runs).toHaveLength(1);
  runs[0]?.();
  await vi.waitFor(() => expect(runs).toHaveLength(2));
  const closed = signer.close();
  runs[1]?.();
  await closed;
  expect(runs).toHaveLength(2);
  expect(lines()).toEqual([expect.objectContaining({ msg: 'certificates not signed', reason: 'Error' })]);
  signer.wake();
  expect(runs).toHaveLength(3);
});

test('the seal verifies with the openssl of the machine', async () => {
  const { body } = await asked(`/credentials/${serial}`);
  const { signed, signature } = partsOf(String(body.seal));
  const file = (name: string, bytes: Buffer | string) => {
    writeFileSync(join(folder, name), bytes);
    return join(folder, name);
  };
  const key = file('seal.pem', (await keyOf('EdDSA')).export({ type: 'spki', format: 'pem' }));
  const check = (payload: Buffer) => {
    const files = ['-in', file('payload', payload), '-sigfile', file('signature', signature)];
    return spawnSync('openssl', ['pkeyutl', '-verify', '-pubin', '-inkey', key, '-rawin', ...files]);
  };
  const altered = Buffer.concat([signed.subarray(0, -1), Buffer.from([(signed.at(-1) ?? 0) ^ 1])]);
  // Only OpenSSL 3 can run `pkeyutl -rawin`. Other machines skip this check; the next test verifies the seal with Node's own OpenSSL.
  const hasOpenssl = /^OpenSSL 3/.test(spawnSync('openssl', ['version'], { encoding: 'utf8' }).stdout ?? '');
  const statuses = hasOpenssl ? [check(signed).status, check(altered).status] : [0, 1];
  expect(statuses).toEqual([0, 1]);
});

test('the seal is a compact JWS (EdDSA) over serial, name, title and date', async () => {
  const { body } = await asked(`/credentials/${serial}`);
  const { header, payload, signed, signature } = partsOf(String(body.seal));
  expect(payload).toEqual({ serial, name: 'Петя Про', title: 'Сертификат', date: '2026-10-01' });
  expect(header.alg).toBe('EdDSA');
  expect(verify(null, signed, await keyOf('EdDSA'), signature)).toBe(true);
});

test('the credential is an Open Badge as VC-JWT (RS256) that identifies the person only by a salted hash', async () => {
  const { text, headers } = await asked(`/credentials/${serial}`, { accept: 'application/vc+jwt' });
  expect(headers.get('content-type')).toBe('application/vc+jwt');
  const { header, payload, signed, signature } = partsOf(text);
  expect(verify('sha256', signed, await keyOf('RS256'), signature)).toBe(true);
  expect(header).toMatchObject({ alg: 'RS256', typ: 'JWT' });
  const key = await asked(String(header.kid).replace(BASE, ''));
  expect(key.body).toMatchObject({ kty: 'RSA', alg: 'RS256' });
  expect(payload).toMatchObject({
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    credentialStatus: { type: 'BitstringStatusListEntry', statusPurpose: 'revocation' },
  });
  const { identifier } = payload.credentialSubject as { identifier: [{ identityHash: string; salt: string }] };
  const [{ identityHash, salt }] = identifier;
  expect(identityHash).toBe(
    `sha256$${createHash('sha256')
      .update(pro.email + salt)
      .digest('hex')}`,
  );
  expect(JSON.stringify(payload)).not.toContain(pro.email);
});

test('the credential has the shape of Open Badges 3.0', async () => {
  const { text } = await asked(`/credentials/${serial}`, { accept: 'application/vc+jwt' });
  const { header, payload } = partsOf(text);
  expect(v.safeParse(openBadgeShape, payload).issues).toBeUndefined();
  expect(v.safeParse(openBadgeClaims, payload).issues).toBeUndefined();
  expect(v.safeParse(openBadgeHeader, header).issues).toBeUndefined();
  const subject = payload.credentialSubject as Record<string, unknown>;
  const broken = [
    { '@context': ['https://www.w3.org/ns/credentials/v2'] },
    { type: ['VerifiableCredential'] },
    { validFrom: '2026-10-01' },
    { issuer: BASE },
    { credentialSubject: { ...subject, id: undefined, identifier: undefined } },
    { credentialSubject: { ...subject, achievement: { id: BASE, type: ['Achievement'], name: 'x' } } },
  ];
  for (const change of broken)
    expect(v.is(openBadgeShape, { ...payload, ...change }), JSON.stringify(change)).toBe(false);
  for (const claim of ['iss', 'jti', 'sub', 'nbf'])
    expect(v.is(openBadgeClaims, { ...payload, [claim]: claim === 'nbf' ? 1 : BASE + claim }), claim).toBe(false);
});

const badgeRow = {
  ...{ serial, name: 'Петя', title: 'Сертификат', description: null, issued_at: '2026-10-01T09:30:15Z' },
  ...{ date: '2026-10-01', status_index: 3, email: pro.email },
};

test.each([
  ['Умее да печата.', 'Умее да печата.'],
  [' ', 'Сертификат'],
  [null, 'Сертификат'],
  ['Ъ'.repeat(9000), 'Ъ'.repeat(2000)],
])('the achievement has the description of the certificate, or its title when it has none', (description, expected) => {
  const badge = openBadge(BASE, { ...badgeRow, description });
  expect(badge).toMatchObject({ credentialSubject: { achievement: { name: 'Сертификат', description: expected } } });
});

test('`validFrom` of a certificate is the whole second of its `nbf` claim', () => {
  const badge = openBadge(BASE, { ...badgeRow, issued_at: '2026-10-01T09:30:15.678901Z' });
  expect(badge).toMatchObject({ validFrom: '2026-10-01T09:30:15Z', nbf: Date.UTC(2026, 9, 1, 9, 30, 15) / 1000 });
  expect(v.safeParse(openBadgeClaims, badge).issues).toBeUndefined();
});

test('the status list has the shape of a Bitstring Status List 1.0, and names its key like a credential', async () => {
  const { header, payload } = partsOf((await asked('/credentials/status/1')).text);
  expect(v.safeParse(statusListShape, payload).issues).toBeUndefined();
  expect(v.safeParse(openBadgeClaims, payload).issues).toBeUndefined();
  expect(v.safeParse(openBadgeHeader, header).issues).toBeUndefined();
  expect((await asked(String(header.kid).replace(BASE, ''))).body).toMatchObject({ alg: 'RS256' });
});

test('the answers are public: open to every origin and cached; the answer for an unknown serial is not cached', async () => {
  for (const path of ['/.well-known/jwks.json', `/credentials/${serial}`, '/credentials/status/1']) {
    const { status, headers } = await asked(path, { origin: 'https://verifier.example' });
    expect([status, headers.get('access-control-allow-origin')], path).toEqual([200, '*']);
    expect(headers.get('cache-control'), path).toMatch(/^public, max-age=\d+$/);
  }
  for (const unknown of ['0000-0000-0000-0000', 'x', '%27%20or%20true', serial.slice(0, -1)]) {
    const { status, headers, code } = await asked(`/credentials/${unknown}`);
    expect([status, code, headers.get('cache-control')]).toEqual([404, 'not_found', 'no-store']);
  }
});

test('a revoked certificate shows no content, and its bit in the status list is set', async () => {
  const bits = async () => {
    const { payload, signed, signature } = partsOf((await asked('/credentials/status/1')).text);
    expect(verify('sha256', signed, await keyOf('RS256'), signature)).toBe(true);
    const { encodedList } = payload.credentialSubject as { encodedList: string };
    return gunzipSync(Buffer.from(encodedList.slice(1), 'base64url'));
  };
  expect((await bits()).every((byte) => byte === 0)).toBe(true);
  const [row] = await database.query<{ at: string }>(
    `update public.issued_certificates set revoked_at = now(), reason = 'x' where serial = '${serial}' returning status_index as at`,
  );
  deps.clock.now += 301_000;
  const list = await bits();
  expect(list.length * 8).toBeGreaterThanOrEqual(131_072);
  expect((list[Number(row?.at) >> 3] ?? 0) & (0x80 >> (Number(row?.at) & 7))).not.toBe(0);
  expect(Object.keys((await asked(`/credentials/${serial}`)).body).toSorted()).toEqual([
    'revoked_at',
    'serial',
    'status',
  ]);
});

test('the status list puts the first index at the highest bit and grows beyond its minimum length', () => {
  const bytes = (list: number[]) => gunzipSync(Buffer.from(encodedStatusList(list).slice(1), 'base64url'));
  expect([...bytes([0, 9]).subarray(0, 2)]).toEqual([0x80, 0x40]);
  expect(bytes([]).length).toBe(16_384);
  expect(bytes([131_072])[16_384]).toBe(0x80);
});

test('new keys sign later certificates; those signed by old keys stay verifiable', async () => {
  const before = await keySet();
  await database.exec(
    `insert into public.issued_certificates (user_id, certificate_id, name, title, issued_at) values ('${pro.uid}', '${certificate}', 'Петя', 'Сертификат', now())`,
  );
  const signers = openSigners(await newCertificateKeys());
  await signCertificates(callOn(database), { ...signing, signers: async () => signers });
  const after = await keySet();
  expect(after).toHaveLength(4);
  expect(after).toEqual(expect.arrayContaining(before));
});

test('a wrong CERTIFICATE_KEYS stops the start with one line', () => {
  expect(() => signersOf('{"eddsa": 1}')).toThrow(/CERTIFICATE_KEYS/);
});

test('an address may look up thirty serials in five minutes', async () => {
  const statuses: number[] = [];
  for (let at = 0; at < 31; at += 1) {
    const { status } = await asked('/credentials/0000-0000-0000-0000', { 'x-forwarded-for': '203.0.113.9' });
    statuses.push(status);
  }
  expect([statuses.slice(0, 30).every((status) => status === 404), statuses[30]]).toEqual([true, 429]);
});
