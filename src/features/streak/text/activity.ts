import { counted } from '@/shared/format/format';
import { capitalised, formatDay } from '@/shared/format/format-day';

const activeDays = (count: number) => counted(count, 'активен ден', 'активни дни');

/** The section Активност. Texts that it shares with the streak popup are in `streak.ts`. */
export const activityText = {
  title: 'Активност',
  loading: 'Активността се зарежда',
  current: 'Текуща серия',
  longest: 'Най-дълга серия:',
  week: 'Последните 7 дни',
  today: 'днес',
  level: (level: number, of: number) => `Ниво ${level} от ${of}`,
  levelHow: 'По пламък на два дни поред; петият идва на десетия ден.',
  thisWeek: 'Тази седмица',
  thisWeekHow: 'от понеделник',
  thisMonth: 'Този месец',
  thisMonthHow: (day: string) => `през ${formatDay(day, 'monthName')}`,
  year: (year: string) => `Вашата ${year}`,
  yearDays: activeDays,
  yearHow: 'Всяка линия е седмица: колкото дни сте учили, толкова е дълга, до седем.',
  yearLabel: (year: string, days: number) => `${activeDays(days)} през ${year} г., по седмици`,
  yearTable: 'Като таблица',
  tableWeek: 'Седмица от',
  tableDays: 'Активни дни',
  now: 'сега',
  inARow: (days: number) => `${days} поред`,
  month: (day: string) => formatDay(day, 'monthName').slice(0, 3),
  weekOf: (monday: string) => capitalised(formatDay(monday, 'dayOfMonth')),
} as const;
