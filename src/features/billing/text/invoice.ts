import { formatDate } from '@/shared/format/format';
import type { PaidPlan } from '@/shared/pricing';
import { PRODUCT } from '@/shared/text/common';
import { plans } from '@/shared/text/pricing';

/** Texts of the invoice PDF. */
export const invoiceText = {
  product: PRODUCT,
  title: 'Фактура',
  /** Title of the summary that the device generates itself, which is not an invoice. */
  localTitle: 'Справка за плащане',
  number: (number: string) => `№ ${number}`,
  date: 'Дата',
  status: 'Състояние',
  seller: 'Доставчик',
  /** The seller's details, as in the legal texts. */
  sellerFacts: [
    `„${PRODUCT}“`,
    'Онлайн академия за 3D печат и 3D моделиране',
    'Плащанията обработва доставчик на картови плащания',
  ],
  buyer: 'Получател',
  companyId: (number: string) => `ЕИК ${number}`,
  vatNumber: (number: string) => `ДДС № ${number}`,
  service: 'Услуга',
  period: 'Период',
  amount: 'Сума',
  plan: (plan: PaidPlan | null) => (plan ? `Абонамент ${PRODUCT} ${plans[plan].name}` : `Абонамент ${PRODUCT}`),
  between: (from: number, to: number) => `от ${formatDate(from)}\nдо ${formatDate(to)}`,
  total: { paid: 'Платено', unpaid: 'За плащане' },
  refunded: 'Върнато',
  leva: (whole: number, factor: number) =>
    `Равностойност: ${whole} лв. (по 1 € = ${String(factor).replace('.', ',')} лв.)`,
  foot: (site: string) => `Документът е създаден по данните на платежната система в ${site}.`,
  localFoot: 'Съставено по датата на абонамента, защото платежната система не даде фактура. Не е данъчен документ.',
} as const;
