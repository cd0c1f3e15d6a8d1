/**
 * lite answers with the time of the registration as the time of the confirmation. Rule: an answer calls an address confirmed only if somebody
 * has opened a link that was sent to it, because clients may trust these members.
 */
import * as v from 'valibot';
import type { Database } from '../contract/database';

const dataSchema = v.optional(v.looseObject({}));
const userSchema = v.looseObject({
  id: v.string(),
  user_metadata: dataSchema,
  identities: v.nullish(v.array(v.looseObject({ identity_data: dataSchema }))),
});
const answerSchema = v.union([v.looseObject({ user: userSchema }), userSchema]);
type User = v.InferOutput<typeof userSchema>;

/** The routes whose answer is an account, or a session with its account. */
export const accountRoutes: readonly string[] = ['signup', 'token', 'verify', 'user'].map((name) => `/auth/v1/${name}`);

function unconfirmed({ email_confirmed_at, confirmed_at, ...user }: User): User {
  const { user_metadata, identities } = user;
  return {
    ...user,
    user_metadata: { ...user_metadata, email_verified: false },
    identities: identities?.map((one) => ({ ...one, identity_data: { ...one.identity_data, email_verified: false } })),
  };
}

/** @returns the answer, without the confirmation if nobody has confirmed the address of its account */
export async function withConfirmation(database: Database, answer: Response): Promise<Response> {
  const parsed = v.safeParse(answerSchema, await answer.clone().json());
  if (!parsed.success) return answer;
  const body = parsed.output;
  const user = 'user' in body ? v.parse(userSchema, body.user) : body;
  const [account] = await database.run('select email_confirmed_at from auth.users where id = $1', [user.id]);
  if (!account || account.email_confirmed_at != null) return answer;
  const headers = new Headers(answer.headers);
  headers.delete('content-length');
  const corrected = 'user' in body ? { ...body, user: unconfirmed(user) } : unconfirmed(user);
  return new Response(JSON.stringify(corrected), { status: answer.status, headers });
}
