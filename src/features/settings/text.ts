import type { AuthProblem } from '@/features/accounts/rules/auth-errors';
import { byCount } from '@/shared/format/by-count';
import { counted, formatDate, formatMoment } from '@/shared/format/format';
import type { ProfileField, PushTopic } from '@/shared/journal';
import type { PushState } from '@/shared/push';

export const settings = {
  title: 'Настройки',
  back: 'Назад',
  help: 'Нужна Ви е помощ?',
  write: 'Пишете ни',
  tabs: 'Раздели на настройките',
  notHere: 'Данните още не са на това устройство',
  notHereHint: 'Свържете се веднъж с интернет. След това се виждат и променят и без него.',
  tab: {
    profile: 'Профил',
    security: 'Парола и вход',
    billing: 'Абонамент',
    notifications: 'Известия',
    device: 'Това устройство',
    admin: 'Администрация',
  },
} as const;

export const adminText = {
  title: 'Администрация',
  lead: 'Курсове, потребители, новини и магазин.',
  open: 'Към администрацията',
  users: 'Потребители',
  usersLead: 'Профилите, дошли по друг път, а не с регистрация, получават своя план и профил.',
  sync: 'Синхронизирайте',
  synced: (synced: number, total: number) => `Успешно синхронизирани ${synced} от ${total} потребители.`,
  syncFailed: 'Неуспешна синхронизация на потребителите. Моля, опитайте отново.',
} as const;

export const profileText = {
  title: 'Профил',
  lead: 'Името Ви стои до коментарите. Останалото виждате само Вие.',
  email: 'Имейл',
  emailHint: 'Имейлът не може да се променя.',
  fields: {
    full_name: 'Име и фамилия',
    bio: 'За мен',
    job_title: 'Длъжност',
    location: 'Населено място',
    website: 'Уебсайт',
  } satisfies Record<ProfileField, string>,
  websiteHint: 'Например https://primer.bg',
  websiteWrong: 'Въведете адрес на сайт, например https://primer.bg',
  nameMissing: 'Въведете име и фамилия',
  empty: 'Не е попълнено',
  edit: 'Редактирайте',
  cancel: 'Отказ',
  save: 'Запазете',
  saving: 'Запазва се…',
  saved: 'saved successfully',
  pending: 'Чака мрежа. Записано е на това устройство и тръгва само.',
  failed: 'Неуспешно актуализиране на профила. Моля, опитайте отново.',
} as const;

export const noticeText = {
  title: 'Какво да Ви пращаме',
  lead: 'Важи за всички Ваши устройства. Изключеното не се изпраща и не се пази.',
  kinds: {
    info: { label: 'Новини и нови уроци', hint: 'Какво ново има в академията.' },
    success: { label: 'Постижения', hint: 'Постижения, сертификати и други добри новини.' },
    warning: { label: 'Напомняния', hint: 'Събития, срокове и промени, които Ви засягат.' },
  },
  always: { label: 'Проблеми', hint: 'За плащанията и профила. Идват винаги.' },
  pending: 'Чака мрежа. Записано е на това устройство и тръгва само.',
  failed: 'Изборът не можа да се запише. Опитайте отново.',
} as const;

