/**
 * The VAPID key pair that identifies this server to push services, from the environment or the stored secrets, where the first start creates it.
 * Rule: never replace a stored pair, because every subscription is bound to it.
 */
import * as v from 'valibot';
import webPush from 'web-push';
import { type SecretStore, storedSecret } from '../ops/secrets';
import { StartError } from '../ops/settings';

export interface VapidKeys {
  publicKey: string;
  privateKey: string;
  /** Contact of the server's owner for push services: a `mailto:` or https URL. */
  subject: string;
}

/** The variables VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY and VAPID_SUBJECT. */
export interface VapidSettings {
  publicKey: string | undefined;
  privateKey: string | undefined;
  subject: string | undefined;
}

const pairSchema = v.object({
  publicKey: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{87}$/)),
  privateKey: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/)),
});
const DEFAULT_SUBJECT = 'mailto:owner@sloy.test';

/** Reads the keys from the environment. @returns undefined without keys @throws StartError if they are incomplete or invalid */
export function vapidKeysOf({
  publicKey,
  privateKey,
  subject = DEFAULT_SUBJECT,
}: VapidSettings): VapidKeys | undefined {
  if (!/^(mailto:.+@.+|https:\/\/.+)$/.test(subject))
    throw new StartError('VAPID_SUBJECT must be an address like mailto:owner@example.com or https://example.com.');
  if (!publicKey && !privateKey) return undefined;
  const pair = v.safeParse(pairSchema, { publicKey, privateKey });
  if (!pair.success)
    throw new StartError('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY must be a pair (npx web-push generate-vapid-keys).');
  return { ...pair.output, subject };
}

/** Loads the keys from the environment, or from the stored secrets, where it creates missing keys. */
export async function loadVapidKeys(settings: VapidSettings, store: SecretStore): Promise<VapidKeys> {
  const given = vapidKeysOf(settings);
  if (given) return given;
  const stored = await storedSecret(store, 'vapid_keys', () => webPush.generateVAPIDKeys());
  return { ...v.parse(pairSchema, stored), subject: settings.subject ?? DEFAULT_SUBJECT };
}
