import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localInvoices } from '@/features/billing/rules/invoices';
import { billingPeriods, centsOf, changeCost, eurosOf, levaOf, paidPlans, periodEnd } from '@/shared/pricing';

describe('prices', () => {
  it.each([
    ['pro', 'monthly', 15, 29],
    ['pro', 'yearly', 144, 281],
    ['premium', 'monthly', 30, 59],
    ['premium', 'yearly', 288, 562],
    ['free', 'monthly', 0, 0],
    ['free', 'yearly', 0, 0],
  ] as const)('of %s %s are %d euros, crossed %d leva', (plan, period, euros, leva) => {
    expect([eurosOf(plan, period), levaOf(plan, period)]).toEqual([euros, leva]);
  });

  it('are charged in whole cents, and a year saves a fifth', () => {
    for (const plan of paidPlans) {
      for (const period of billingPeriods) expect(centsOf(plan, period)).toBe(eurosOf(plan, period) * 100);
      expect(eurosOf(plan, 'yearly')).toBe(Math.round(eurosOf(plan, 'monthly') * 12 * 0.8));
    }
  });
});

const moment = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2040, 0, 1) });
const period = fc.constantFrom(...billingPeriods);
const plan = fc.constantFrom(...paidPlans);

describe('a period', () => {
  it('ends on the same day of the next month or year, or on its last day', () => {
    expect(new Date(periodEnd(Date.UTC(2027, 0, 31, 9), 'monthly')).toISOString()).toBe('2027-02-28T09:00:00.000Z');
    expect(new Date(periodEnd(Date.UTC(2027, 1, 28, 9), 'monthly', 31)).toISOString()).toBe('2027-03-31T09:00:00.000Z');
    expect(new Date(periodEnd(Date.UTC(2028, 1, 29), 'yearly')).toISOString()).toBe('2029-02-28T00:00:00.000Z');
    expect(new Date(periodEnd(Date.UTC(2026, 11, 15), 'monthly')).toISOString()).toBe('2027-01-15T00:00:00.000Z');
  });

  it('has 28 to 31 or 365 to 366 days and ends at the same hour', () => {
    fc.assert(
      fc.property(moment, period, (start, length) => {
        const end = periodEnd(start, length);
        const days = (end - start) / 86_400_000;
        expect(Number.isInteger(days)).toBe(true);
        expect(days).toBeGreaterThanOrEqual(length === 'monthly' ? 28 : 365);
        expect(days).toBeLessThanOrEqual(length === 'monthly' ? 31 : 366);
      }),
    );
  });

  it('of a month, twelve times, is a year if the day is kept', () => {
    fc.assert(
      fc.property(moment, (start) => {
        const day = new Date(start).getUTCDate();
        let at = start;
        for (let n = 0; n < 12; n += 1) at = periodEnd(at, 'monthly', day);
        expect(at).toBe(periodEnd(start, 'yearly', day));
      }),
    );
  });
});

describe('a change of plan', () => {
  const term = fc
    .record({ plan, period, start: moment })
    .map((from) => ({ ...from, end: periodEnd(from.start, from.period) }));

  it('costs nothing without a difference, and a change that is undone costs nothing', () => {
    fc.assert(
      fc.property(term, plan, fc.double({ min: 0, max: 1, noNaN: true }), (from, other, share) => {
        const now = from.start + Math.round((from.end - from.start) * share);
        expect(Math.abs(changeCost(from, from, now))).toBe(0);
        const to = { plan: other, period: from.period };
        // The cost of each of the two changes is rounded (half a cent goes up), so their sum may be one cent instead of 0.
        expect(
          Math.abs(changeCost(from, to, now) + changeCost({ ...from, plan: other }, from, now)),
        ).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('costs whole cents, at most the new price, and credits at most the paid price', () => {
    fc.assert(
      fc.property(term, plan, period, moment, (from, toPlan, toPeriod, now) => {
        const cost = changeCost(from, { plan: toPlan, period: toPeriod }, now);
        expect(Number.isInteger(cost)).toBe(true);
        expect(cost).toBeLessThanOrEqual(centsOf(toPlan, toPeriod));
        expect(cost).toBeGreaterThanOrEqual(-centsOf(from.plan, from.period));
      }),
    );
  });
});

describe('the computed invoice list', () => {
  const now = Date.UTC(2026, 10, 20);
  const list = (created_at: string, plan: 'free' | 'pro' | 'premium', trial_ends_at: string | null = null) =>
    localInvoices(
      { created_at, trial_ends_at, has_pro_plan: plan === 'pro', has_premium_plan: plan === 'premium' },
      now,
    );

  it('has one paid invoice for each started month, newest first', () => {
    expect(
      list('2026-08-31T10:00:00.000Z', 'premium').map(({ number, amount_paid, status }) => [
        number,
        amount_paid,
        status,
      ]),
    ).toEqual([
      ['INV-2026-10-003', 3000, 'paid'],
      ['INV-2026-09-002', 3000, 'paid'],
      ['INV-2026-08-001', 3000, 'paid'],
    ]);
    expect(list('2026-11-19T00:00:00.000Z', 'pro').map(({ amount_due }) => amount_due)).toEqual([1500]);
  });

  it('has none during a trial, and the first at its end', () => {
    expect(list('2026-11-15T10:00:00.000Z', 'pro', '2026-11-22T10:00:00.000Z')).toEqual([]);
    expect(list('2026-09-15T10:00:00.000Z', 'pro', '2026-10-22T10:00:00.000Z').map(({ number }) => number)).toEqual([
      'INV-2026-10-001',
    ]);
  });

  it('is empty for free accounts and future times, and limited for damaged ones', () => {
    expect([list('2026-01-01', 'free'), list('2027-01-01', 'pro'), list('never', 'pro')]).toEqual([[], [], []]);
    expect(list('1970-01-01', 'pro').length).toBe(120);
  });
});
