import { counted, formatDate } from '@/shared/format/format';
import { capitalised } from '@/shared/format/format-day';
import { once } from '@/shared/once';
import type { RelativeDate } from '@/shared/relative-date';
import type { EventRow, NewsCategory } from '@/shared/rows';

// Texts of the blocks below the greeting of the home screen. They load with the blocks.

/** The message about payments. `plans` labels a link to the plans; `open` labels every other link. */
export const billingLine = { open: 'Отворете абонамента', plans: 'Вижте плановете', close: 'Прочетено' } as const;

/** The question about push messages. */
export const pushQuestion = {
  title: 'Да Ви казваме ли за новото?',
  text: 'Нови уроци, събития и напомняне, когато Слой е затворен. Изключва се от Настройки.',
  yes: 'Включете',
  no: 'Не сега',
  failed: 'Известията не можаха да се включат. Опитайте от Настройки → Известия.',
} as const;

export const activity = {
  title: 'Последна активност',
  upcoming: 'Предстоящи събития',
  free: 'Безплатно',
  premium: 'Премиум',
  registered: 'Записани сте',
  now: 'Тече сега',
  full: 'Събитието е пълно',
  seats: (taken: number, most: number) =>
    `${counted(Math.max(0, most - taken), 'свободно място', 'свободни места')} от ${most}`,
  seatsOpen: 'Без ограничение на местата',
  minutes: (minutes: number) => counted(minutes, 'минута', 'минути'),
  sofiaTime: (hour: string) => `${hour} в София`,
  showDay: (title: string) => `${title}: покажете в календара`,
  none: 'Няма предстоящи събития',
  noneText: 'Щом обявим ново, ще го видите тук и в календара.',
  offline: 'Събитията още не са на това устройство. Ще дойдат заедно с курсовете.',
  types: {
    webinar: 'Уебинар',
    workshop: 'Работилница',
    lecture: 'Лекция',
    conference: 'Конференция',
    'in-person': 'Присъствено',
    other: 'Друго',
  } satisfies Record<EventRow['type'], string>,
} as const;

export const calendarText = {
  label: (month: string) => `Календар, ${month}`,
  today: 'Днес',
  previous: 'Предишен месец',
  next: 'Следващ месец',
  events: (count: number) => counted(count, 'събитие', 'събития'),
  learnt: 'учихте',
  more: (count: number) => `+${count}`,
  nothing: 'Няма събития в този ден.',
  legendLearnt: 'Дни, в които учихте',
  legendEvents: 'Събития',
  cancelled: 'Отменено',
} as const;

const ago = once(() => new Intl.RelativeTimeFormat('bg-BG'));
const near = ['Днес', 'Вчера'];

export const newsText = {
  title: 'Последни новини',
  categories: {
    general: 'Обща',
    update: 'Актуализация',
    course: 'Курсове',
    event: 'Събития',
    store: 'Магазин',
  } satisfies Record<NewsCategory, string>,
  /** Relative dates: today, yesterday, days, weeks, otherwise the date (specification 2 §9). */
  date: (relative: RelativeDate, at: number) =>
    relative.unit === 'date'
      ? formatDate(at)
      : (relative.unit === 'day' && near[relative.count]) || capitalised(ago().format(-relative.count, relative.unit)),
  none: 'Още няма новини',
  offline: 'Новините още не са на това устройство. Ще дойдат заедно с курсовете.',
} as const;

export const achievementText = {
  title: 'Постижения',
  earned: 'Спечелено',
  waiting: 'чака потвърждение',
  count: (value: number, target: number) => `${value} от ${target}`,
  points: (points: number) => counted(points, 'точка', 'точки'),
  none: 'Още няма постижения',
  offline: 'Постиженията още не са на това устройство. Ще дойдат заедно с курсовете.',
} as const;

/** Shown to free accounts in place of locked content. */
export const locked = {
  plans: 'Вижте плановете',
  courses: {
    title: 'Отключете всички курсове',
    text: 'Безплатният план отваря безплатните курсове и прегледите. Pro отваря всички курсове, тестовете и ресурсите.',
  },
  activity: {
    title: 'Събития и активност',
    text: 'Уебинари, работилници и Вашите дни с учене в един календар.',
    action: 'Отключете с Pro',
  },
  news: {
    title: 'Новините са за абонати',
    text: 'Статии за материали, настройки и нови курсове.',
    action: 'Надградете',
  },
  achievements: {
    title: 'Achievements - Pro',
    text: 'Медали за уроци, тестове и дни поред.',
    action: 'Отключете с Pro',
  },
} as const;
