import type { Company, CompanyFault } from '@/shared/company';

/** The part of the settings for the company that the invoices name. */
export const companyText = {
  title: 'Фактура на фирма',
  lead: 'Данните влизат във всяка следваща фактура и в тези досега, които са без фирма.',
  fields: {
    name: 'Име на фирмата',
    company_id: 'ЕИК',
    vat_number: 'ДДС номер',
    address: 'Адрес',
  } satisfies Record<keyof Company, string>,
  hints: { company_id: '9 или 13 цифри', vat_number: 'Например BG123456789. Ако няма, оставете празно.' },
  faults: {
    missing: 'Попълнете това поле',
    number_needed: 'Въведете ЕИК или ДДС номер',
    wrong: 'Номерът не е верен. Проверете цифрите.',
  } satisfies Record<CompanyFault, string>,
  none: 'Фактурите са на Ваше име.',
  add: 'Добавете фирма',
  edit: 'Редактирайте',
  remove: 'Махнете фирмата',
  cancel: 'Отказ',
  save: 'Запазете',
  saving: 'Запазва се…',
  saved: 'Данните за фактура са записани',
  removed: 'Следващите фактури са на Ваше име',
  offline: 'Промяната на данните за фактура иска интернет: научава я и платежната система.',
  problems: {
    bad_company: 'Платежната система не прие някой от номерата. Проверете ги.',
    network: 'Не можем да се свържем с плащанията. Нищо не е променено. Опитайте отново.',
    other: 'Данните не можаха да се запишат. Нищо не е променено. Опитайте отново.',
  },
} as const;

export const companyProblem = (code: string): string =>
  code === 'bad_company' || code === 'network' ? companyText.problems[code] : companyText.problems.other;
