// The sandbox checkout: a server-rendered page without scripts. Only the buyer knows its URL, which acts as the key.
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { centsOf } from '../../../../src/shared/pricing';
import type { ServiceEnv } from '../../../http/guards';
import { notice, page, pageHeaders } from '../../../http/page-layout';
import type { Card } from '../lifecycle';
import type { SandboxProvider } from '../sandbox-provider';
import { billText, euros, checkoutText as text } from '../sandbox-text';

const cards = ['pays', 'declined', 'declines-later'] as const satisfies Card[];
type Checkout = NonNullable<Awaited<ReturnType<SandboxProvider['checkout']>>>['body'];

function orderPage(order: Checkout, declined: boolean) {
  const price = euros(centsOf(order.plan, order.period));
  const per = billText.per[order.period];
  const trial = order.trialDays > 0;
  return page(text.title, [
    html`<h1>${text.title}</h1>`,
    ...(declined
      ? [html`<div class="alert" role="alert"><strong>${text.declinedTitle}</strong>${text.declined}</div>`]
      : []),
    html`<section class="card" aria-labelledby="order">
      <h2 id="order">${text.order}</h2>
      <div class="row"><span>${billText.plans[order.plan]}, ${billText.periods[order.period]}</span><strong>${price} ${per}</strong></div>
      <div class="row"><span>${text.today}</span><span class="sum">${trial ? euros(0) : price}</span></div>
      <p class="muted">${trial ? text.trial(order.trialDays, price, per) : text.renews(price, per)} ${text.refund}</p>
      <dl><div><dt>${text.email}</dt><dd>${order.email}</dd></div></dl>
      <p class="muted">${text.emailLocked}</p>
    </section>`,
    html`<form method="post" class="card">
      <p class="note">${text.testNote}</p>
      <fieldset>
        <legend>${text.cards}</legend>
        ${cards.map(
          (card) => html`<label><input type="radio" name="card" value="${card}" ${card === 'pays' ? 'checked' : ''}>
            <span>${text.card[card].name}<small>${text.card[card].number}</small></span></label>`,
        )}
      </fieldset>
      <button class="primary">${trial ? text.startTrial : text.pay(price)}</button>
      <a class="button" href="${order.cancel_url}">${text.cancel}</a>
    </form>`,
  ]);
}

export function checkoutPages(provider: SandboxProvider): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>();
  const pathOf = (c: Context) => c.req.param('id') ?? '';
  const withHeaders = (c: Context, order: Checkout | undefined) => {
    for (const [name, value] of Object.entries(pageHeaders(order ? new URL(order.success_url).origin : '')))
      c.header(name, value);
  };

  app.get('/:id{cs_test_[0-9a-f]{36}}', async (c) => {
    const found = await provider.checkout(pathOf(c));
    withHeaders(c, found?.body);
    if (!found) return c.html(notice(text.missingTitle, text.missing, undefined), 404);
    if (found.body.status === 'complete')
      return c.html(notice(text.completeTitle, text.complete, found.body.success_url));
    if (found.body.status === 'expired')
      return c.html(notice(text.expiredTitle, text.expired, found.body.cancel_url), 410);
    return c.html(orderPage(found.body, false));
  });

  app.post('/:id{cs_test_[0-9a-f]{36}}', async (c) => {
    const chosen = new URLSearchParams(await c.req.text()).get('card');
    const card = cards.find((name) => name === chosen);
    const found = await provider.checkout(pathOf(c));
    withHeaders(c, found?.body);
    if (!found) return c.html(notice(text.missingTitle, text.missing, undefined), 404);
    const paid = card ? await provider.pay(found.id, card) : 'declined';
    if (paid === 'complete') return c.redirect(found.body.success_url, 303);
    if (paid === 'declined') return c.html(orderPage(found.body, true), 402);
    return c.html(notice(text.expiredTitle, text.expired, found.body.cancel_url), 410);
  });
  return app;
}