export const pushText = {
  title: 'Известия извън приложението',
  lead: {
    unsupported: 'Този браузър не показва известия извън приложението. Виждате ги тук, в камбанката.',
    install: 'На iPhone и iPad известията идват само в инсталираното приложение. Добавете Слой на началния екран.',
    denied: 'Забранени са в настройките на браузъра и само там могат да се разрешат.',
    off: 'Слой може да Ви казва за нови уроци и събития и когато е затворен.',
    on: 'Известията идват на това устройство и когато Слой е затворен.',
  } satisfies Record<PushState, string>,
  deniedHow:
    'Отворете Слой в браузъра, докоснете знака вляво от адреса, после „Разрешения“ → „Известия“ → „Разрешаване“. После се върнете тук.',
  switchOn: 'Включете на това устройство',
  switchOff: 'Изключете на това устройство',
  install: 'Как се инсталира',
  failed: 'Известията не можаха да се включат. Проверете връзката и опитайте отново.',
  everywhere: 'Важи за всички Ваши устройства с включени известия.',
  topics: 'За какво да идват',
  topic: {
    lesson: 'Нови уроци',
    event: 'Събития',
    achievement: 'Постижения и сертификати',
    comment: 'Отговори на Ваши коментари',
    billing: 'Плащания',
    admin: 'Съобщения от академията',
  } satisfies Record<PushTopic, string>,
  reminder: 'Дневно напомняне',
  reminderHint: 'В 17:00 ч. българско време, ако още не сте учили днес.',
  quiet: 'Тихи часове',
  quietHint: 'Каквото дойде през тях, чака до края им.',
  quietFrom: 'От',
  quietTo: 'До',
} as const;

export const passwordText = {
  title: 'Парола',
  current: 'Текуща парола',
  next: 'Нова парола',
  confirm: 'Потвърдете новата парола',
  hint: 'Поне 8 знака с главни и малки букви, цифри и специални символи.',
  submit: 'Сменете паролата',
  submitting: 'Сменя се…',
  done: 'Паролата е сменена',
  doneText: 'При следващото влизане използвайте новата.',
  offline: 'Смяната на паролата иска връзка с интернет.',
  empty: 'Моля попълнете всички полета',
  mismatch: 'Паролите не съвпадат',
  weak: 'Паролата не отговаря на всички изисквания.',
  wrong: 'Текущата парола е грешна.',
  same: 'Новата парола трябва да е различна от текущата.',
  other: 'Паролата не можа да се смени. Старата остава. Опитайте отново.',
} as const;

const passwordProblems: Partial<Record<AuthProblem, string>> = {
  same_password: passwordText.same,
  session_ended: 'Сесията Ви е приключила. Влезте отново.',
  reauthentication: 'За тази промяна излезте и влезте отново с паролата си.',
  second_factor: 'Профилът има втори фактор: влезте с кода и опитайте отново.',
  network: 'Не можем да се свържем със сърверите ни. Моля проверете интернет връзката си и опитайте отново.',
  too_many_requests: 'Твърде много опити. Изчакайте малко и опитайте отново.',
  weak_password: 'Паролата е твърде слаба...',
  common_password: 'Тази парола е сред най-често използваните. Изберете друга.',
  long_password: 'Паролата е твърде дълга: най-много 72 латински или 36 български букви.',
};
export const passwordProblem = (problem: AuthProblem) => passwordProblems[problem] ?? passwordText.other;

export const devicesText = {
  title: 'Устройства',
  lead: 'Тук е влязъл профилът Ви. Ако не познавате някое, излезте от него и сменете паролата.',
  name: (browser: string | undefined, system: string | undefined) =>
    [browser, system].filter(Boolean).join(', ') || 'Неизвестно устройство',
  current: 'Това устройство',
  seen: (at: string) => `Последно: ${formatMoment(Date.parse(at))}`,
  since: (at: string) => `Влизане: ${formatDate(at)}`,
  end: 'Изход',
  endNamed: (name: string) => `Изход от ${name}`,
  others: 'Изход от всички други',
  ended: 'Устройството излезе. Ще поиска парола най-късно до час.',
  othersEnded: 'Другите устройства излязоха. Ще поискат парола най-късно до час.',
  endFailed: 'Не успяхме да прекратим сесията. Опитайте отново.',
  loading: 'Устройствата се зареждат',
  failed: 'Списъкът не можа да се зареди',
  failedText: 'Нищо не е променено. Опитайте отново.',
  offline: 'Списъкът чака интернет',
  offlineText: 'Кои устройства са влезли, знае само сървърът.',
} as const;

