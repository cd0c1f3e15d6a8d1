/** Composes the sender of push messages from its keys and push services. */
import type { Call } from '../http/service-client';
import type { PushSettings } from '../ops/settings';
import { fcmService, fcmToken, parseServiceAccount } from './fcm-service';
import { openPosting } from './https-post';
import type { VapidKeys } from './keys';
import type { PushService } from './push-service';
import { PushSender } from './sender';
import { webPushService } from './web-push-service';

export interface PushOptions {
  keys: VapidKeys;
  settings: Pick<PushSettings, 'hosts' | 'fcmServiceAccount'>;
  appOrigin: () => string;
  /** Replaces the service for web devices in tests and measurements. */
  web?: PushService;
}

/** @throws StartError when FCM_SERVICE_ACCOUNT is not a service account */
export function openPush(call: Call, { keys, settings, appOrigin, web }: PushOptions): PushSender {
  const account = settings.fcmServiceAccount ? parseServiceAccount(settings.fcmServiceAccount) : undefined;
  return new PushSender({
    call,
    appOrigin,
    hosts: settings.hosts,
    publicKey: keys.publicKey,
    web: web ?? webPushService(keys, openPosting(), settings.hosts),
    native: account && fcmService(account.project_id, fcmToken(account), openPosting()),
  });
}
