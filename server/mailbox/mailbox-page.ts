// The local mailbox page: the e-mails that the embedded backend would have sent. It is server-rendered on the service port, so that no page of the
// app can read it. Rule: answer only requests from this machine that know the key, which `npm start` prints; all others get 404.
import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import { isOwnMachine } from '../http/caller-address';
import { fail, type ServiceEnv } from '../http/guards';
import { page, pageHeaders } from '../http/page-layout';
import type { Mail, Mailbox } from './mailbox';
import { mailboxText as text, timeOf } from './mailbox-text';

/** A path that nobody can guess, for one start of the server. */
export const newMailboxPath = () => `/mailbox/${randomBytes(18).toString('base64url')}`;

const mailCard = ({ to, at, subject, html: body }: Mail) => html`<article class="card" aria-label="${subject}, ${to}">
  <p class="row muted"><span>${text.to}: <strong>${to}</strong></span><time datetime="${new Date(at).toISOString()}">${timeOf(at)}</time></p>
  ${raw(body)}
</article>`;

const mailboxPage = (mails: Mail[], path: string) =>
  page(text.title, [
    html`<div class="row"><h1>${text.title}</h1><a class="button" href="${path}">${text.refresh}</a></div><p class="muted">${text.lead}</p>`,
    ...(mails.length > 0
      ? mails.map(mailCard)
      : [html`<div class="card"><h2>${text.empty}</h2><p>${text.emptyHint}</p></div>`]),
  ]);

export function mailboxRoutes(mailbox: Mailbox, path: string): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>();
  app.get(path, (c) => {
    const { incoming } = c.env ?? {};
    if (!incoming || !isOwnMachine(incoming, false)) return fail(c, 'not_found', 'Not found');
    const headers = {
      ...pageHeaders(''),
      'X-Frame-Options': 'DENY',
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
    };
    for (const [name, value] of Object.entries(headers)) c.header(name, value);
    return c.html(mailboxPage(mailbox.mails(), path));
  });
  return app;
}