export const sessionText = {
  title: 'Изход',
  here: 'Изход от това устройство',
  hereText: 'Записаното остава тук и се вижда отново само с Вашия профил.',
  everywhere: 'Изход от всички устройства',
  everywhereText: 'Полезно, ако сте загубили телефон. Другите устройства искат парола най-късно до час.',
  everywhereConfirm: 'Ще трябва да влезете отново на всяко устройство, и на това.',
  everywhereOffline: 'Иска връзка с интернет: другите устройства научават от сървъра.',
  everywhereFailed: 'Не успяхме да прекратим сесиите. Нищо не е променено. Опитайте отново.',
  waiting: (count: number) =>
    `Неизпратени: ${counted(count, 'запис', 'записа')}. ${byCount(count, 'Той остава тук и тръгва', 'Те остават тук и тръгват')}, когато отново влезете.`,
  cancel: 'Отказ',
} as const;

const statuses: Record<string, string> = {
  active: 'Активен',
  trialing: 'Пробен период',
  past_due: 'Чака плащане',
  canceled: 'Прекратен',
  unpaid: 'Неплатен',
};

export const billingText = {
  title: 'Абонамент',
  plan: (name: string) => `План ${name}`,
  status: (status: string | null) => (status && statuses[status]) || 'Активен',
  period: { monthly: 'Месечно плащане', yearly: 'Годишно плащане' },
  trial: (until: string) => `Безплатният Ви пробен период е до ${formatDate(until)}`,
  renews: (at: string) => `Следващо плащане: ${formatDate(at)}`,
  due: 'Последното плащане не мина. Платете фактурата, за да продължи планът.',
  ends: (at: string) => `Няма да се поднови. Планът остава Ваш до ${formatDate(at)}`,
  granted: 'Предоставен',
  grantedForever: 'Планът Ви е предоставен без краен срок. Не дължите нищо за него.',
  grantedUntil: (at: string) => `Планът Ви е предоставен до ${formatDate(at)} Не дължите нищо за него.`,
  paidBeside: (name: string) => `Плащате и за план ${name}.`,
  upgrade: 'Преминете към Premium',
  payNow: 'Платете сега',
  payNowFor: (number: string) => `Платете сега фактура ${number}`,
  notHere: 'Подробностите за плащането още не са на това устройство. Ще дойдат с първия отговор от сървъра.',
  manageText: 'Смяна на плана, карта и отказ. Отваря нов прозорец.',
  offline: 'Управлението на абонамента и новите фактури чакат интернет.',
  invoices: 'История на плащанията',
  refresh: 'Обновете',
  loading: 'Фактурите се зареждат',
  empty: 'Още няма фактури',
  emptyText: 'Първата се появява тук след първото плащане.',
  failed: 'Неуспешно зареждане на историята на плащанията',
  failedText: 'Плащанията Ви са наред. Опитайте отново след малко.',
  waiting: 'Фактурите чакат интернет',
  local: 'Списъкът е съставен по датата на абонамента Ви, защото платежната система не даде фактури.',
  localOffline: 'Няма мрежа, затова списъкът е съставен по датата на абонамента Ви. Фактурите идват, щом тя се върне.',
  invoice: { paid: 'Платена', unpaid: 'Неплатена' },
  refunded: (amount: string) => `върнати ${amount}`,
  open: (number: string) => `Отворете фактура ${number}`,
  openShort: 'Отворете',
  pdf: (number: string) => `Свалете фактура ${number} като PDF`,
  pdfShort: 'PDF',
  pdfFailed: 'Неуспешно генериране на фактура',
  pdfFailedText: 'Опитайте отново след малко.',
  pdfLetters: (letters: readonly string[]) =>
    `Нямаме шрифт за ${letters.map((letter) => `„${letter}“`).join(', ')}. Променете името или данните за фактурата, или ни пишете.`,
  pdfOffline: 'Първата фактура на това устройство иска интернет. Опитайте, когато има мрежа.',
  newWindow: '(нов прозорец)',
  more: 'Покажете още',
  upsellTitle: 'Вашият план е Free',
  upsellText: 'С платен план отваряте всички уроци и тестовете.',
  upsellTrial: 'Първите дни са безплатни.',
  upsell: 'Вижте плановете',
} as const;
