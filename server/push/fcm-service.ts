/** Sends to native devices over FCM HTTP v1, with a service account (its JSON in `FCM_SERVICE_ACCOUNT`). */
import { JWT } from 'google-auth-library';
import * as v from 'valibot';
import { StartError } from '../ops/settings';
import type { Posting } from './https-post';
import type { PushService } from './push-service';

const accountSchema = v.object({
  project_id: v.pipe(v.string(), v.regex(/^[a-z0-9-]{4,40}$/)),
  client_email: v.pipe(v.string(), v.nonEmpty()),
  private_key: v.pipe(v.string(), v.includes('PRIVATE KEY')),
});
export type ServiceAccount = v.InferOutput<typeof accountSchema>;

/** @throws StartError when the text is not the JSON of a service account */
export function parseServiceAccount(json: string): ServiceAccount {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), accountSchema), json);
  if (!parsed.success) throw new StartError('FCM_SERVICE_ACCOUNT must be the JSON of a service account of Firebase.');
  return parsed.output;
}

/** Gets the access token of the service account, following no redirect. google-auth-library caches it and renews it before it expires. */
export function fcmToken(
  { client_email, private_key }: Pick<ServiceAccount, 'client_email' | 'private_key'>,
  fetchImplementation: typeof fetch = fetch,
): () => Promise<string> {
  const client = new JWT({
    email: client_email,
    key: private_key,
    scopes: ['https://www.googleapis.com/auth/firebase.messaging'],
    transporterOptions: { fetchImplementation, redirect: 'error' },
  });
  return async () => {
    const { token } = await client.getAccessToken();
    if (!token) throw new Error('no token');
    return token;
  };
}

export const fcmService = (
  project: string,
  accessToken: () => Promise<string>,
  { post, close }: Posting,
): PushService => ({
  async send({ token }, { title, body, data, ttl, urgency, topic }) {
    let bearer: string;
    try {
      bearer = await accessToken();
    } catch {
      return { status: 0, reason: 'no token of the service account' };
    }
    const high = urgency === 'high';
    const message = {
      token,
      notification: { title, body },
      data,
      android: {
        ttl: `${ttl}s`,
        priority: high ? 'high' : 'normal',
        collapse_key: topic,
        notification: { tag: data.notification_id || topic },
      },
      apns: {
        headers: {
          'apns-priority': high ? '10' : '5',
          'apns-expiration': String(Math.floor(Date.now() / 1000) + ttl),
          'apns-collapse-id': topic,
        },
        payload: { aps: data.unread ? { badge: Number(data.unread) } : {} },
      },
    };
    return post(`https://fcm.googleapis.com/v1/projects/${project}/messages:send`, {
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify({ message }),
    });
  },
  close,
});
