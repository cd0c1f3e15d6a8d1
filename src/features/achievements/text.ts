import { counted } from '@/shared/format/format';

/** The section Постижения. */
export const achievementsText = {
  title: 'Постижения',
  loading: 'Постиженията се зареждат',
  totals: 'Общо',
  earned: 'завършени',
  earnedHow: 'слой за всяко',
  of: (total: number) => `от ${total}`,
  points: 'точки',
  pointsHow: 'от завършените',
  percent: 'от всички',
  percentHow: 'закръглено надолу',
  dotted: 'Пунктираният слой чака сървъра и още не се брои.',
  cup: (earned: number, total: number, waiting: number) =>
    `${counted(earned, 'завършено постижение', 'завършени постижения')} от ${total}${waiting ? `, ${counted(waiting, 'чака', 'чакат')} потвърждение` : ''}`,
  recent: 'Последни',
  recentNone: 'Първото Ви постижение ще се появи тук.',
  all: 'Всички постижения',
  waiting: 'чака потвърждение',
  count: (value: number, target: number) => `${value} от ${target}`,
  worth: (points: number) => counted(points, 'точка', 'точки'),
  none: 'Още няма постижения',
  noneText: 'Щом школата добави постижения, ще ги видите тук.',
  failed: 'Постиженията не можаха да се прочетат',
  failedText: 'Презаредете страницата. Напредъкът Ви е запазен на това устройство.',
  notHere: 'Постиженията още не са на това устройство',
  notHereText: 'Ще дойдат с първата връзка със сървъра. Това, което правите сега, се записва и ще се брои.',
} as const;
