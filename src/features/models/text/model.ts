/** Texts around the 3D viewer: the link in a lesson, the viewer's states, and /model. */

export const modelText = {
  explore: 'Разгледайте',
  exploreOne: (title: string) => `Разгледайте ${title}`,
  ownFile: 'Имате модел на устройството?',
  ownFileLink: 'Отворете свой файл',
  back: 'Назад',
  wire: 'Мрежа',
  materials: 'Материали',
  save: 'Изтеглете',
  saving: 'Файлът се сваля',
  onDevice: 'на устройството',
  loading: 'Моделът се зарежда',
  reading: 'Чета файла…',
  cancel: 'Откажете',
  cancelled: 'Четенето е спряно',
  cancelledHint: 'Файлът не е променен. Можете да го отворите отново или да го изтеглите.',
  retry: 'Опитайте отново',
  notKept: 'Моделът не е на това устройство',
  notKeptHint: 'Ще се отвори, щом се свържете. Отвореният веднъж модел остава и без мрежа.',
  notLoaded: 'Моделът не можа да се изтегли',
  notLoadedHint: 'Урокът и всичко записано са на място. Опитайте отново след малко.',
  notFound: 'Моделът не е намерен',
  notFoundHint: 'Авторът може да е махнал файла от урока.',
  toLesson: 'Към урока',
  viewerMissing: 'Прегледът още не е на това устройство',
  viewerMissingHint: 'Идва с първия модел, който отворите с интернет, и после работи без мрежа.',
} as const;

export const modelPage = {
  title: 'Преглед на модел',
  intro: 'Отворете STL, 3MF, OBJ, PLY или GLB от устройството си. Файлът не го напуска и работи без мрежа.',
  choose: 'Изберете файл',
  drop: 'или го пуснете тук',
  dropNow: 'Пуснете файла',
  another: 'Друг файл',
  wrongKind: (name: string) => `„${name}“ не е STL, 3MF, OBJ, PLY или GLB файл.`,
} as const;
