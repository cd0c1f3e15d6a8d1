/** Parses a push message. Pure. */
import { membersOf } from './members';

export interface PushMessage {
  title: string;
  body: string;
  type: string;
  link: string | null;
  notification_id: string | null;
  /** Mark of the recipient's account (account-mark.ts). */
  account: string | null;
  /** Unread notifications of the account, for the badge. */
  unread: number | null;
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** Parses a message. The product's name replaces a missing title; a text that is not JSON becomes the body. */
export function readPushMessage(raw: string): PushMessage {
  let outer: Record<string, unknown>;
  try {
    outer = membersOf(JSON.parse(raw));
  } catch {
    outer = { body: raw };
  }
  // A declarative message (RFC 8030) has its texts in `notification` and our fields in `notification.data`.
  const shown = membersOf(outer.notification);
  const inner = { ...membersOf(outer.data), ...membersOf(shown.data) };
  const field = (name: string) => text(outer[name]) || text(shown[name]) || text(inner[name]);
  const unread = field('unread');
  return {
    title: field('title') || 'Слой',
    body: field('body'),
    type: field('type') || 'info',
    link: field('link') || null,
    notification_id: field('notification_id') || null,
    account: field('account') || null,
    unread: /^\d{1,6}$/.test(unread) ? Number(unread) : null,
  };
}
