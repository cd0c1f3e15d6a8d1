// Access tokens of the bench's accounts. Signed here, so that ten thousand tokens do not count as memory of the measured server.
import { sign } from 'hono/jwt';

/** @returns an access token of an hour for each account, with the claims that the auth service gives */
export function tokensOf({ secret }, accounts) {
  const iat = Math.floor(Date.now() / 1_000);
  return Promise.all(
    accounts.map((sub) =>
      sign(
        {
          sub,
          aud: 'authenticated',
          role: 'authenticated',
          email: `${sub}@bench.test`,
          app_metadata: { provider: 'email', providers: ['email'] },
          user_metadata: { full_name: 'Мария Илиева', email: `${sub}@bench.test`, email_verified: true },
          aal: 'aal1',
          amr: [{ method: 'password', timestamp: iat }],
          session_id: sub,
          is_anonymous: false,
          iat,
          exp: iat + 3_600,
        },
        secret,
        'HS256',
      ),
    ),
  );
}
