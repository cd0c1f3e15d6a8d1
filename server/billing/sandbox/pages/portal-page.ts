// The sandbox's subscription portal: plan, change, cancel, resume, refund, payments. No scripts. Its URL is valid for 30 minutes.
import { Hono } from 'hono';
import { html } from 'hono/html';
import * as v from 'valibot';
import { billingPeriods, centsOf, paidPlans } from '../../../../src/shared/pricing';
import type { ServiceEnv } from '../../../http/guards';
import { notice, page, pageHeaders, pageText } from '../../../http/page-layout';
import { changeSchema } from '../../bodies';
import { type Change, Rejected } from '../../provider';
import { type Bill, type Contract, costOf, dueAt, refundable } from '../lifecycle';
import { describe, numberOf } from '../objects';
import type { SandboxProvider } from '../sandbox-provider';
import { billText, dateOf, euros, portalText as text } from '../sandbox-text';

type Invoices = Awaited<ReturnType<SandboxProvider['invoices']>>;
type Message = { kind: 'good' | 'alert'; words: string } | undefined;

/** Fields of the portal's form: a change that the API accepts, or the payment of an open invoice. */
const formSchema = v.union([changeSchema, v.strictObject({ action: v.literal('pay') })]);

const hidden = (fields: Record<string, string>) =>
  Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);

function stateOf(contract: Contract): string {
  const date = dateOf(dueAt(contract) ?? contract.end);
  if (contract.status !== 'canceled' && contract.cancel_at_period_end) return text.next.ends(date);
  return text.next[contract.status](
    date,
    euros(Math.max(0, centsOf(contract.plan, contract.period) - contract.credit)),
  );
}

/** A two-step confirmation without scripts, for an action that cannot be undone: `details` opens to show the confirming button. */
const careful = (summary: string, explanation: string, action: string) =>
  html`<details><summary>${summary}</summary><div><p>${explanation}</p>
    <form method="post">${hidden({ action })}<button class="danger">${text.confirm}: ${summary.toLowerCase()}</button></form></div></details>`;

/** Describes a refund: the amount, and the plan that it ends or restores. */
function refundWords({ amount_paid, before }: Bill, contract: Contract): string {
  const [cents, plan] = [euros(amount_paid), billText.plans[contract.plan]];
  if (!before) return text.refundEnds(cents, plan);
  const old = `${billText.plans[before.plan]}, ${billText.periods[before.period]}`;
  return text.refundRestores(cents, plan, old, dateOf(before.end));
}

function changes(contract: Contract, now: number) {
  const others = paidPlans
    .flatMap((plan) => billingPeriods.map((period) => ({ plan, period })))
    .filter(({ plan, period }) => plan !== contract.plan || period !== contract.period);
  return html`<section class="card" aria-labelledby="change"><h2 id="change">${text.changeTitle}</h2><ul>
    ${others.map((to) => {
      const cost = costOf(contract, to, now);
      const words =
        cost > 0 ? text.changeCost(euros(cost)) : cost < 0 ? text.changeCredit(euros(-cost)) : text.changeFree;
      const name = text.changeTo(billText.plans[to.plan], billText.periods[to.period]);
      return html`<li class="row"><div><strong>${name}</strong><p>${euros(centsOf(to.plan, to.period))} ${billText.per[to.period]}</p>
        <p class="muted">${words}</p></div>
        <form method="post">${hidden({ action: 'change', ...to })}<button aria-label="${text.change}: ${name}">${text.change}</button></form></li>`;
    })}</ul></section>`;
}

function payments(invoices: Invoices) {
  const head = html`<h2 id="payments">${text.invoicesTitle}</h2>`;
  if (invoices.length === 0)
    return html`<section class="card" aria-labelledby="payments">${head}<p>${text.noInvoices}</p></section>`;
  return html`<section class="card" aria-labelledby="payments">${head}<ul>${invoices.map(
    (invoice) => html`<li class="row"><div><strong>${numberOf(invoice.subscription_id, invoice.ordinal)}</strong>
      <p>${describe(invoice)}</p><p class="muted">${dateOf(invoice.created_at)}</p></div>
      <div class="end"><strong>${euros(invoice.amount_due)}</strong><span class="chip ${invoice.status}">${text.invoiceStatus[invoice.status]}</span></div></li>`,
  )}</ul></section>`;
}

