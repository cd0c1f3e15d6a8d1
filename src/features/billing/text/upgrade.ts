import { formatMoney } from '@/shared/format/format-money';
import type { BillingPeriod } from '@/shared/pricing';
import { billingProblem, euros, pricing } from '@/shared/text/pricing';

/** The upgrade of a running Pro subscription to Premium, with today's price. */
export const upgradeText = {
  open: (cents: number | undefined, currency = 'EUR') => {
    if (cents === undefined) return 'Преминете към Premium';
    return `Преминете към Premium: ${cents > 0 ? `${formatMoney(cents, currency)} днес` : 'днес не плащате нищо'}`;
  },
  title: 'Преминете към Premium',
  today: (cents: number, currency: string) =>
    cents > 0
      ? `Днес плащате ${formatMoney(cents, currency)}: неизползваното от Pro е приспаднато.`
      : 'Днес не плащате нищо.',
  later: (whole: number, period: BillingPeriod) => `След това цената е ${euros(whole)} ${pricing.per[period]}.`,
  card: 'Плащате с картата на абонамента си.',
  refund: 'До 24 часа след плащането можете да си върнете парите от „Настройки“, раздел „Абонамент“.',
  cancel: 'Отказ',
  confirm: (cents: number, currency: string) => (cents > 0 ? `Платете ${formatMoney(cents, currency)}` : 'Преминете'),
  busy: 'Сменя се…',
  done: 'Вече сте с план Premium',
} as const;

const upgradeProblems: Record<string, string> = {
  card_declined: 'Картата беше отказана. Планът Ви е същият. Сменете картата от управлението на абонамента.',
  same_plan: 'Вече сте с този план.',
  other: 'Планът не можа да се смени. Нищо не е платено. Опитайте отново след малко.',
};
export const upgradeProblem = (code: string): string =>
  upgradeProblems[code] ??
  (code === 'network' || code === 'busy' ? billingProblem(code) : (upgradeProblems.other ?? ''));
