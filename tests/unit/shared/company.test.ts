import { expect, test } from 'vitest';
import { companyFaults, isCompanyId, isVatNumber, plainCompany } from '@/shared/company';

test.each([
  ['175074752', true],
  ['131468980', true],
  // With the first weights the remainder is 10, which is no digit, so the check digit is computed with the second weights.
  ['121830616', true],
  ['175074753', false],
  ['17507475', false],
  ['1750747521', false],
  ['7523169263', false],
  ['', false],
])('ЕИК %s: %s', (text, valid) => {
  expect(isCompanyId(text)).toBe(valid);
});

test('a branch has four more digits with their own check digit', () => {
  const valid = Array.from({ length: 10 }, (_, digit) => `175074752001${digit}`).filter(isCompanyId);
  // The weights 2, 7, 3, 5 applied to 2001 give 4 + 0 + 0 + 5 = 9.
  expect(valid).toEqual(['1750747520019']);
});

test.each([
  ['BG175074752', true],
  ['BG175074753', false],
  ['BG7523169263', true],
  ['DE123456789', true],
  ['DE12345678', false],
  ['ATU12345678', true],
  ['NL123456789B01', true],
  ['EL123456789', true],
  ['GR123456789', false],
  ['175074752', false],
  ['US123456789', false],
  ['__proto__', false],
  ['', false],
])('VAT number %s: %s', (text, valid) => {
  expect(isVatNumber(text)).toBe(valid);
});

test('typed values are normalised before the check', () => {
  const company = plainCompany({
    name: ' Слоеве ',
    company_id: '175 074 752',
    vat_number: 'bg 175.074.752',
    address: 'София',
  });
  expect(company).toEqual({ name: 'Слоеве', company_id: '175074752', vat_number: 'BG175074752', address: 'София' });
  expect(companyFaults(company)).toEqual({});
  expect(companyFaults({ ...company, company_id: '', vat_number: '', name: '', address: '' })).toEqual({
    name: 'missing',
    company_id: 'number_needed',
    address: 'missing',
  });
  expect(companyFaults({ ...company, company_id: '1', vat_number: 'BG1' })).toEqual({
    company_id: 'wrong',
    vat_number: 'wrong',
  });
});
