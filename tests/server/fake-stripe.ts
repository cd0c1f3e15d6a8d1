import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

// A local fake of the Stripe API that the adapter uses, with a log of all requests.

type Json = Record<string, unknown>;

export interface FakeStripe {
  port: number;
  /** The requests in order: `METHOD /path`, and the form or the query. */
  requests: { what: string; form: Record<string, string> }[];
  subscriptions: Map<string, Json>;
  invoices: Map<string, Json>;
  refunds: Json[];
  prices: Json[];
  sessions: Json[];
  taxIds: { id: string; type: string; value: string }[];
  /** If set, every request is answered with this status. */
  broken: number | undefined;
  declines: boolean;
  stop(): Promise<void>;
}

const list = (data: unknown[]) => ({ object: 'list', data, has_more: false, url: '/v1/list' });
const seconds = (at: number) => Math.floor(at / 1000);

export const stripePrice = (lookup_key: string, id = `price_${lookup_key}`) => ({
  id,
  object: 'price',
  active: true,
  billing_scheme: 'per_unit',
  currency: 'eur',
  lookup_key,
  metadata: {},
  product: 'prod_1',
  recurring: {
    interval: lookup_key.includes('yearly') ? 'year' : 'month',
    interval_count: 1,
    meter: null,
    usage_type: 'licensed',
  },
  type: 'recurring',
  unit_amount: Number(lookup_key.split('_').at(-1)),
  unit_amount_decimal: String(lookup_key.split('_').at(-1)),
});

export const stripeSubscription = (id: string, fields: { key?: string; email?: string; now: number } & Json) => {
  const { key = 'sloy_pro_monthly_1500', email = 'buyer@sloy.test', now, ...rest } = fields;
  return {
    id,
    object: 'subscription',
    billing_mode: { type: 'flexible' },
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    collection_method: 'charge_automatically',
    created: seconds(now),
    currency: 'eur',
    customer: { id: `cus_${id}`, object: 'customer', email, metadata: {} },
    items: list([
      {
        id: `si_${id}`,
        object: 'subscription_item',
        current_period_start: seconds(now),
        current_period_end: seconds(now) + 30 * 86_400,
        metadata: {},
        price: stripePrice(key),
        quantity: 1,
        subscription: id,
      },
    ]),
    latest_invoice: `in_${id}`,
    livemode: false,
    metadata: {},
    start_date: seconds(now),
    status: 'active',
    trial_end: null,
    trial_start: null,
    ...rest,
  };
};

export const stripeInvoice = (id: string, subscription: string, fields: { amount: number; now: number } & Json) => {
  const { amount, now, ...rest } = fields;
  return {
    id,
    object: 'invoice',
    amount_due: amount,
    amount_paid: amount,
    attempt_count: 1,
    created: seconds(now),
    currency: 'eur',
    customer: `cus_${subscription}`,
    customer_email: 'buyer@sloy.test',
    description: null,
    hosted_invoice_url: `https://invoice.stripe.com/i/${id}`,
    invoice_pdf: `https://pay.stripe.com/invoice/${id}/pdf`,
    lines: list([
      {
        id: `il_${id}`,
        object: 'line_item',
        description: '1 × Слой Pro (at €15.00 / month)',
        period: { start: seconds(now), end: seconds(now) + 30 * 86_400 },
      },
    ]),
    number: `${id.toUpperCase()}-0001`,
    parent: { type: 'subscription_details', quote_details: null, subscription_details: { metadata: {}, subscription } },
    period_start: seconds(now),
    period_end: seconds(now),
    status: 'paid',
    status_transitions: {
      finalized_at: seconds(now),
      marked_uncollectible_at: null,
      paid_at: seconds(now),
      voided_at: null,
    },
    ...rest,
  };
};

const intentOf = (invoice: string) => `pi_${invoice}`;
const paymentOf = (invoice: string) => ({
  id: `inpay_${invoice}`,
  object: 'invoice_payment',
  amount_paid: 1500,
  invoice,
  payment: { type: 'payment_intent', payment_intent: intentOf(invoice) },
  status: 'paid',
});

