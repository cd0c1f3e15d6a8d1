/**
 * The mail of the embedded backend. Nothing is sent: the last mails stay in memory, and the machine itself reads them (server/mailbox/mailbox-page.ts).
 * Rule: a mail is a key to an account: it is never written to the disk, to a log or into an answer of the API.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { readFileSync } from 'node:fs';

/** Mails that are kept, and for how long, ms. */
const MOST_MAILS = 100;
const KEPT_MS = 24 * 60 * 60_000;

const kinds = {
  'magic-link': 'Връзка за вход в Слой',
  recovery: 'Нова парола за Слой',
  'no-account': 'Няма профил с този имейл адрес',
} as const;
type Kind = keyof typeof kinds;

/** Twins: supabase/config.toml names the first two for a hosted project, whose own service fills them in. */
const templates = new Map<Kind, string>();
function templateOf(kind: Kind): string {
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
  /** Our own template with escaped values: nothing in it was written by a caller. */
  html: string;
  /** ms since the epoch. */
  at: number;
}

interface Asking {
  /** Where the link of the mail leads, without its key. */
  redirectTo: string;
  posted: number;
}

/** The gate lets nobody ask for other mails. */
const nothingElse = (): Promise<void> => Promise.reject(new Error('A mail of a kind that is not sent'));

export class Mailbox {
  readonly #asking = new AsyncLocalStorage<Asking>();
  readonly #now: () => number;
  #mails: Mail[] = [];

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** The newest first. */
  mails(): Mail[] {
    const oldest = this.#now() - KEPT_MS;
    this.#mails = this.#mails.filter(({ at }) => at > oldest);
    return this.#mails.toReversed();
  }

  post(to: string, kind: Kind, redirectTo: string, tokenHash = ''): void {
    const values: Record<string, string> = { RedirectTo: redirectTo, TokenHash: tokenHash };
    const html = templateOf(kind).replace(/\{\{ \.(\w+) \}\}/g, (_, name: string) => escaped(values[name] ?? ''));
    this.#mails = [...this.#mails.slice(1 - MOST_MAILS), { to, subject: kinds[kind], html, at: this.#now() }];
  }

  /** Does something that may post mails whose links lead to `redirectTo`. @returns what it returns, and how many mails there were */
  async during<T>(redirectTo: string, work: () => Promise<T>): Promise<{ result: T; posted: number }> {
    const asking: Asking = { redirectTo, posted: 0 };
    const result = await this.#asking.run(asking, work);
    return { result, posted: asking.posted };
  }

  /** What lite calls when it has a mail to send: the address, the key of the link, the code that nobody types here. */
  readonly mailer = {
    sendMagicLink: async (to: string, tokenHash: string) => this.#postAsked(to, 'magic-link', tokenHash),
    sendRecovery: async (to: string, tokenHash: string) => this.#postAsked(to, 'recovery', tokenHash),
    sendConfirmation: nothingElse,
    sendEmailChange: nothingElse,
    sendReauthentication: nothingElse,
  };

  #postAsked(to: string, kind: Kind, tokenHash: string): void {
    const asking = this.#asking.getStore();
    if (!asking) throw new Error(`A mail (${kind}) that nobody asked for`);
    asking.posted += 1;
    this.post(to, kind, asking.redirectTo, tokenHash);
  }
}
