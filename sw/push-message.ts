/**
 * Parses a push message and its link. Pure.
 * Rule: a click opens a URL of this product or its start page, never another origin.
 */

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
const membersOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** Parses a message. The product's name replaces a missing title; a text that is not JSON becomes the body. */
export function readPushMessage(raw: string): PushMessage {
  let value: unknown;
  try {
    value = JSON.parse(raw);
  } catch {
    value = { body: raw };
  }
  const outer = membersOf(value);
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

/** The same-origin path of a link, '/' for anything else. */
export function pathOfLink(link: unknown, origin: string): string {
  if (typeof link !== 'string' || !link.startsWith('/')) return '/';
  try {
    const url = new URL(link, origin);
    // Rule: check the parsed path: '/.//evil.test' has our origin, but its path becomes '//evil.test', which a browser opens as another host.
    return url.origin === origin && !url.pathname.startsWith('//') ? `${url.pathname}${url.search}${url.hash}` : '/';
  } catch {
    return '/';
  }
}
