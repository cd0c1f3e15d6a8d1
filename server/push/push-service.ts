/** The interface of a push service, implemented for Web Push and FCM. Each implementation keeps its library in its own file. */

export interface PushTarget {
  platform: 'android' | 'ios' | 'web';
  /** The JSON of a Web Push subscription, or an FCM token. */
  token: string;
}

export interface PushContent {
  /** The message as JSON, at most MAX_PAYLOAD_BYTES. */
  payload: string;
  /** Title and body for native devices, which do not receive `payload`. */
  title: string;
  body: string;
  data: Record<string, string>;
  /** How long the push service keeps the message for a device that is off (s). */
  ttl: number;
  urgency: 'normal' | 'high';
  /** A newer message replaces an undelivered one with the same topic. At most 32 characters of base64url. */
  topic: string;
}

/** The response of a push service. `status` 0 means no response; `reason` then names the error. */
export interface PushAnswer {
  status: number;
  /** The raw Retry-After header. */
  retryAfter?: string | undefined;
  reason?: string | undefined;
}

export interface PushService {
  send(target: PushTarget, content: PushContent): Promise<PushAnswer>;
  close?(): void;
}
