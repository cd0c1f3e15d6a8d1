import { expect, test } from 'vitest';
import { inflectionKeys } from '@/features/search/rules/inflection';
import { toLatin } from '@/features/search/rules/search-text';

const areForms = (a: string, b: string) => {
  const keys = new Set(inflectionKeys(toLatin(a)));
  return inflectionKeys(toLatin(b)).some((key) => keys.has(key));
};

test.each([
  'слой слоя слоят слоеве слоевете',
  'дюза дюзата дюзи дюзите',
  'подпора подпората подпори подпорите',
  'печат печата печатът печати печатите',
  'плот плота плотът плотове плотовете',
  'линия линията линии линиите',
  'мощност мощността мощности мощностите',
  'списък списъка списъкът списъци списъците',
  'филтър филтъра филтърът филтри филтрите',
  'ъгъл ъгъла ъгълът ъгли ъглите',
  'образец образеца образецът образци образците',
  'колело колелото колела колелата',
  'копче копчето копчета копчетата',
  'калибриране калибрирането калибрирания калибриранията',
  'първи първият първия първа първата първо първото',
  'точен точна точната точно точното точни точните точния точният',
  'кратък кратка краткото кратките',
])('the forms of one word match, in both alphabets: %s', (row) => {
  const forms = row.split(' ');
  for (const a of forms)
    for (const b of forms) {
      expect([a, b, areForms(a, b)]).toEqual([a, b, true]);
      expect([a, b, areForms(toLatin(a), b)]).toEqual([a, b, true]);
    }
});

test.each([
  ['печат', 'печка'],
  ['слой', 'слон'],
  ['дюза', 'дюшек'],
  ['плот', 'плоча'],
  ['филамент', 'фламинго'],
  ['3d', '3'],
  ['на', 'не'],
])('%s and %s are different words', (a, b) => {
  expect(areForms(a, b)).toBe(false);
});
