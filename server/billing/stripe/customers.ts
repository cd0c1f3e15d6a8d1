/**
 * Writes a customer's company to Stripe: name, address, tax ids, and the company number (ЕИК) as a field on each invoice.
 * Guarantee: writing the same company twice changes nothing.
 */
import { createHash } from 'node:crypto';
import Stripe from 'stripe';
import type { Company } from '../../../src/shared/company';
import { Rejected } from '../provider';

/** Stripe accepts nine digits for a Bulgarian company, so a branch (13 digits) uses the number of its company. */
const taxIds = ({ company_id, vat_number }: Company): Stripe.CustomerCreateParams.TaxIdDatum[] => [
  ...(company_id ? [{ type: 'bg_uic' as const, value: company_id.slice(0, 9) }] : []),
  ...(vat_number ? [{ type: 'eu_vat' as const, value: vat_number }] : []),
];

const fields = (company: Company | null) => ({
  name: company?.name ?? '',
  address: company ? { line1: company.address } : ('' as const),
  invoice_settings: {
    custom_fields: company?.company_id ? [{ name: 'ЕИК', value: company.company_id }] : ('' as const),
  },
});

/** Converts Stripe's error about an invalid tax id to Rejected. */
async function checkTaxIds<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'tax_id_invalid')
      throw new Rejected('bad_company', 'The provider rejected a number of the company');
    throw error;
  }
}

/** Creates the customer for a company's first checkout. @returns its id */
export async function createCustomer(stripe: Stripe, { uid, email }: { uid: string; email: string }, company: Company) {
  const digest = createHash('sha256')
    .update(JSON.stringify([email, company]))
    .digest('hex')
    .slice(0, 16);
  const { name, address, invoice_settings } = fields(company);
  const customer = await checkTaxIds(
    stripe.customers.create(
      {
        email,
        name,
        ...(address ? { address } : {}),
        invoice_settings,
        metadata: { user_id: uid },
        tax_id_data: taxIds(company),
      },
      // With this idempotency key, a repeated checkout gets the same customer again.
      { idempotencyKey: `sloy-customer-${uid}-${digest}` },
    ),
  );
  return customer.id;
}

export async function writeCompany(stripe: Stripe, id: string, company: Company | null): Promise<void> {
  const wanted = company ? taxIds(company) : [];
  const { data } = await stripe.customers.listTaxIds(id, { limit: 20 });
  const same = (a: { type: string; value: string }) => (b: { type: string; value: string }) =>
    a.type === b.type && a.value === b.value;
  // Create new tax ids before deleting old ones: if Stripe rejects one, the old ones remain.
  for (const taxId of wanted) if (!data.some(same(taxId))) await checkTaxIds(stripe.customers.createTaxId(id, taxId));
  for (const old of data) if (!wanted.some(same(old))) await stripe.customers.deleteTaxId(id, old.id);
  await stripe.customers.update(id, fields(company));
}
