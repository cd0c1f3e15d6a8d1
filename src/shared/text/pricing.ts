import { LEVA_FACTOR, REFUND_HOURS, TRIAL_DAYS } from '@/shared/app-limits';
import type { Plan } from '@/shared/entitlements';
import { once } from '@/shared/once';
import type { BillingPeriod } from '@/shared/pricing';

const money = once(
  () => new Intl.NumberFormat('bg-BG', { style: 'currency', currency: 'EUR', maximumFractionDigits: 0 }),
);

export const euros = (whole: number) => money().format(whole);
export const leva = (whole: number) => `${whole} лв.`;

export const pricing = {
  back: 'Назад',
  title: 'Изберете план',
  lead: 'Започнете безплатно. Платените планове отварят всички уроци, тестовете и постиженията.',
  period: 'Период на плащане',
  monthly: 'Месечно',
  yearly: 'Годишно',
  badge: '-20%',
  save: 'Спестете 20%',
  trial: `Започнете ${TRIAL_DAYS}-дневен безплатен пробен период`,
  trialNote: `Първият Ви платен план започва с ${TRIAL_DAYS} безплатни дни.`,
  refundNote: `До ${REFUND_HOURS} часа след плащане можете да си върнете парите.`,
  mostPopular: 'Най-популярен',
  per: { monthly: 'на месец', yearly: 'на година' } satisfies Record<BillingPeriod, string>,
  forever: 'завинаги',
  perMonth: (price: string) => `излиза ${price} на месец`,
  levaNote: `Цената в лева е по 1 € = ${String(LEVA_FACTOR).replace('.', ',')} лв.`,
  oldPrice: 'В лева',
  included: 'Включено:',
  excluded: 'Не е включено:',
  loading: 'Зарежда...',
  subscribed: 'Вече абониран',
} as const;

export const plans = {
  free: {
    name: 'Free',
    description: 'За първите стъпки.',
    button: 'Започнете безплатно',
    features: [
      { text: 'Достъп до безплатните курсове', included: true },
      { text: 'Основни учебни материали', included: true },
      { text: 'Форум на общността', included: true },
    ],
  },
  pro: {
    name: 'Pro',
    description: 'За всеки, който печата редовно.',
    button: 'Изберете Pro',
    features: [
      { text: 'Достъп до всички курсове', included: true },
      { text: 'Пълни учебни материали', included: true },
      { text: 'Подробна статистика', included: true },
      { text: 'Материали за сваляне', included: true },
      { text: 'Неограничена продължителност на курсовете', included: true },
      { text: 'Приоритетна поддръжка', included: false },
      { text: 'Офлайн обучение', included: false },
    ],
  },
  premium: {
    name: 'Premium',
    description: 'За работилницата, с мрежа и без нея.',
    button: 'Изберете Premium',
    features: [
      { text: 'Всичко от Pro', included: true },
      { text: 'Приоритетна поддръжка', included: true },
      { text: 'Офлайн обучение', included: true },
      { text: 'Сертификати за завършен курс', included: true },
      { text: 'Достъп до личен ментор', included: true },
    ],
  },
} as const satisfies Record<
  Plan,
  { name: string; description: string; button: string; features: readonly { text: string; included: boolean }[] }
>;

export const pricingBanners = {
  protected: 'Имате нужда от активен абонамент за достъп до това съдържание.',
  visitor: 'За да се абонирате, трябва да влезете. Изберете план и ще Ви отведем към входа.',
  subscribed: 'Вече имате активен абонамент. Можете да го управлявате от таблото.',
  granted: (plan: string) => `Планът ${plan} Ви е предоставен и не дължите нищо за него.`,
  toDashboard: 'Към таблото',
  toWanted: 'Към страницата, която търсехте',
  freePart: 'Безплатната част',
  manage: 'Управление на абонамента',
  offline: 'Сега няма мрежа. Разгледайте плановете спокойно, плащането ще почака.',
  close: 'Затворете съобщението',
} as const;

