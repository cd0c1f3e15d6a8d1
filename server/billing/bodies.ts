// Schemas of the billing routes' request bodies. Rule: unknown fields are ignored, and no body contains a return URL.
import * as v from 'valibot';
import { billingPeriods, paidPlans } from '../../src/domain/pricing';

const email = v.pipe(v.string(), v.maxLength(320), v.includes('@'));
const choice = { plan: v.picklist(paidPlans), period: v.picklist(billingPeriods) };

export const checkoutSchema = v.strictObject(choice);
export const changeOfferSchema = v.strictObject(choice);
export const checkSchema = v.strictObject({ email: v.optional(email) });
export const changeSchema = v.variant('action', [
  v.strictObject({ action: v.literal('change'), ...choice }),
  v.strictObject({ action: v.literal('cancel') }),
  v.strictObject({ action: v.literal('resume') }),
  v.strictObject({ action: v.literal('refund') }),
]);
export const nothingSchema = v.strictObject({});
export const pageSchema = v.object({
  limit: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.transform(Number), v.minValue(1), v.maxValue(100)),
    '100',
  ),
  offset: v.optional(v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number)), '0'),
});
