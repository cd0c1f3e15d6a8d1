import { claimsOf, textClaim } from '../../src/shared/jwt';
import { failed, PASSWORD, type Row, shape, signInAgain } from './world';

export const auth: Row[] = [
  [
    'a wrong password',
    '400 invalid_credentials',
    async ({ visitor, ani }) =>
      failed((await visitor.auth.signInWithPassword({ email: ani.email, password: 'x' })).error),
  ],
  [
    'an unknown address',
    '400 invalid_credentials',
    async ({ visitor }) =>
      failed((await visitor.auth.signInWithPassword({ email: 'nobody@sloy-contract.test', password: 'x' })).error),
  ],
  [
    'registering with a weak password',
    '422 weak_password',
    async ({ visitor }) =>
      failed((await visitor.auth.signUp({ email: 'weak@sloy-contract.test', password: 'Ab1!' })).error),
  ],
  [
    'registering without an address',
    '400 validation_failed',
    async ({ visitor }) => failed((await visitor.auth.signUp({ email: 'no-address', password: PASSWORD })).error),
  ],
  [
    'an answer of the sign-in',
    'access_token expires_at expires_in refresh_token token_type user',
    async ({ ask, ani }) =>
      ask('auth/v1/token?grant_type=password', { body: { email: ani.email, password: PASSWORD } }).then((fields) =>
        fields.replace(/ weak_password$/, ''),
      ),
  ],
  [
    'claims of the access token',
    'aal1 authenticated authenticated session email password',
    async ({ ani }) => {
      const { aal, role, aud, session_id, email, amr } = claimsOf(ani.token) ?? {};
      const [how] = Array.isArray(amr) ? amr : [];
      return [aal, role, aud, session_id ? 'session' : '', email === ani.email ? 'email' : '', how?.method].join(' ');
    },
  ],
  [
    'a refresh keeps the session',
    'same session, new token',
    async (world) => {
      const { client } = await signInAgain(world, world.ani);
      const before = (await client.auth.getSession()).data.session;
      const { data } = await client.auth.refreshSession();
      const same =
        textClaim(before?.access_token, 'session_id') === textClaim(data.session?.access_token, 'session_id');
      return `${same ? 'same' : 'other'} session, ${data.session?.refresh_token === before?.refresh_token ? 'same' : 'new'} token`;
    },
  ],
  [
    'an unknown refresh token',
    '400',
    ({ ask }) =>
      ask('auth/v1/token?grant_type=refresh_token', { body: { refresh_token: 'aaaaaaaaaaaa' } }).then((text) =>
        text.slice(0, 3),
      ),
  ],
  ['a malformed access token', '403 bad_jwt', ({ ask }) => ask('auth/v1/user', { token: 'a.b.c' })],
  [
    'an e-mail for an unknown address, link',
    'nothing to show',
    // A project answers 422, which the app ignores, so that the screen does not reveal whether an account exists.
    async ({ visitor }) => {
      const options = { shouldCreateUser: false };
      const { error } = await visitor.auth.signInWithOtp({ email: 'nobody@sloy-contract.test', options });
      return !error || error.code === 'otp_disabled' ? 'nothing to show' : failed(error);
    },
  ],
  [
    'an e-mail for an unknown address, password',
    '200',
    ({ ask }) => ask('auth/v1/recover', { body: { email: 'nobody@sloy-contract.test' } }),
  ],
  [
    'a false token of an e-mail',
    '403 otp_expired',
    ({ ask }) => ask('auth/v1/verify', { body: { token_hash: 'f'.repeat(56), type: 'magiclink' } }),
  ],
  [
    'the same password again',
    '422 same_password',
    async ({ ani }) => failed((await ani.client.auth.updateUser({ password: PASSWORD })).error),
  ],
  [
    'a new weak password',
    '422 weak_password',
    async ({ ani }) => failed((await ani.client.auth.updateUser({ password: 'Ab1!' })).error),
  ],
  [
    'setting up a second factor',
    'friendly_name id totp type: qr_code secret uri',
    async ({ boris }) => {
      const { data, error } = await boris.client.auth.mfa.enroll({
        factorType: 'totp',
        issuer: 'Sloy',
        friendlyName: 'a',
      });
      return error ? failed(error) : `${shape(data)}: ${shape(data.totp)}`;
    },
  ],
  [
    'a wrong code of a second factor',
    '422 mfa_verification_failed',
    async ({ boris }) => {
      const { data } = await boris.client.auth.mfa.listFactors();
      const factorId = data?.all[0]?.id ?? '';
      const { error } = await boris.client.auth.mfa.challengeAndVerify({ factorId, code: '000000' });
      await boris.client.auth.mfa.unenroll({ factorId });
      return failed(error);
    },
  ],
  [
    'signing out everywhere else',
    'own ok, other 400 refresh_token_not_found',
    async (world) => {
      const other = await signInAgain(world, world.boris);
      const own = await signInAgain(world, world.boris);
      await own.client.auth.signOut({ scope: 'others' });
      const again = (await other.client.auth.refreshSession()).error;
      return `own ${failed((await own.client.auth.getUser()).error)}, other ${failed(again)}`;
    },
  ],
  ['a route that does not exist', '404', ({ ask }) => ask('auth/v1/nothing').then((text) => text.slice(0, 3))],
];