function portalPage(id: string, contract: Contract, invoices: Invoices, back: string, message: Message, now: number) {
  const own = invoices.filter((invoice) => invoice.subscription_id === id);
  const refund = refundable(own, now);
  const unpaid = contract.status === 'past_due' ? own.find(({ status }) => status === 'failed') : undefined;
  const running = contract.status === 'active' || contract.status === 'trialing';
  const ending = contract.cancel_at_period_end;
  return page(text.title, [
    html`<h1>${text.title}</h1>`,
    ...(message
      ? [
          html`<div class="${message.kind}" role="${message.kind === 'alert' ? 'alert' : 'status'}">${message.words}</div>`,
        ]
      : []),
    html`<section class="card" aria-labelledby="plan">
      <div class="row"><h2 id="plan">${billText.plans[contract.plan]}, ${billText.periods[contract.period]}</h2>
        <span class="chip ${contract.status}">${text.status[contract.status]}</span></div>
      <p>${stateOf(contract)}</p>
      ${contract.company ? html`<p class="muted">${text.company(contract.company.name, contract.company.company_id || contract.company.vat_number)}</p>` : ''}
      ${running && ending ? html`<form method="post">${hidden({ action: 'resume' })}<button class="primary">${text.resume}</button></form>` : ''}
      <p><a class="button" href="${back}">${pageText.back}</a></p>
    </section>`,
    ...(running ? [changes(contract, now)] : []),
    ...(unpaid
      ? [
          html`<section class="card" aria-labelledby="pay"><h2 id="pay">${text.payTitle}</h2><p>${text.payText(euros(unpaid.amount_due))}</p>
          <form method="post">${hidden({ action: 'pay' })}<button class="primary">${text.pay(euros(unpaid.amount_due))}</button></form></section>`,
        ]
      : []),
    ...(refund && contract.status !== 'canceled'
      ? [
          html`<section class="card" aria-labelledby="refund"><h2 id="refund">${text.refundTitle}</h2>
          ${careful(text.refund, refundWords(refund, contract), 'refund')}</section>`,
        ]
      : []),
    ...(contract.status !== 'canceled' && !ending
      ? [
          html`<section class="card" aria-labelledby="end"><h2 id="end">${text.cancelTitle}</h2>
          ${careful(text.cancel, text.cancelText(dateOf(dueAt(contract) ?? contract.end)), 'cancel')}</section>`,
        ]
      : []),
    payments(invoices),
  ]);
}

export function portalPages(provider: SandboxProvider, now: () => number): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>();
  app.on(['GET', 'POST'], '/:pass', async (c) => {
    const visitor = await provider.readPortalPass(c.req.param('pass'));
    const back = visitor?.returnUrl;
    for (const [name, value] of Object.entries(pageHeaders(back ? new URL(back).origin : ''))) c.header(name, value);
    if (!visitor || !back) return c.html(notice(text.closedTitle, text.closed, undefined), 403);
    const found = await provider.subscriptionOf(visitor.uid);
    if (!found) return c.html(notice(text.none, text.noneText, back));
    let message: Message;
    if (c.req.method === 'POST') {
      const form = v.safeParse(formSchema, Object.fromEntries(new URLSearchParams(await c.req.text())));
      if (!form.success) return c.redirect(c.req.path, 303);
      const rejected = await tryChange(provider, found.id, form.output);
      // Redirect after the POST, so that a reload does not repeat the action.
      if (!rejected) return c.redirect(`${c.req.path}?done=${form.output.action}`, 303);
      message = { kind: 'alert', words: text.rejected[rejected.code] };
    } else {
      const done = c.req.query('done');
      if (done && Object.hasOwn(text.done, done))
        message = { kind: 'good', words: text.done[done as keyof typeof text.done] };
    }
    return c.html(
      portalPage(found.id, found.contract, await provider.invoices(visitor.uid), back, message, now()),
      message?.kind === 'alert' ? 409 : 200,
    );
  });
  return app;
}

async function tryChange(
  provider: SandboxProvider,
  id: string,
  change: Change | { action: 'pay' },
): Promise<Rejected | undefined> {
  try {
    if (change.action === 'pay') await provider.payOpen(id);
    else await provider.change({ id, customer_id: null }, change);
    return undefined;
  } catch (error) {
    if (error instanceof Rejected) return error;
    throw error;
  }
}
