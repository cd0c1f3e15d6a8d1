/**
 * The lifecycle of a sandbox subscription: bought, renewed, changed, cancelled, refunded, ended.
 * Guarantees: pure functions; automatic steps have the same result, however late they are computed.
 */
import { REFUND_HOURS } from '../../../src/shared/app-limits';
import type { Company } from '../../../src/shared/company';
import { type BillingPeriod, centsOf, changeCost, type PaidPlan, periodEnd } from '../../../src/shared/pricing';
import { type Change, Rejected } from '../provider';

const DAY_MS = 86_400_000;
/** Time between a declined renewal and the end of access (ms). */
export const GRACE_MS = 3 * DAY_MS;

/** Test cards: `pays` always pays; `declined` fails at once and is never stored; `declines-later` pays now and fails at the renewal. */
export type Card = 'pays' | 'declined' | 'declines-later';

export interface Contract {
  uid: string;
  email: string;
  /** The company on the invoices; absent or null for a person. */
  company?: Company | null | undefined;
  plan: PaidPlan;
  period: BillingPeriod;
  status: 'trialing' | 'active' | 'past_due' | 'canceled';
  /** Start of the current paid or trial period (Unix time, ms). */
  start: number;
  end: number;
  /** Day of the month on which each period begins. */
  day: number;
  trial_end: number | null;
  cancel_at_period_end: boolean;
  started_at: number;
  /** Credit left over from a more expensive plan (cents). */
  credit: number;
  card: Card;
  failed_at: number | null;
  /** Number of invoices so far. */
  invoices: number;
}

/** The fields of a contract that a plan change replaces. */
export type Term = Pick<Contract, 'plan' | 'period' | 'start' | 'end' | 'day' | 'credit' | 'cancel_at_period_end'>;

export interface Bill {
  status: 'succeeded' | 'failed' | 'refunded';
  amount_paid: number;
  amount_due: number;
  refunded: number;
  reason: 'trial' | 'period' | 'change';
  plan: PaidPlan;
  period: BillingPeriod;
  period_start: number;
  period_end: number;
  created_at: number;
  /** When a declined renewal was paid; other bills are paid when they are created. */
  paid_at?: number | undefined;
  /** On the bill of a plan change: the previous terms, which a refund restores. */
  before?: Term | undefined;
  /** 1 for the first bill of the subscription. */
  ordinal: number;
}

/** Event types of a subscription. Invoices have event types of their own. */
export type EventType =
  | 'checkout.session.completed'
  | 'customer.subscription.created'
  | 'customer.subscription.updated'
  | 'customer.subscription.deleted';

export interface Step {
  contract: Contract;
  /** New invoices. */
  bills: Bill[];
  events: EventType[];
}

const isRunning = ({ status }: Contract) => status === 'trialing' || status === 'active';

/** Unix time (ms) of the next automatic step; null if the contract was canceled. */
export const dueAt = (contract: Contract): number | null => {
  if (contract.status === 'canceled') return null;
  return contract.status === 'past_due' ? (contract.failed_at ?? contract.end) + GRACE_MS : contract.end;
};

function billOf(contract: Contract, reason: Bill['reason'], amount: number, at: number, failed = false): Bill {
  return {
    status: failed ? 'failed' : 'succeeded',
    amount_paid: failed ? 0 : amount,
    amount_due: amount,
    refunded: 0,
    reason,
    plan: contract.plan,
    period: contract.period,
    period_start: contract.start,
    period_end: contract.end,
    created_at: at,
    ordinal: contract.invoices,
  };
}

export interface Order {
  uid: string;
  email: string;
  company?: Company | null | undefined;
  plan: PaidPlan;
  period: BillingPeriod;
  trialDays: number;
}

export function begin(order: Order, card: Card, now: number): Step {
  const { uid, email, company, plan, period, trialDays } = order;
  const trial = trialDays > 0;
  const end = trial ? now + trialDays * DAY_MS : periodEnd(now, period);
  const contract: Contract = {
    uid,
    email,
    company,
    plan,
    period,
    status: trial ? 'trialing' : 'active',
    start: now,
    end,
    day: new Date(trial ? end : now).getUTCDate(),
    trial_end: trial ? end : null,
    cancel_at_period_end: false,
    started_at: now,
    credit: 0,
    card,
    failed_at: null,
    invoices: 1,
  };
  const bill = billOf(contract, trial ? 'trial' : 'period', trial ? 0 : centsOf(plan, period), now);
  return { contract, bills: [bill], events: ['checkout.session.completed', 'customer.subscription.created'] };
}

