// Schemas of the billing routes' request bodies. Rule: a body with an unknown field is rejected, and no body contains a return URL.

import * as v from 'valibot';
import { cleanText } from '../../src/shared/clean-text';
import { companyFaults } from '../../src/shared/company';
import { COMPANY_LENGTHS } from '../../src/shared/limits';
import { billingPeriods, paidPlans } from '../../src/shared/pricing';

const email = v.pipe(v.string(), v.maxLength(320), v.transform(cleanText), v.includes('@'));
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
const text = (longest: number) => v.pipe(v.string(), v.maxLength(longest), v.transform(cleanText));
/** The details of a company as `plainCompany` writes them, or null to remove them. */
export const companySchema = v.strictObject({
  company: v.nullable(
    v.pipe(
      v.strictObject({
        name: text(COMPANY_LENGTHS.name),
        company_id: text(COMPANY_LENGTHS.company_id),
        vat_number: text(COMPANY_LENGTHS.vat_number),
        address: text(COMPANY_LENGTHS.address),
      }),
      v.check((company) => Object.keys(companyFaults(company)).length === 0, 'The details are not valid'),
    ),
  ),
});
export const nothingSchema = v.strictObject({});
export const pageSchema = v.object({
  limit: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.transform(Number), v.minValue(1), v.maxValue(100)),
    '100',
  ),
  offset: v.optional(v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number)), '0'),
});
