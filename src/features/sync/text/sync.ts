import { counted } from '@/shared/format/format';
import type { JournalDoc, Kind } from '@/shared/journal';

/** Texts of the sync chip and its list. */
export const syncText = {
  chip: {
    synced: 'Синхронизирано',
    syncing: 'Синхронизира се',
    starting: 'Подготвя се',
    offline: 'Офлайн',
    waiting: 'Сървърът не отговаря',
    signedOut: 'Влезте отново',
    failed: 'Не тръгна',
    disk: 'Хранилището не приема',
    clientTooOld: 'Нужна е нова версия',
    serverTooOld: 'Сървърът се обновява',
  },
  short: { signedOut: 'Вход', rejected: 'Внимание', failed: 'Не тръгна', disk: 'Хранилище', clientTooOld: 'Обновете' },
  pending: (count: number) => `${counted(count, 'чака', 'чакат')}`,
  rejected: (count: number) => counted(count, 'изисква внимание', 'изискват внимание'),
  open: (state: string) => `Синхронизация: ${state}`,
  title: 'Синхронизация',
  lastSynced: (moment: string) => `Последно: ${moment}`,
  neverSynced: 'Това устройство още не е получило първия пълен отговор.',
  offlineNote: 'Няма мрежа. Всичко, което правите, се записва тук и ще тръгне само, щом мрежата се върне.',
  waitingNote: 'Сървърът не отговаря. Опитваме отново сами; записаното остава тук.',
  portalNote:
    'Мрежата отговаря вместо сървъра: вероятно иска вход. Отворете страницата ѝ в браузъра и влезте; записаното остава тук.',
  signedOutNote: 'Сървърът иска да влезете отново. Записаното остава тук и ще бъде изпратено след това.',
  failedNote:
    'Хранилището на това устройство не отговаря или не може да се прочете и синхронизацията не тръгна. Освободете място, презаредете страницата и опитайте отново. Записаното остава тук.',
  diskNote:
    'Хранилището на това устройство е пълно или не приема записи, затова новото от сървъра не влиза. Освободете място; опитваме отново сами.',
  clientTooOldNote:
    'Тази версия на приложението вече не може да обменя данни със сървъра. Обновете я; записаното остава тук и ще бъде изпратено след това.',
  serverTooOldNote: 'Сървърът се обновява в момента. Опитваме отново сами; записаното остава тук.',
  versionLabel: 'Версия на приложението',
  versionBanner: 'Тази версия е твърде стара, за да изпраща и получава. Записаното остава на устройството.',
  versionUpdate: 'Обновете',
  unread: 'Какво чака да бъде изпратено, не може да се прочете сега.',
  allSent: 'Всичко е изпратено. Нищо не чака.',
  waitingTitle: 'Чака да бъде изпратено',
  rejectedTitle: 'Има нужда от Вас',
  rejectedHint: 'Сървърът не прие тези записи. Нищо не се изтрива без Вас.',
  retry: 'Опитайте пак',
  exportFile: 'Запазете като файл',
  dismiss: 'Махнете',
  now: 'Синхронизирайте сега',
  signIn: 'Влезте отново',
} as const;

type Describe = { [K in Kind]: (doc: JournalDoc<K>, title: string) => string };

const quoted = (title: string) => (title ? ` „${title}“` : '');

const formNames = {
  demo: 'Заявка за демонстрация',
  launch: 'Записване за старта на магазина',
  report: 'Доклад за коментар',
  contact: 'Съобщение до екипа',
} as const;

/** Describes a document to the learner; `title` is the title of its lesson, quiz, event or article, empty if this device does not have it. */
const descriptions: Describe = {
  progress: (_, title) => `Напредък в урока${quoted(title)}`,
  attempt: ({ data }, title) => `${data.finished_at ? 'Решен тест' : 'Започнат тест'}${quoted(title)}`,
  day: ({ id }) => `Активен ден ${id.slice('day/'.length).split('-').reverse().join('.')}`,
  registration: ({ data }, title) =>
    `${data.registered ? 'Записване за събитие' : 'Отписване от събитие'}${quoted(title)}`,
  like: ({ data }, title) => `${data.liked ? 'Харесан урок' : 'Махнато харесване на урок'}${quoted(title)}`,
  comment: ({ data }, title) =>
    data.deleted ? `Изтрит коментар към${quoted(title)}` : `Коментар: „${data.content.slice(0, 60)}“`,
  note: ({ data }) => `Бележка: „${(data.versions[0]?.text ?? '').slice(0, 60)}“`,
  read: ({ data }) => (data.deleted ? 'Изтрито известие' : 'Прочетено известие'),
  profile: () => 'Промени в профила',
  cart: () => 'Промяна в количката',
  view: (_, title) => `Отворена новина${quoted(title)}`,
  form: ({ data }) => formNames[data.form],
};

export const describe = <K extends Kind>(doc: JournalDoc<K>, title = ''): string =>
  (descriptions[doc.kind] as Describe[K])(doc, title);

const reasons: Record<string, string> = {
  event_full: 'Събитието е пълно',
  event_closed: 'Събитието вече не приема записвания.',
  attempts_exhausted: 'Опитите за този тест са изчерпани.',
  not_found: 'Това, за което се отнася, вече не съществува.',
  forbidden: 'Планът Ви не позволява това.',
  blocked: 'Администратор е спрял коментарите от Вашия профил.',
  too_large: 'Записът е твърде голям.',
  clock: 'Часовникът на устройството е неверен. Поправете го и опитайте пак.',
  sign_in: 'Влезте отново и опитайте пак.',
  duplicate: 'Сървърът вече има такъв запис.',
  journal_full: 'Мястото за данните на профила Ви е запълнено. Пишете ни от страницата „Пишете ни“.',
  too_many: 'Днес изпратихте твърде много съобщения. Опитайте отново утре.',
};

/** Why the server rejected a document; falls back to the server's message. */
export const rejectionReason = (code: string, message: string) =>
  reasons[code] ?? (message || 'Сървърът не прие записа.');

/** Says how many items of each store the browser has evicted, and whether they come back. */
export const evictedText = {
  restoredTitle: 'Браузърът е изчистил част от това устройство',
  stores: {
    journal: (count: number) => counted(count, 'Ваш запис', 'Ваши записа'),
    mirror: (count: number) => counted(count, 'запис за курсовете', 'записа за курсовете'),
    videos: (count: number) => counted(count, 'свален урок', 'свалени урока'),
    models: (count: number) => counted(count, 'файл към урок', 'файла към уроци'),
    shell: (count: number) => counted(count, 'файл на приложението', 'файла на приложението'),
  },
  restored: (what: string) => `Изчистени: ${what}. Връщат се сами; не е нужно да правите нищо.`,
  unsent: (count: number) =>
    `${counted(count, 'запис не беше изпратен и е загубен', 'записа не бяха изпратени и са загубени')}.`,
  lost: (what: string) => `Изчистени: ${what}.`,
} as const;

/** Shown when the browser has evicted this device's data. */
export const storageEvictedText = {
  title: 'Браузърът е изчистил данните на това устройство',
  read: 'Разбрах',
  sent: 'Всичко беше изпратено: влезте и то ще се върне. Уроците за офлайн се свалят наново.',
  unsent: (count: number) => `${evictedText.unsent(count)} Останалото ще се върне, щом влезете.`,
} as const;
