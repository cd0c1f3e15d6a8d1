/**
 * Builds the content of a push message. Pure.
 * Guarantees: at most 3 kB; declarative Web Push, which Safari shows without a worker; no name, e-mail address or score of anybody.
 */
import { createHash } from 'node:crypto';
import { pressedHref } from '../../src/shared/paths';
import type { PushContent } from './push-service';
import { pushTexts } from './push-texts';

/** A claimed row of the queue (push_claim). */
export interface QueuedMessage {
  id: number;
  attempts: number;
  /** Number of held messages that this one replaces with a summary; 0 for an ordinary message. */
  combined: number;
  platform: 'android' | 'ios' | 'web';
  token: string;
  account: string;
  notification_id: string | null;
  reminder_on: string | null;
  title: string;
  body: string;
  type: string;
  topic: string;
  link: string | null;
  /** Seconds until the event of a reminder begins; null for other messages. */
  seconds_left: number | null;
  /** Unread notifications of the account, for the badge; null leaves the badge as it is. */
  unread: number | null;
}

export const MAX_PAYLOAD_BYTES = 3_000;
/** Value of `web_push` that marks a message as declarative Web Push (the number of RFC 8030). */
const DECLARATIVE = 8030;
const DAY_S = 86_400;
const REMINDER_TTL_S = 4 * 3_600;
const TITLE_LENGTH = 120;
const BODY_LENGTH = 400;
const EMAIL = /[^\s@<>„“"]+@[^\s@<>„“"]+\.[^\s@<>„“",;]+/g;

/** A hash by which the worker recognises the message's account, without revealing the account id. Twin: accountMark in src/shared/account-mark.ts. */
export const accountMark = (account: string): string =>
  createHash('sha256').update(account).digest('base64url').slice(0, 16);

const cut = (text: string, length: number) => {
  const letters = [...text];
  return letters.length > length ? `${letters.slice(0, length - 1).join('')}…` : text;
};

/** The text of the notification; replaced for a reply, which begins with the author's name, and for the result of a quiz, which contains the score. */
function bodyOf({ topic, link, body }: QueuedMessage): string {
  if (topic === 'comment') return pushTexts.comment;
  // Twin: sync.notify_result links to the quiz.
  return topic === 'lesson' && link?.startsWith('/test/') ? pushTexts.result : body;
}

function wordsOf(message: QueuedMessage): { title: string; body: string; type: string; link: string | null } {
  if (message.reminder_on) return { ...pushTexts.reminder, type: 'reminder', link: '/dashboard' };
  if (message.combined > 0) return { ...pushTexts.combined(message.combined), type: 'info', link: '/notifications' };
  return {
    title: message.title.replace(EMAIL, '…'),
    body: bodyOf(message).replace(EMAIL, '…'),
    type: message.type,
    link: message.link,
  };
}

/** The path to open: a link within this product, otherwise the list of notifications. */
const pathOf = (link: string | null) => (link && /^\/([^/\\]|$)/.test(link) ? link : '/notifications');

/** How long (s) a push service keeps the message for a device that is offline. */
function ttlOf({ reminder_on, combined, seconds_left }: QueuedMessage): number {
  if (reminder_on) return REMINDER_TTL_S;
  return combined > 0 || seconds_left === null ? DAY_S : Math.min(DAY_S, Math.max(0, seconds_left));
}

export function contentOf(message: QueuedMessage, appOrigin: string): PushContent {
  const words = wordsOf(message);
  const title = cut(words.title, TITLE_LENGTH) || pushTexts.product;
  const tag =
    message.combined > 0
      ? 'combined'
      : (message.notification_id ?? (message.reminder_on ? 'reminder' : `message-${message.id}`));
  const data = {
    type: words.type,
    link: words.link ?? '',
    notification_id: message.combined > 0 ? '' : (message.notification_id ?? ''),
    unread: message.unread === null ? '' : String(message.unread),
    account: accountMark(message.account),
  };
  const build = (body: string) =>
    JSON.stringify({
      web_push: DECLARATIVE,
      notification: {
        title,
        body,
        lang: 'bg',
        tag,
        navigate: new URL(pressedHref(pathOf(words.link)), appOrigin).href,
        data,
      },
      ...(message.unread === null ? {} : { app_badge: message.unread }),
      // Let the worker handle the message first, because it knows the signed-in account.
      mutable: true,
    });
  let body = cut(words.body, BODY_LENGTH);
  while (Buffer.byteLength(build(body)) > MAX_PAYLOAD_BYTES && body !== '')
    body = cut(body, Math.floor([...body].length / 2));
  return {
    payload: build(body),
    title,
    body,
    data,
    ttl: ttlOf(message),
    urgency: message.type === 'error' || message.topic === 'event' ? 'high' : 'normal',
    topic: createHash('sha256').update(tag).digest('base64url').slice(0, 32),
  };
}
