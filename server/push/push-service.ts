/** Interface of a push service. Web Push and FCM implement it, so that another library replaces one file. */

export interface PushTarget {
  platform: 'android' | 'ios' | 'web';
  /** The JSON of a Web Push subscription, or an FCM token. */
  token: string;
}

export interface PushContent {
  /** The message as JSON, at most MAX_PAYLOAD_BYTES. */
  payload: string;
  /** What native devices show; they receive no JSON of ours. */
  title: string;
  body: string;
  data: Record<string, string>;
  /** How long the push service keeps the message for a device that is off (s). */
  ttl: number;
  urgency: 'normal' | 'high';
  /** A newer message of the same topic replaces an undelivered one: at most 32 characters of base64url. */
  topic: string;
}

/** The answer of a push service. `status` 0 means no answer, with the reason in `reason`. */
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
