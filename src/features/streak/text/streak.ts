import { counted } from '@/shared/format/format';
import { once } from '@/shared/once';

const LOCALE = 'bg-BG';
const letter = once(() => new Intl.DateTimeFormat(LOCALE, { weekday: 'narrow', timeZone: 'UTC' }));
const whole = once(
  () => new Intl.DateTimeFormat(LOCALE, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }),
);
/** Noon (UTC) of a calendar day. The formatters use UTC too, so they print the same day in every time zone. */
const noon = (day: string) => new Date(`${day}T12:00:00Z`);

/** Messages by length of the streak; the first entry that the streak reaches applies. */
const messages: readonly [days: number, text: string][] = [
  [100, 'Сто дни поред. Вече сте легенда!'],
  [30, 'Цял месец без прекъсване. Това е навик.'],
  [14, 'Две седмици поред. Слоевете държат здраво.'],
  [7, 'Цяла седмица! Пламъкът гори.'],
  [3, 'Три дни поред. Добро начало.'],
];

/** The streak popup. */
export const streakText = {
  title: 'Вашата серия',
  current: 'Текуща серия',
  longest: 'Най-дълга серия',
  days: (count: number) => counted(count, 'ден', 'дни'),
  week: 'Последните 7 дни',
  letter: (day: string) => letter().format(noon(day)),
  date: (day: string) => Number(day.slice(-2)),
  day: (day: string, active: boolean, today: boolean) =>
    `${today ? 'Днес, ' : ''}${whole().format(noon(day))}: ${active ? 'активен' : 'без активност'}`,
  message: (current: number, activeToday: boolean) => {
    const reached = messages.find(([days]) => current >= days)?.[1];
    if (current === 0) return 'Гледайте урок днес и серията започва.';
    if (!activeToday) return `${reached ? `${reached} ` : ''}Гледайте урок днес, за да продължи.`;
    return reached ?? 'Днешният ден е отбелязан. Елате и утре.';
  },
  loading: 'Серията се зарежда',
  notHere: 'Серията още не е на това устройство',
  notHereText: 'Ще дойде с първия отговор от сървъра. Дните Ви не са изгубени.',
  failed: 'Серията не можа да се прочете',
  failedText: 'Презаредете страницата; дните Ви не са изгубени.',
  open: 'Активност',
} as const;
