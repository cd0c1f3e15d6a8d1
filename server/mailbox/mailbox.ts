/**
 * The e-mails of the embedded backend. With SMTP_URL they are sent (smtp.ts). Otherwise the last ones stay in memory, and only this machine can
 * read them (mailbox-page.ts).
 * Rule: a link in an e-mail gives access to an account, so an e-mail never goes to the disk, a log or an API response.
 */
import { readFileSync } from 'node:fs';

/** Maximum number of e-mails in memory. */
const MOST_MAILS = 100;
/** How long an e-mail stays in memory (ms). */
const KEPT_MS = 24 * 60 * 60_000;

const kinds = {
  'magic-link': 'Връзка за вход в Слой',
  recovery: 'Нова парола за Слой',
  address: 'Потвърдете адреса си за Слой',
  'address-change': 'Потвърдете новия си адрес за Слой',
  'address-taken': 'Някой въведе Вашия адрес в Слой',
  'no-account': 'Няма профил с този имейл адрес',
} as const;
type Kind = keyof typeof kinds;

/** Templates by kind. Twin: supabase/config.toml lists `confirmation`, `magic-link` and `recovery` for a hosted project, whose auth service inserts the values. */
const templates = new Map<Kind | 'notice', string>();
function templateOf(kind: Kind | 'notice'): string {
  const text =
    templates.get(kind) ?? readFileSync(new URL(`../../supabase/templates/${kind}.html`, import.meta.url), 'utf8');
  templates.set(kind, text);
  return text;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

export interface Mail {
  to: string;
  subject: string;
  /** Our own template with escaped values, so it contains no HTML from a caller. */
  html: string;
  /** Time of sending (Unix time, ms). */
  at: number;
}

export class Mailbox {
  readonly #now: () => number;
  #mails: Mail[] = [];

  readonly #send: ((mail: Mail) => void) | undefined;

  constructor({ now = Date.now, send }: { now?: () => number; send?: ((mail: Mail) => void) | undefined } = {}) {
    this.#now = now;
    this.#send = send;
  }

  /** The e-mails, newest first. */
  mails(): Mail[] {
    const oldest = this.#now() - KEPT_MS;
    this.#mails = this.#mails.filter(({ at }) => at > oldest);
    return this.#mails.toReversed();
  }

  post(to: string, kind: Kind, redirectTo: string, tokenHash = ''): void {
    const values: Record<string, string> = { RedirectTo: redirectTo, TokenHash: tokenHash };
    this.#deliver(to, kinds[kind], kind, values);
  }

  /** Sends an account a message with a link into the app. */
  notify(to: string, { title, message, url }: { title: string; message: string; url: string }): void {
    this.#deliver(to, title, 'notice', { Title: title, Message: message, RedirectTo: url });
  }

  #deliver(to: string, subject: string, template: Kind | 'notice', values: Record<string, string>): void {
    const html = templateOf(template).replace(/\{\{ \.(\w+) \}\}/g, (_, name: string) => escaped(values[name] ?? ''));
    const mail: Mail = { to, subject, html, at: this.#now() };
    // Do not await the sending: the response must take the same time whether the account exists or not.
    if (this.#send) this.#send(mail);
    else this.#mails = [...this.#mails.slice(1 - MOST_MAILS), mail];
  }
}