export async function startFakeStripe(): Promise<FakeStripe> {
  const fake: FakeStripe = {
    port: 0,
    requests: [],
    subscriptions: new Map(),
    invoices: new Map(),
    refunds: [],
    prices: [],
    sessions: [],
    taxIds: [],
    broken: undefined,
    declines: false,
    stop: async () => undefined,
  };
  const missing = {
    error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such object', param: 'id' },
  };

  const answer = (method: string, path: string, form: Record<string, string>): [number, Json] => {
    if (fake.broken) return [fake.broken, { error: { type: 'api_error', message: 'Something went wrong' } }];
    const [, , noun = '', id = '', verb = ''] = path
      .replace('/checkout/', '/checkout.')
      .replace('/billing_portal/', '/billing_portal.')
      .split('/');
    switch (`${method} ${noun}`) {
      case 'GET prices':
        if (id) return [200, fake.prices.find((price) => price.id === id) ?? missing];
        return [200, list(fake.prices.filter((price) => price.lookup_key === form['lookup_keys[0]']))];
      case 'POST prices': {
        const made = { ...stripePrice(form.lookup_key ?? ''), unit_amount: Number(form.unit_amount) };
        fake.prices.push(made);
        return [200, made];
      }
      case 'GET checkout.sessions':
        return [200, list(fake.sessions.filter((session) => session.status === form.status))];
      case 'POST checkout.sessions': {
        if (verb === 'expire') {
          const found = fake.sessions.find((session) => session.id === id);
          if (found) found.status = 'expired';
          return [200, found ?? missing];
        }
        const made = {
          id: `cs_test_${fake.sessions.length}`,
          object: 'checkout.session',
          status: 'open',
          url: 'https://checkout.stripe.com/c/pay/x',
        };
        fake.sessions.push(made);
        return [200, made];
      }
      case 'GET subscriptions':
        return fake.subscriptions.has(id) ? [200, fake.subscriptions.get(id) as Json] : [404, missing];
      case 'POST subscriptions': {
        if (fake.declines)
          return [402, { error: { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' } }];
        const changed = { ...fake.subscriptions.get(id) };
        if (form.cancel_at_period_end) changed.cancel_at_period_end = form.cancel_at_period_end === 'true';
        if (form.trial_end === 'now') Object.assign(changed, { status: 'active', trial_end: changed.start_date });
        fake.subscriptions.set(id, changed);
        return [200, changed];
      }
      case 'DELETE subscriptions': {
        const ended = { ...fake.subscriptions.get(id), status: 'canceled' };
        fake.subscriptions.set(id, ended);
        return [200, ended];
      }
      case 'GET invoices':
        if (!id) return [200, list([...fake.invoices.values()])];
        return fake.invoices.has(id) ? [200, fake.invoices.get(id) as Json] : [404, missing];
      case 'POST invoices':
        return id === 'create_preview' ? [200, { object: 'invoice', amount_due: 1432 }] : [404, missing];
      case 'GET invoice_payments': {
        const intent = form['payment[payment_intent]'];
        const invoice = form.invoice ?? [...fake.invoices.keys()].find((key) => intentOf(key) === intent);
        return [200, list(invoice ? [paymentOf(invoice)] : [])];
      }
      case 'GET refunds':
        return [200, list(fake.refunds.filter((refund) => refund.payment_intent === form.payment_intent))];
      case 'POST refunds': {
        const refund = {
          id: 're_1',
          object: 'refund',
          amount: 1500,
          payment_intent: form.payment_intent,
          status: 'succeeded',
        };
        fake.refunds.push(refund);
        return [200, refund];
      }
      case 'GET customers':
        return [200, list(fake.taxIds)];
      case 'POST customers': {
        if (verb !== 'tax_ids') return [200, { id: id || 'cus_new', object: 'customer' }];
        if (form.value === 'DE999999999')
          return [400, { error: { type: 'invalid_request_error', code: 'tax_id_invalid', message: 'Invalid value' } }];
        const taxId = { id: `txi_${form.value}`, type: form.type ?? '', value: form.value ?? '' };
        fake.taxIds.push(taxId);
        return [200, { ...taxId, object: 'tax_id' }];
      }
      case 'DELETE customers':
        fake.taxIds = fake.taxIds.filter((taxId) => !path.endsWith(`/${taxId.id}`));
        return [200, { id: path.split('/').at(-1), object: 'tax_id', deleted: true }];
      case 'POST billing_portal.sessions':
        return [200, { id: 'bps_1', object: 'billing_portal.session', url: 'https://billing.stripe.com/p/session/x' }];
      default:
        return [404, missing];
    }
  };

  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? '/', 'http://stripe');
    const form = Object.fromEntries([...url.searchParams, ...new URLSearchParams(Buffer.concat(chunks).toString())]);
    fake.requests.push({ what: `${request.method} ${url.pathname}`, form });
    const [status, body] = answer(request.method ?? '', url.pathname, form);
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_1' }).end(JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  fake.port = (server.address() as AddressInfo).port;
  fake.stop = () =>
    new Promise((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
  return fake;
}
