import { formatDate, formatMoment } from '@/shared/format/format';
import type { BillingPeriod, PaidPlan } from '@/shared/pricing';
import { plans } from '@/shared/text/pricing';

/** The refund in the settings: the amount, the access that ends, and the deadline. */
export const refundCard = {
  title: 'Върнете парите',
  lead: (amount: string, until: string) =>
    `Последното Ви плащане е ${amount}. До ${formatMoment(Date.parse(until))} можете да си върнете цялата сума.`,
  open: 'Върнете парите',
  comesBack: (amount: string) => `Връщаме Ви ${amount} по картата или сметката, с която сте платили.`,
  ends: 'Платеният план спира веднага. Акаунтът Ви продължава с безплатния план.',
  restores: (plan: PaidPlan, period: BillingPeriod, until: string | null) =>
    `Отново имате план ${plans[plan].name} с ${period === 'yearly' ? 'годишно' : 'месечно'} плащане${
      until ? `, платен до ${formatDate(until)}` : '.'
    }`,
  upgradeEnds: 'Това, което отваря само новият план, се заключва веднага.',
  stays: 'Напредъкът, бележките и сертификатите Ви остават.',
  cancel: 'Отказ',
  confirm: (amount: string) => `Върнете ми ${amount}`,
  busy: 'Връща се…',
  done: (amount: string) => `Връщаме Ви ${amount}`,
  doneText: 'Парите постъпват за 3–5 работни дни според банката.',
} as const;

const refundProblems: Record<string, string> = {
  network:
    'Не можем да се свържем с плащанията. Проверете интернет връзката си и опитайте отново. Нищо не е променено.',
  'signed-out': 'Сесията Ви е изтекла. Влезте отново и опитайте пак.',
  refund_expired: 'Няма плащане от последните 24 часа, което да върнем.',
  refund_changed: 'Плащането междувременно е върнато. Затворете прозореца и вижте какво още може да се върне.',
  rate_limited: 'Твърде много опити. Изчакайте малко и опитайте отново.',
  busy: 'Друга промяна на абонамента тече в момента. Опитайте отново.',
  other: 'Парите не можаха да се върнат. Нищо не е променено. Опитайте отново след малко.',
};
export const refundProblem = (code: string): string => refundProblems[code] ?? refundProblems.other ?? '';
