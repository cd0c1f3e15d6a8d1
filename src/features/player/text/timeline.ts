import { counted, formatDuration } from '@/shared/format/format';

/** Texts of a lesson's timeline. */
export const timelineText = {
  title: 'По време',
  search: 'Търсене в урока',
  clear: 'Изчистете търсенето',
  filters: 'Показвай',
  kinds: {
    chapter: { one: 'Глава', many: 'Глави' },
    note: { one: 'Моя бележка', many: 'Бележки' },
    comment: { one: 'Коментар', many: 'Коментари' },
    caption: { one: 'Субтитър', many: 'Субтитри' },
  },
  keys: 'Стрелките нагоре и надолу водят по редовете, Enter пуска видеото от реда.',
  follow: 'Към текущото място',
  show: 'Покажете списъка по време',
  hide: 'Скрийте списъка по време',
  nothing: 'Нищо не е намерено',
  nothingHint: 'Променете думите или показвайте повече видове.',
  found: (count: number) => counted(count, 'ред', 'реда'),
  waiting: 'чака мрежа',
  teacher: 'Преподавател',
  pin: (seconds: number) => `Към ${formatDuration(seconds)} във видеото`,
  reply: 'Отговорете',
  replyLabel: (name: string) => `Отговор на ${name}`,
  cancel: 'Отказ',
  report: 'Докладвайте',
  reported: 'Докладът е записан. Преподавателите ще прегледат коментара.',
  reportFailed: 'Докладът не можа да се запише. Опитайте отново.',
} as const;
