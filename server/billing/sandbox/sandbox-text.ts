// Texts of the sandbox's pages: the test checkout and the subscription portal.

const money = new Intl.NumberFormat('bg-BG', {
  style: 'currency',
  currency: 'EUR',
  minimumFractionDigits: 0,
  maximumFractionDigits: 2,
});
const date = new Intl.DateTimeFormat('bg-BG', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'Europe/Sofia',
});

export const euros = (cents: number) => money.format(cents / 100);
/** The date ends with „г.“, so a sentence that ends with it needs no full stop. */
export const dateOf = (ms: number) => date.format(ms);

const plans = { pro: 'Pro', premium: 'Premium' } as const;
const periods = { monthly: 'месечен', yearly: 'годишен' } as const;
const per = { monthly: 'на месец', yearly: 'на година' } as const;

export const billText = {
  plans,
  periods,
  per,
  /** Reason of an invoice, shown after the name of the plan. */
  reasons: {
    trial: { monthly: 'пробен период', yearly: 'пробен период' },
    period: { monthly: 'месечен абонамент', yearly: 'годишен абонамент' },
    change: { monthly: 'преминаване към месечен абонамент', yearly: 'преминаване към годишен абонамент' },
  },
} as const;

export const checkoutText = {
  testNote: 'Това е тестово плащане. Не се взимат истински пари и не се въвежда истинска карта.',
  title: 'Плащане',
  order: 'Вашата поръчка',
  plan: 'План',
  email: 'Имейл',
  emailLocked: 'Имейлът е този на профила Ви и не се променя тук.',
  today: 'Дължите днес',
  trial: (days: number, cents: string, per: string) =>
    `Първите ${days} дни са безплатни. След това ${cents} ${per}, докато не се откажете.`,
  renews: (cents: string, per: string) => `Подновява се само: ${cents} ${per}. Отказвате се, когато поискате.`,
  refund: 'До 24 часа след плащане можете да си върнете парите.',
  cards: 'Тестова карта',
  card: {
    pays: { name: 'Карта, която плаща', number: '4242 4242 4242 4242' },
    declined: { name: 'Карта, която отказва', number: '4000 0000 0000 0002' },
    'declines-later': { name: 'Карта, която отказва следващото плащане', number: '4000 0000 0000 0341' },
  },
  pay: (cents: string) => `Платете ${cents}`,
  startTrial: 'Започнете пробния период',
  cancel: 'Откажете се от плащането',
  declinedTitle: 'Картата беше отказана',
  declined: 'Нищо не е платено. Изберете друга карта и опитайте отново.',
  expiredTitle: 'Тази страница за плащане вече не важи',
  expired: 'Отворена е по-нова или е минало повече от едно денонощие. Започнете отново от страницата с цените.',
  completeTitle: 'Плащането вече е направено',
  complete: 'Планът Ви е активен.',
  missingTitle: 'Няма такава страница за плащане',
  missing: 'Адресът е сгрешен. Започнете отново от страницата с цените.',
} as const;

export const portalText = {
  title: 'Моят абонамент',
  none: 'Нямате абонамент.',
  noneText: 'Изберете план от страницата с цените в Слой.',
  closedTitle: 'Отворете портала от настройките си',
  closed:
    'Управлението на абонамента се отваря от „Настройки“ в Слой, когато сте влезли в профила си. Връзката важи половин час.',
  status: { trialing: 'Пробен период', active: 'Активен', past_due: 'Неуспешно плащане', canceled: 'Прекратен' },
  next: {
    trialing: (date: string, cents: string) => `Пробният период е до ${date}, тогава се плащат ${cents}.`,
    active: (date: string, cents: string) => `Следващо плащане на ${date}: ${cents}.`,
    past_due: (date: string) => `Последното плащане беше отказано. Ако не мине, достъпът спира на ${date}`,
    canceled: () => 'Абонаментът е прекратен.',
    ends: (date: string) => `Отказахте се. Достъпът Ви остава до ${date}`,
  },
  company: (name: string, number: string) => `Фактурите са на ${name}, ${number}`,
  changeTitle: 'Смяна на плана',
  changeTo: (plan: string, period: string) => `${plan}, ${period}`,
  changeCost: (cents: string) => `Днес доплащате ${cents}.`,
  changeCredit: (cents: string) => `Днес не плащате. ${cents} се приспадат от следващите плащания.`,
  changeFree: 'Днес не плащате нищо.',
  change: 'Преминете',
  cancelTitle: 'Отказ от абонамента',
  cancelText: (date: string) => `Няма да има следващо плащане. Достъпът Ви остава до ${date}`,
  cancel: 'Откажете абонамента',
  resume: 'Продължете абонамента',
  refundTitle: 'Връщане на парите',
  refundEnds: (cents: string, plan: string) => `Ще Ви върнем ${cents}. Достъпът до ${plan} спира веднага.`,
  refundRestores: (cents: string, plan: string, before: string, date: string) =>
    `Ще Ви върнем ${cents}. Достъпът до ${plan} спира веднага и планът Ви отново е ${before}, платен до ${date}`,
  payTitle: 'Неплатена сметка',
  payText: (cents: string) => `Последното плащане от ${cents} беше отказано.`,
  pay: (cents: string) => `Платете сега ${cents}`,
  refund: 'Върнете парите',
  confirm: 'Потвърждавам',
  invoicesTitle: 'Плащания',
  noInvoices: 'Още няма плащания.',
  invoiceStatus: { succeeded: 'Платена', failed: 'Неплатена', refunded: 'Върната' },
  done: {
    change: 'Планът е сменен.',
    cancel: 'Абонаментът няма да се поднови.',
    resume: 'Абонаментът продължава.',
    refund: 'Парите са върнати.',
    pay: 'Платено е и планът Ви продължава.',
  },
  rejected: {
    refund_expired: 'Минали са повече от 24 часа от плащането.',
    already_cancelled: 'Абонаментът вече е отказан.',
    not_running: 'Абонаментът не е активен.',
    same_plan: 'Това е сегашният Ви план.',
    card_declined: 'Картата отказа доплащането. Нищо не е сменено.',
    bad_company: 'Данните на фирмата не са приети.',
    busy: 'Абонаментът се променя в момента. Опитайте отново.',
  },
} as const;
