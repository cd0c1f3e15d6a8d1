/** A company's details for its invoices, and their validation. The form and the service apply the same rules. */
import { cleanTexts } from '@/shared/clean-text';

export interface Company {
  name: string;
  /** ЕИК, 9 or 13 digits; empty for a company of another country. */
  company_id: string;
  /** With the country's prefix; empty without a VAT registration. */
  vat_number: string;
  address: string;
}

/** Computes a check digit: the sum of the digits, weighted with `first`, modulo 11. If the result is 10, uses the weights `second` instead. */
function checkDigit(digits: readonly number[], first: readonly number[], second: readonly number[]): number {
  const sum = (weights: readonly number[]) =>
    weights.reduce((total, weight, place) => total + weight * (digits[place] ?? 0), 0) % 11;
  const one = sum(first);
  return one < 10 ? one : sum(second) % 10;
}

/** ЕИК: 9 digits, or 13 for a branch. The last digit of each part is its check digit. */
export function isCompanyId(text: string): boolean {
  if (!/^(\d{9}|\d{13})$/.test(text)) return false;
  const digits = [...text].map(Number);
  if (checkDigit(digits, [1, 2, 3, 4, 5, 6, 7, 8], [3, 4, 5, 6, 7, 8, 9, 10]) !== digits[8]) return false;
  return digits.length === 9 || checkDigit(digits.slice(8), [2, 7, 3, 5], [4, 9, 5, 7]) === digits[12];
}

/** Formats of EU VAT numbers by country prefix. For trade in goods, Northern Ireland (XI) is part of the EU. */
const vatForms: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^\d{8}$/,
  FR: /^[A-Z0-9]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(\d{7}[A-Z]{1,2}|\d[A-Z+*]\d{5}[A-Z])$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^[A-Z0-9+*]{12}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  XI: /^(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
};

export function isVatNumber(text: string): boolean {
  const form = Object.hasOwn(vatForms, text.slice(0, 2)) ? vatForms[text.slice(0, 2)] : undefined;
  if (!form?.test(text.slice(2))) return false;
  // A Bulgarian company's VAT number contains its ЕИК, so check the ЕИК. A number of ten digits belongs to a person.
  return !/^BG\d{9}$/.test(text) || isCompanyId(text.slice(2));
}

/** Normalizes typed details: cleans texts, removes spaces, dots and hyphens from the numbers and writes the VAT number in capitals. */
export function plainCompany(typed: Company): Company {
  const { name, company_id, vat_number, address } = cleanTexts(typed);
  return {
    name: name.trim(),
    company_id: company_id.replaceAll(/[\s.-]/g, ''),
    vat_number: vat_number.replaceAll(/[\s.-]/g, '').toUpperCase(),
    address: address.trim(),
  };
}

export type CompanyFault = 'missing' | 'number_needed' | 'wrong';

/** Returns the fault of each invalid field of a normalized company. A company needs an ЕИК, a VAT number, or both. */
export function companyFaults({ name, company_id, vat_number, address }: Company) {
  const faults: Partial<Record<keyof Company, CompanyFault>> = {};
  if (!name) faults.name = 'missing';
  if (!company_id && !vat_number) faults.company_id = 'number_needed';
  else if (company_id && !isCompanyId(company_id)) faults.company_id = 'wrong';
  if (vat_number && !isVatNumber(vat_number)) faults.vat_number = 'wrong';
  if (!address) faults.address = 'missing';
  return faults;
}
