/**
 * Sends the e-mails of the embedded backend over SMTP.
 * Guarantees: never throws and never delays a response; tries three times.
 * Rule: log only the error code. An e-mail's link gives access to an account, and its address is personal data.
 */
import { setTimeout as after } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import type { Settings, SmtpSettings } from '../ops/settings';
import { log } from '../telemetry/log';
import type { Mail } from './mailbox';

/** Warning to print if a server on the network sends no e-mails, or sends links that other machines cannot open; otherwise empty. */
export function mailWarning({
  reachable,
  smtp,
  allowedOrigins,
}: Pick<Settings, 'reachable' | 'smtp' | 'allowedOrigins'>): string {
  if (reachable && !smtp)
    return `
  E-mail addresses cannot be proven: without SMTP_URL no link is sent. Administrator rights and plans that come by an address need that proof.
`;
  if (reachable && smtp && allowedOrigins.length === 0)
    return `
  The links in e-mails lead to localhost: set ALLOWED_ORIGINS to the address of the app, for example https://school.example.
`;
  return '';
}

const TIMEOUT_MS = 20_000;
/** Pauses before the second and the third attempt (ms). */
const PAUSES_MS = [5_000, 30_000];

const decoded = (html: string) =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

/** Converts an e-mail to plain text; the URL follows the text of a link. */
export const plainText = (html: string): string =>
  decoded(
    html
      .replaceAll(/<a [^>]*href="([^"]*)"[^>]*>([^<]*)<\/a>/g, '$2: $1')
      .replaceAll(/<\/(h2|p)>/g, '\n')
      .replaceAll(/<[^>]+>/g, ''),
  ).trim();

export function smtpSender({ url, from }: SmtpSettings, pausesMs = PAUSES_MS): (mail: Mail) => void {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const send = async ({ to, subject, html }: Mail): Promise<void> => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        // Pass an object, so that nodemailer does not parse the address as a list of addresses.
        await transport.sendMail({ from, to: { name: '', address: to }, subject, html, text: plainText(html) });
        return;
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
        log.error({ code, attempt: attempt + 1 }, 'mail not sent');
        const pause = pausesMs[attempt];
        if (pause === undefined) return;
        await after(pause, undefined, { ref: false });
      }
    }
  };
  return (mail) => void send(mail);
}
