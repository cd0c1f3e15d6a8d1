/** Texts around the 3D viewer: the link in a lesson, the viewer's states, and /model. */

import { counted } from '@/shared/format/format';
import { formatBytes } from '@/shared/format/format-bytes';
import { MAX_MODEL_BYTES } from '../rules/model-format';
import type { Rejection } from '../rules/own-file';

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
  intro:
    'Отворете STL, 3MF, OBJ, PLY, GLB или ZIP с модели от устройството си. Файлът не го напуска и работи без мрежа.',
  choose: 'Изберете файл',
  drop: 'или го пуснете тук',
  dropNow: 'Пуснете файла',
  another: 'Друг файл',
  archive: (count: number, others: number) =>
    [
      `В архива има ${counted(count, 'модел', 'модела')}. Изберете кой да отворим.`,
      others > 0 && `${counted(others, 'друг файл не е модел', 'други файла не са модели')} за преглед.`,
    ]
      .filter(Boolean)
      .join(' '),
  toArchive: 'Към архива',
  fromArchive: (name: string) => `от ${name}, на устройството`,
  rejected: {
    STEP: (name) =>
      `„${name}“ е STEP: точно тяло от CAD програма, а не мрежа за печат. Отворете го в нея и го изнесете като STL или 3MF.`,
    IGES: (name) =>
      `„${name}“ е IGES: повърхнини от CAD програма, а не мрежа за печат. Отворете го в нея и го изнесете като STL или 3MF.`,
    AMF: (name) => `„${name}“ е AMF. Не го показваме. Отворете го в слайсър и го изнесете като 3MF или STL.`,
    'G-code': (name) =>
      `„${name}“ е G-code: движения за един принтер, а не модел. Отворете проекта, от който е нарязан, и изнесете модела.`,
    unknown: (name) => `„${name}“ не е STL, 3MF, OBJ, PLY или GLB файл.`,
    'archive-empty': (name) => `В „${name}“ няма STL, 3MF, OBJ, PLY или GLB файл.`,
    'archive-damaged': (name) => `„${name}“ не може да се разархивира: архивът е повреден, отрязан или с парола.`,
    'archive-large': (name) => `„${name}“ е по-голям от ${formatBytes(MAX_MODEL_BYTES)}. Намалете триъгълниците му.`,
    unreadable: (name) => `„${name}“ не можа да се прочете. Опитайте отново.`,
  } satisfies Record<Rejection, (name: string) => string>,
} as const;