export const confirmSheet = {
  title: 'Потвърдете избора си',
  close: 'Затворете',
  plan: (name: string) => `План ${name}`,
  trial: (price: string, per: string) => `${TRIAL_DAYS} дни безплатно за първия Ви план, после ${price} ${per}.`,
  charge: (price: string, per: string) =>
    `Цената е ${price} ${per}. Първото плащане е днес, освен ако на страницата за плащане пише друго.`,
  warning: 'Моля, прочетете условията и политиките, преди да продължите.',
  terms: { before: 'Приемам ', link: 'общите условия' },
  privacy: { before: 'Приемам ', link: 'политиката за поверителност' },
  refund: { before: 'Приемам ', link: 'политиката за възстановяване на суми' },
  newWindow: '(нов прозорец)',
  cancel: 'Отказ',
  confirm: 'Към плащането',
  confirmVisitor: 'Към входа',
  opening: 'Отваряме плащането…',
  blocked: 'Приемете политиките за да продължите',
  alert: 'Моля приемете всички условия и политики за да продължите.',
} as const;

/** Why the checkout or the portal could not be opened, by error code of the payment service. */
export const billingProblems: Record<string, string> = {
  network: 'Не можем да се свържем с плащанията. Проверете интернет връзката си и опитайте отново. Нищо не е платено.',
  'signed-out': 'Сесията Ви е изтекла. Влезте отново и продължете.',
  already_subscribed: 'Вече имате активен абонамент. Можете да го смените от управлението на абонамента.',
  no_subscription: 'Нямате абонамент, който да се управлява тук.',
  rate_limited: 'Твърде много опити. Изчакайте малко и опитайте отново.',
  busy: 'Друго плащане се отваря в момента. Опитайте отново.',
  other: 'Плащането не можа да се отвори. Нищо не е платено. Опитайте отново след малко.',
};
export const billingProblem = (code: string) => billingProblems[code] ?? billingProblems.other ?? '';

export const whyUs = {
  title: 'Защо Слой',
  tiles: [
    {
      title: 'Работи и без мрежа',
      text: 'В гаража, във влака, до принтера. Направеното се пази на устройството и тръгва само, щом има връзка.',
    },
    {
      title: 'Учите, като печатате',
      text: 'Кратки уроци с готови модели, профили и тестове. Напредъкът Ви расте слой по слой.',
    },
  ],
} as const;

export const pricingFeatures = {
  title: 'Какво отваря платеният план',
  items: [
    { title: 'Всички уроци', text: 'От първия слой до Blender и Fusion.' },
    { title: 'Тестове с обяснения', text: 'Опитвате, докато стане ясно.' },
    { title: 'Постижения и серия', text: 'Всеки ден, в който учите, се брои.' },
    { title: 'Сертификати', text: 'С Вашето име, за сваляне като PDF.' },
  ],
} as const;

export const checkout = {
  successTitle: 'Благодарим Ви!',
  checkTitle: 'Проверяваме плащането',
  checkText: 'Обикновено отнема няколко секунди.',
  checkOffline: 'Няма мрежа. Проверката продължава, щом тя се върне.',
  noPaymentTitle: 'Не намираме плащане',
  noPaymentText: 'Ако току-що сте платили, изчакайте малко: планът Ви ще се отвори сам.',

  successReady: (plan: string) => `Планът ${plan} е активен на всичките Ви устройства.`,
  visitorTitle: 'Влезте в профила си',
  visitorText: 'Планът Ви се вижда, щом влезете.',
  toDashboard: 'Към таблото',
  toWanted: 'Към страницата, която търсехте',
  signIn: 'Вход',
  cancelTitle: 'Отказахте плащането',
  cancelText: 'Нищо не е платено. Можете да изберете план, когато поискате.',
  toPricing: 'Към цените',
} as const;
