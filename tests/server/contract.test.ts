import { expect, test } from 'vitest';
import { advance, begin, changed, type Order, refundable } from '../../server/billing/sandbox/lifecycle';

// The functions of lifecycle.ts compute the steps of a subscription from its dates alone, so these tests need no server.

const at = (text: string) => Date.parse(`${text}T10:00:00Z`);
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const order = (change: Partial<Order> = {}): Order => ({
  uid: 'maria',
  email: 'maria@sloy.test',
  plan: 'pro',
  period: 'monthly',
  trialDays: 0,
  ...change,
});
const endsOf = (orders: Order, start: string, until: string[]) => {
  let { contract } = begin(orders, 'pays', at(start));
  return until.map((day) => {
    contract = advance(contract, at(day)).contract;
    return dayOf(contract.end);
  });
};

test.each<[string, Order, string, string[], string[]]>([
  [
    'the 31st stays the 31st after a shorter month',
    order(),
    '2027-01-31',
    ['2027-01-31', '2027-02-28', '2027-03-31'],
    ['2027-02-28', '2027-03-31', '2027-04-30'],
  ],
  [
    'after a trial the periods begin with its last day',
    order({ trialDays: 7 }),
    '2027-01-28',
    ['2027-01-28', '2027-02-04', '2027-03-04'],
    ['2027-02-04', '2027-03-04', '2027-04-04'],
  ],
  [
    'a year ends on its day',
    order({ period: 'yearly' }),
    '2028-02-29',
    ['2028-02-29', '2029-02-28'],
    ['2029-02-28', '2030-02-28'],
  ],
  ['what ended while nobody looked is made up for at once', order(), '2027-01-15', ['2027-04-20'], ['2027-05-15']],
])('%s', (_, ordered, start, until, ends) => expect(endsOf(ordered, start, until)).toEqual(ends));

test('one late update gives the same state as frequent ones', () => {
  const first = begin(order({ trialDays: 7 }), 'pays', at('2027-01-28'));
  const late = advance(first.contract, at('2027-06-01'));
  let { contract } = first;
  const bills = Array.from({ length: 125 }, (_, days) => {
    const step = advance(contract, at('2027-01-28') + days * 86_400_000);
    contract = step.contract;
    return step.bills;
  }).flat();
  expect({ contract, bills }).toEqual({ contract: late.contract, bills: late.bills });
});

test('a card that is declined at the renewal ends the plan three days after the period', () => {
  const { contract } = begin(order(), 'declines-later', at('2027-01-15'));
  expect(advance(contract, at('2027-02-15')).contract.status).toBe('past_due');
  expect(advance(contract, at('2027-02-18') - 1).contract.status).toBe('past_due');
  expect(advance(contract, at('2027-02-18')).contract.status).toBe('canceled');
});

test('a declined card does not upgrade the plan; the credit of a more expensive plan pays for the next period', () => {
  const half = at('2027-01-01') + 14 * 86_400_000;
  const poor = begin(order(), 'declines-later', at('2027-01-01')).contract;
  expect(() => changed(poor, { action: 'change', plan: 'premium', period: 'monthly' }, half)).toThrow('declined');
  const rich = begin(order({ plan: 'premium' }), 'pays', at('2027-01-01')).contract;
  const { contract, bills } = changed(rich, { action: 'change', plan: 'pro', period: 'monthly' }, half);
  expect([contract.plan, contract.credit > 0, bills]).toEqual(['pro', true, []]);
  const [bill] = advance(contract, contract.end).bills;
  expect(bill?.amount_due).toBe(1_500 - contract.credit);
});

test('a payment can be refunded for a day', () => {
  const { bills } = begin(order(), 'pays', at('2027-01-15'));
  expect(refundable(bills, at('2027-01-16'))).toBe(bills[0]);
  expect(refundable(bills, at('2027-01-16') + 1)).toBeUndefined();
});
