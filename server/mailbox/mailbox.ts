/**
 * The e-mail of the embedded backend. With SMTP_URL it is sent (smtp.ts). Otherwise the last e-mails stay in memory, and only this machine can
 * read them (mailbox-page.ts).
 * Rule: an e-mail contains a key to an account, so it never goes to the disk, a log or an API answer.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { readFileSync } from 'node:fs';

/** How many e-mails are kept, and for how long (ms). */
const MOST_MAILS = 100;
const KEPT_MS = 24 * 60 * 60_000;

const kinds = {
  'magic-link': 'Връзка за вход в Слой',
  recovery: 'Нова парола за Слой',
  address: 'Потвърдете адреса си за Слой',
  'no-account': 'Няма профил с този имейл адрес',
} as const;
type Kind = keyof typeof kinds;

/** Twins: supabase/config.toml names the first two for a hosted project, which fills them in itself. */
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
  /** Our own template with escaped values: no caller wrote any part of it. */
  html: string;
  /** In ms since the epoch. */
  at: number;
}

interface MailRequest {
  /** Target of the e-mail's link, without its token. */
  redirectTo: string;
  /** The kind to send instead of a sign-in link. */
  kind: Kind | undefined;
  posted: number;
  tokenHash: string | undefined;
}

/** Rejects other kinds of e-mail. The request policy does not let anybody request them. */
const rejectOther = (): Promise<void> => Promise.reject(new Error('This kind of e-mail is never sent'));

export class Mailbox {
  readonly #request = new AsyncLocalStorage<MailRequest>();
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

  /** A message to an account with a link into the app. */
  notify(to: string, { title, message, url }: { title: string; message: string; url: string }): void {
    this.#deliver(to, title, 'notice', { Title: title, Message: message, RedirectTo: url });
  }

  #deliver(to: string, subject: string, template: Kind | 'notice', values: Record<string, string>): void {
    const html = templateOf(template).replace(/\{\{ \.(\w+) \}\}/g, (_, name: string) => escaped(values[name] ?? ''));
    const mail: Mail = { to, subject, html, at: this.#now() };
    // Not awaited: the answer must take the same time whether there is an account or not.
    if (this.#send) this.#send(mail);
    else this.#mails = [...this.#mails.slice(1 - MOST_MAILS), mail];
  }

  /**
   * Runs `work`; e-mails posted meanwhile link to `redirectTo`.
   * @param kind is sent instead of a sign-in link
   * @returns its result, the number of e-mails and the token of the last one
   */
  async during<T>(
    redirectTo: string,
    work: () => Promise<T>,
    kind?: Kind,
  ): Promise<{ result: T; posted: number; tokenHash: string | undefined }> {
    const request: MailRequest = { redirectTo, kind, posted: 0, tokenHash: undefined };
    const result = await this.#request.run(request, work);
    return { result, posted: request.posted, tokenHash: request.tokenHash };
  }

  /** lite's mailer interface. lite passes the address, the link's token and a code that the product does not use. */
  readonly mailer = {
    sendMagicLink: async (to: string, tokenHash: string) => this.#postRequested(to, 'magic-link', tokenHash),
    sendRecovery: async (to: string, tokenHash: string) => this.#postRequested(to, 'recovery', tokenHash),
    sendConfirmation: rejectOther,
    sendEmailChange: rejectOther,
    sendReauthentication: rejectOther,
  };

  #postRequested(to: string, kind: Kind, tokenHash: string): void {
    const request = this.#request.getStore();
    if (!request) throw new Error(`A mail (${kind}) that no request asked for`);
    request.posted += 1;
    request.tokenHash = tokenHash;
    this.post(to, request.kind ?? kind, request.redirectTo, tokenHash);
  }
}