/** Applies, in order, every automatic step that is due by `now`. */
export function advance(before: Contract, now: number): Step {
  let contract = before;
  const bills: Bill[] = [];
  const events: EventType[] = [];
  for (let due = dueAt(contract); due !== null && due <= now; due = dueAt(contract)) {
    if (contract.cancel_at_period_end || contract.status === 'past_due') {
      contract = { ...contract, status: 'canceled' };
      events.push('customer.subscription.deleted');
      continue;
    }
    const price = centsOf(contract.plan, contract.period);
    const amount = Math.max(0, price - contract.credit);
    const next = {
      ...contract,
      start: contract.end,
      end: periodEnd(contract.end, contract.period, contract.day),
      invoices: contract.invoices + 1,
    };
    if (contract.card === 'declines-later' && amount > 0) {
      contract = { ...contract, status: 'past_due', failed_at: due, invoices: next.invoices };
      bills.push({ ...billOf(contract, 'period', amount, due, true), period_start: next.start, period_end: next.end });
      events.push('customer.subscription.updated');
    } else {
      contract = { ...next, status: 'active', credit: contract.credit - (price - amount) };
      bills.push(billOf(contract, 'period', amount, due));
      events.push('customer.subscription.updated');
    }
  }
  return { contract, bills, events };
}

/** Price of a plan change now (cents); a negative amount becomes credit. */
export const costOf = (contract: Contract, to: { plan: PaidPlan; period: BillingPeriod }, now: number): number =>
  contract.status === 'trialing' ? 0 : changeCost(contract, to, now) - contract.credit;

const termOf = ({ plan, period, start, end, day, credit, cancel_at_period_end }: Contract): Term => ({
  plan,
  period,
  start,
  end,
  day,
  credit,
  cancel_at_period_end,
});

function move(contract: Contract, to: { plan: PaidPlan; period: BillingPeriod }, now: number): Step {
  if (!isRunning(contract)) throw new Rejected('not_running', 'The subscription does not run');
  if (to.plan === contract.plan && to.period === contract.period)
    throw new Rejected('same_plan', 'This is the plan already');
  const cost = costOf(contract, to, now);
  if (cost > 0 && contract.card !== 'pays') throw new Rejected('card_declined', 'The card was declined');
  const renewed = contract.status === 'active' && to.period !== contract.period;
  const span = renewed ? { start: now, end: periodEnd(now, to.period), day: new Date(now).getUTCDate() } : {};
  const moved: Contract = { ...contract, plan: to.plan, period: to.period, ...span, cancel_at_period_end: false };
  if (contract.status === 'trialing') return { contract: moved, bills: [], events: ['customer.subscription.updated'] };
  if (cost <= 0) return { contract: { ...moved, credit: -cost }, bills: [], events: ['customer.subscription.updated'] };
  const billed = { ...moved, credit: 0, invoices: contract.invoices + 1 };
  const bill = { ...billOf(billed, 'change', cost, now), before: termOf(contract) };
  return { contract: billed, bills: [bill], events: ['customer.subscription.updated'] };
}

/** Applies a change. `refunded` is the bill whose payment a refund returns (see `refundable`). @throws Rejected */
export function changed(contract: Contract, change: Change, now: number, refunded?: Bill): Step {
  if (change.action === 'end-trial')
    return contract.status === 'trialing'
      ? advance({ ...contract, end: now, trial_end: now, day: new Date(now).getUTCDate() }, now)
      : { contract, bills: [], events: [] };
  if (contract.status === 'canceled') throw new Rejected('not_running', 'The subscription does not run');
  switch (change.action) {
    case 'change':
      return move(contract, change, now);
    case 'cancel':
      if (contract.cancel_at_period_end) throw new Rejected('already_cancelled', 'The subscription ends already');
      if (contract.status === 'past_due')
        return { contract: { ...contract, status: 'canceled' }, bills: [], events: ['customer.subscription.deleted'] };
      return {
        contract: { ...contract, cancel_at_period_end: true },
        bills: [],
        events: ['customer.subscription.updated'],
      };
    case 'resume':
      if (!contract.cancel_at_period_end) throw new Rejected('not_running', 'The subscription was not cancelled');
      return {
        contract: { ...contract, cancel_at_period_end: false },
        bills: [],
        events: ['customer.subscription.updated'],
      };
    case 'refund':
      // The refund undoes a plan change: restore the previous plan and period.
      if (refunded?.before)
        return { contract: { ...contract, ...refunded.before }, bills: [], events: ['customer.subscription.updated'] };
      return {
        contract: { ...contract, status: 'canceled', end: now },
        bills: [],
        events: ['customer.subscription.deleted'],
      };
  }
}

/** The last moment at which a payment can be refunded (ms). */
export const refundEnd = (bill: Bill): number => (bill.paid_at ?? bill.created_at) + REFUND_HOURS * 3_600_000;

/** The payment to refund: the newest one within the refund window. `bills` must be sorted newest first. */
export const refundable = <T extends Bill>(bills: T[], now: number): T | undefined =>
  bills.find((bill) => bill.status === 'succeeded' && bill.amount_paid > 0 && now <= refundEnd(bill));

/** Pays a declined renewal. The plan continues as if the renewal had been paid in time. @throws Rejected */
export function paidLate(contract: Contract, bill: Bill): Step {
  if (contract.status !== 'past_due') throw new Rejected('not_running', 'There is no open payment');
  const { period_start: start, period_end: end, amount_due } = bill;
  const credit = contract.credit - (centsOf(contract.plan, contract.period) - amount_due);
  const paid: Contract = { ...contract, status: 'active', card: 'pays', failed_at: null, start, end, credit };
  return { contract: paid, bills: [], events: ['customer.subscription.updated'] };
}
