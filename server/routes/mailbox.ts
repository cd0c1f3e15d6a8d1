// The local mailbox: what the embedded backend would have sent. Drawn by the server, without scripts, on the payments port: a page of the app cannot read it.
// Rule: it answers the machine it runs on, and nobody else; for all others it is not there.
import { type Context, Hono } from 'hono';
import { html, raw } from 'hono/html';
import type { ServerEnv } from '../embedded/gate';
import type { Mail, Mailbox } from '../embedded/mailbox';
import { isOwnMachine } from '../services/callers';
import { mailboxText as text, timeOf } from '../text/mailbox';
import { page, pageHeaders } from './test-pages/layout';

export const MAILBOX_PATH = '/mailbox';

const letter = ({ to, at, subject, html: body }: Mail) => html`<article class="card" aria-label="${subject}, ${to}">
  <p class="row muted"><span>${text.to}: <strong>${to}</strong></span><time datetime="${new Date(at).toISOString()}">${timeOf(at)}</time></p>
  ${raw(body)}
</article>`;

const mailboxPage = (mails: Mail[]) =>
  page(text.title, [
    html`<div class="row"><h1>${text.title}</h1><a class="button" href="${MAILBOX_PATH}">${text.refresh}</a></div><p class="muted">${text.lead}</p>`,
    ...(mails.length > 0
      ? mails.map(letter)
      : [html`<div class="card"><h2>${text.empty}</h2><p>${text.emptyHint}</p></div>`]),
  ]);

export function mailboxRoutes(mailbox: Mailbox, trustProxy: boolean): Hono<ServerEnv> {
  const app = new Hono<ServerEnv>();
  const absent = (c: Context) => c.json({ error: { code: 'not_found', message: 'There is no such route' } }, 404);
  app.get(MAILBOX_PATH, (c) => {
    if (!isOwnMachine(c.env.incoming, trustProxy)) return absent(c);
    const headers = {
      ...pageHeaders(''),
      'X-Frame-Options': 'DENY',
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
    };
    for (const [name, value] of Object.entries(headers)) c.header(name, value);
    return c.html(mailboxPage(mailbox.mails()));
  });
  app.all('*', absent);
  return app;
}
