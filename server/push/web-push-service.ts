/**
 * Web Push (RFC 8030, 8291, 8292) with the library web-push, which encrypts and signs. Our own code sends the request, because the
 * library neither checks the resolved addresses nor limits the size of the response.
 */
import * as v from 'valibot';
import webPush from 'web-push';
import { isPushEndpoint } from './endpoint';
import type { Posting } from './https-post';
import type { VapidKeys } from './keys';
import type { PushService } from './push-service';

const subscriptionSchema = v.object({
  endpoint: v.string(),
  keys: v.object({ p256dh: v.string(), auth: v.string() }),
});

export function webPushService(keys: VapidKeys, posting: Posting, hosts: readonly string[] = []): PushService {
  return {
    async send({ token }, { payload, ttl, urgency, topic }) {
      const subscription = v.safeParse(v.pipe(v.string(), v.parseJson(), subscriptionSchema), token);
      if (!subscription.success) return { status: 410, reason: 'malformed subscription' };
      const { output } = subscription;
      if (!isPushEndpoint(output.endpoint, hosts)) return { status: 410, reason: 'endpoint not allowed' };
      let details: ReturnType<typeof webPush.generateRequestDetails>;
      try {
        details = webPush.generateRequestDetails(output, payload, {
          TTL: ttl,
          urgency,
          topic,
          vapidDetails: { subject: keys.subject, publicKey: keys.publicKey, privateKey: keys.privateKey },
        });
      } catch {
        // The subscription's key is not a point on the curve, so the device can never be reached.
        return { status: 410, reason: 'unusable keys' };
      }
      const headers = Object.fromEntries(Object.entries(details.headers).map(([name, value]) => [name, String(value)]));
      return posting.post(details.endpoint, { headers, body: details.body ?? '' });
    },
    close: posting.close,
  };
}
