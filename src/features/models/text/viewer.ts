/** Texts of the 3D viewer. They load with the viewer's code. */

import { counted, formatNumber } from '@/shared/format/format';
import { formatBytes } from '@/shared/format/format-bytes';
import type { MeshDefect } from '../rules/mesh-error';
import type { ModelFormat } from '../rules/model-format';
import type { LeftOutKind } from '../rules/parsed-mesh';
import type { FileUnit, Material } from '../rules/printing';
import type { Plate } from '../rules/slicer-project';

const decimal = (digits: number) => {
  const format = new Intl.NumberFormat('bg-BG', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return (value: number) => format.format(value);
};
const one = decimal(1);
const two = decimal(2);
const whole = decimal(0);

const millimetres = (value: number) => one(value);
const percent = (share: number) => `${whole(share * 100)}\u00a0%`;

/** Formats grams: with one decimal below ten, because the decimal matters for small parts. */
const grams = (value: number) => `${value < 10 ? one(value) : whole(value)}\u00a0g`;
const cubic = (volume: number) => (volume < 1_000 ? `${whole(volume)}\u00a0mm³` : `${one(volume / 1_000)}\u00a0cm³`);

export const stageText = {
  label: (name: string) => `3D изглед на ${name}`,
  keys: 'Стрелките въртят, плюс и минус приближават и отдалечават, Home връща началния изглед.',
  views: 'Изглед',
  view: { isometric: 'Изометрия', front: 'Отпред', side: 'Отстрани', top: 'Отгоре' },
  slider: 'Слой',
  layer: (layer: number, layers: number, height: number) =>
    `слой ${formatNumber(layer)} от ${formatNumber(layers)}, ${millimetres(height)} mm височина`,
  height: (height: number) => `${millimetres(height)} mm височина`,
  across: ([x, y]: readonly [number, number]) => `${millimetres(x)} × ${millimetres(y)} mm сечение`,
  firstLayer: 'слой 1',
  overhang: (degrees: number) => `надвес ${whole(degrees)}°`,
  noWebGl: 'Браузърът не показва 3D',
  noWebGlHint: 'Виждате чертеж на слоевете. Всички размери са верни.',
  lostWebGl: 'Видеокартата спря да рисува',
  drawing: (name: string) => `Чертеж на ${name}: очертания на слоевете`,
} as const;

export const figureText = {
  title: 'Моделът',
  size: 'Размери',
  sizeOf: ([x, y, z]: readonly [number, number, number]) =>
    `${millimetres(x)} × ${millimetres(y)} × ${millimetres(z)}\u00a0mm`,
  volume: 'Обем',
  volumeOf: cubic,
  aboutVolume: (volume: number) => `около ${cubic(volume)}`,
  mass: 'Маса',
  massOf: (value: number) => `около ${grams(value)}`,
  massFor: (material: Material, density: number, walls: number, infill: number) =>
    `Масата е за ${material} (${two(density)} g/cm³), ${counted(walls, 'стена', 'стени')} и ${percent(infill)} пълнеж.`,
  material: 'Материал',
  infill: 'Пълнеж',
  triangles: 'Триъгълници',
  mesh: 'Мрежа',
  closed: 'затворена',
  open: 'отворена',
  openEdges: (count: number) => counted(count, 'ръб без съсед', 'ръба без съсед'),
  crowdedEdges: (count: number) => counted(count, 'ръб с повече от две стени', 'ръба с повече от две стени'),
  flippedEdges: (count: number) => counted(count, 'ръб с обърната стена', 'ръба с обърнати стени'),
  openHint: 'Слайсърът може да я поправи, но обемът и масата са приблизителни.',
  inverted: 'Стените гледат навътре. Обърнете нормалите преди слайсване.',
  overhang: 'Надвес над 45°',
  overhangIn: (from: number, to: number, degrees: number) =>
    from === to
      ? `Слой ${formatNumber(from)}, най-много ${whole(degrees)}°.`
      : `Слоеве ${formatNumber(from)}–${formatNumber(to)}, най-много ${whole(degrees)}°.`,
  overhangShare: (share: number) => `${share < 0.01 ? 'Под 1\u00a0%' : percent(share)} от повърхността.`,
  overhangRest: 'Останалото се печата без подпори.',
  noOverhang: 'Без надвес над 45°',
  noOverhangHint: 'Печата се без подпори.',
  thin: 'Тънка стена',
  thinAt: (thickness: number, height: number) =>
    `Около ${two(thickness)} mm на височина ${millimetres(height)} mm. По-тънка е от две линии на дюзата и може да не се отпечата.`,
  unit: {
    metre: 'В метри ли е файлът?',
    inch: 'В инчове ли е файлът?',
    millimetre: 'В милиметри ли е файлът?',
  } satisfies Record<FileUnit, string>,
  unitHint: (format: ModelFormat, longest: number) =>
    `Прочетен в ${format === 'glb' ? 'метри' : 'милиметри'}, моделът е дълъг ${two(longest)} mm.`,
  readAs: {
    metre: 'Прочети в метри',
    inch: 'Прочети в инчове',
    millimetre: 'Прочети в милиметри',
  } satisfies Record<FileUnit, string>,
  readAsUsual: (format: ModelFormat) => (format === 'glb' ? 'Върнете метрите' : 'Върнете милиметрите'),
  unitUsed: {
    metre: 'Прочетен в метри.',
    inch: 'Прочетен в инчове.',
    millimetre: 'Прочетен в милиметри.',
  } satisfies Record<FileUnit, string>,
} as const;

export const contentsText = {
  plate: 'Плоча',
  firstPlate: 'Към друга плоча',
  plateOf: ({ number, name, objects }: Plate) =>
    [`Плоча ${number}`, name, objects.filter(Boolean).join(', ')].filter(Boolean).join(' · '),
  left: 'Във файла има и друго',
  leftOf: {
    unprintable: (count: number) => counted(count, 'обект е изключен от печата', 'обекта са изключени от печата'),
    outside: (count: number) =>
      counted(count, 'обект не е на никоя плоча и не е показан', 'обекта не са на никоя плоча и не са показани'),
    support: (count: number) =>
      counted(count, 'обект е за подпори и не е част от модела', 'обекта са за подпори и не са част от модела'),
    other: (count: number) =>
      counted(
        count,
        'обект е означен като „друг“ и не е част от модела',
        'обекта са означени като „друг“ и не са част от модела',
      ),
    modifier: (count: number) =>
      counted(count, 'модификатор променя само настройките', 'модификатора променят само настройките'),
    negative: (count: number) =>
      `${counted(count, 'отрицателна част не е извадена', 'отрицателни части не са извадени')}: отпечатаният обем е по-малък`,
    beams: (count: number) =>
      counted(
        count,
        'греда от решетка не се чертае и не влиза в размерите',
        'греди от решетка не се чертаят и не влизат в размерите',
      ),
    coarse: (count: number) =>
      `${counted(count, 'обект е опростен', 'обекта са опростени')}: точната форма е в слоевете, които не четем`,
  } satisfies Record<LeftOutKind, (count: number) => string>,
} as const;

const patterns: Readonly<Record<string, string>> = {
  gyroid: 'гироид',
  grid: 'решетка',
  rectilinear: 'прави линии',
  cubic: 'кубичен',
  honeycomb: 'пчелна пита',
  triangles: 'триъгълници',
  line: 'линии',
  lightning: 'светкавица',
};

export const settingsText = {
  title: 'Настройки за печат',
  from: (material: string, layer: number) => `От профила на урока: ${material}, ${two(layer)} mm`,
  usual: 'Обичайни за дюза 0,4 mm. Урокът няма свой профил.',
  usualOwn: 'Обичайни за дюза 0,4 mm.',
  nozzle: 'Дюза и слой',
  nozzleOf: (nozzle: number, layer: number) => `${one(nozzle)} mm · ${two(layer)} mm`,
  temperature: 'Температура',
  temperatureOf: (nozzle: number, bed: number | null) =>
    bed === null ? `${whole(nozzle)} °C` : `${whole(nozzle)} °C · плот ${whole(bed)} °C`,
  walls: 'Стени',
  wallsOf: (walls: number, width: number) => `${whole(walls)} по ${two(width)} mm`,
  infill: 'Пълнеж',
  infillOf: (infill: number, pattern: string | null) =>
    pattern ? `${percent(infill)}, ${patterns[pattern] ?? pattern}` : percent(infill),
  supports: 'Подпори',
  on: 'включени',
  off: 'изключени',
  conflict: 'Моделът има надвес. Включете подпори или го завъртете.',
  needless: 'Моделът няма надвес над 45°. Може да печатате без подпори.',
} as const;

/** Why a file cannot be opened, and how to fix it. */
export function defectText(defect: MeshDefect): { reason: string; help: string } {
  const again = 'Изнесете модела отново от програмата, в която е направен.';
  switch (defect.code) {
    case 'empty':
      return { reason: 'Файлът е празен: 0 байта.', help: again };
    case 'unknown-format':
      return {
        reason: 'Съдържанието не е на STL, 3MF, OBJ, PLY или GLB файл.',
        help: 'Проверете дали окончанието на името е вярно.',
      };
    case 'too-large':
      return {
        reason: `Файлът е ${formatBytes(defect.bytes)}. Отваряме до ${formatBytes(defect.limit)}.`,
        help: 'Намалете триъгълниците и го изнесете отново.',
      };
    case 'cut-off':
      return {
        reason: `Файлът е отрязан: ${formatNumber(defect.actual)} от ${formatNumber(defect.expected)} байта.`,
        help: 'Изтеглянето или копирането е прекъснало. Вземете файла отново.',
      };
    case 'cut-off-text':
      return {
        reason: `Файлът е отрязан на ред ${formatNumber(defect.line)}.`,
        help: 'Изтеглянето или копирането е прекъснало. Вземете файла отново.',
      };
    case 'wrong-count':
      return {
        reason: `Броят на триъгълниците не е верен: обявени са ${formatNumber(defect.declared)}, а данните са за ${formatNumber(defect.held)}.`,
        help: again,
      };
    case 'no-triangles':
      return { reason: 'Във файла няма нито един триъгълник.', help: again };
    case 'nothing-printed':
      return {
        reason: `${defect.plate === undefined ? 'Във файла' : `На плоча ${defect.plate}`} няма нищо за печат: ${defect.left.map(({ kind, count }) => contentsText.leftOf[kind](count)).join('; ')}.`,
        help: 'Включете в слайсера за печат това, което искате да видите, и запишете проекта отново.',
      };
    case 'too-many-triangles':
      return {
        reason: `Моделът има ${formatNumber(defect.count)} триъгълника. Отваряме до ${formatNumber(defect.limit)}.`,
        help: 'Намалете триъгълниците (decimate) и го изнесете отново.',
      };
    case 'bad-number':
      return { reason: `Триъгълник ${formatNumber(defect.triangle)} има координата, която не е число.`, help: again };
    case 'comma':
      return {
        reason: `Ред ${formatNumber(defect.line)} има десетична запетая. Числата в модела се пишат с точка.`,
        help: 'Сменете езика за числа в програмата или изнесете двоичен STL.',
      };
    case 'bad-syntax':
      return { reason: `Ред ${formatNumber(defect.line)} не е по правилата на STL.`, help: again };
    case 'zip-damaged':
      return { reason: 'Архивът на 3MF файла е повреден или отрязан.', help: 'Вземете файла отново.' };
    case 'zip-entries':
      return {
        reason: `Архивът има ${formatNumber(defect.count)} файла. Отваряме до ${formatNumber(defect.limit)}.`,
        help: again,
      };
    case 'zip-size':
      return {
        reason: `Разархивиран, файлът минава ${formatBytes(defect.limit)}.`,
        help: 'Такъв архив може да е направен, за да навреди. Отваряйте само файлове, на които имате доверие.',
      };
    case 'part-missing':
      return { reason: `В 3MF файла липсва частта „${defect.part}“.`, help: again };
    case 'xml-entities':
      return {
        reason: `Частта „${defect.part}“ има XML същности. Не ги отваряме.`,
        help: 'Такъв файл може да е направен, за да навреди. Отваряйте само файлове, на които имате доверие.',
      };
    case 'xml-damaged':
      return { reason: `Частта „${defect.part}“ е повредена на ред ${formatNumber(defect.line)}.`, help: again };
    case 'object-missing':
      return { reason: `В 3MF файла липсва обект ${defect.id}.`, help: again };
    case 'bad-index':
      return { reason: `Обект ${defect.id} сочи към точка, която не съществува.`, help: again };
    case 'components-loop':
      return { reason: `Обект ${defect.id} съдържа себе си или се повтаря без край.`, help: again };
    case 'damaged':
      return { reason: 'Файлът е повреден или отрязан.', help: again };
    case 'faces':
      return {
        reason: `Файлът обявява ${counted(defect.declared, 'стена', 'стени')}, а разчетени са ${counted(defect.read, 'триъгълник', 'триъгълника')}.`,
        help: 'Отрязан е или има стени с повече върхове. Изнесете го отново само с триъгълници (triangulate).',
      };
    case 'glb-version':
      return { reason: `GLB версия ${formatNumber(defect.version)}. Отваряме версия 2.`, help: again };
    case 'glb-foreign-uri':
      return {
        reason: `Моделът сочи към друг адрес: ${defect.uri}. Не го отваряме и не изпращаме заявка.`,
        help: 'Изнесете GLB с вградени текстури и данни.',
      };
    case 'beams-only':
      return {
        reason: 'Моделът е решетка от греди (beam lattice), а не мрежа от триъгълници.',
        help: 'Изнесете го от програмата като мрежа (mesh).',
      };
    case 'sliced':
      return {
        reason: 'Файлът е нарязан за принтер: има G-code, но няма модел.',
        help: 'Отворете проекта, от който е нарязан, и изнесете модела.',
      };
    case 'encrypted':
      return { reason: 'Файлът е шифрован.', help: 'Поискайте от автора копие без шифър.' };
    case 'decoder-missing':
      return {
        reason: 'Файлът е компресиран, а кодът за разчитане още не е на това устройство.',
        help: 'Свържете се с интернет и отворете файла отново. После такива файлове се отварят и без мрежа.',
      };
    case 'glb-extension':
      return {
        reason: `Разширението ${defect.extension} не се поддържа.`,
        help: 'Без него моделът няма да е верен. Изнесете GLB без това разширение.',
      };
  }
}

export const defectTitle = 'Файлът не може да се отвори';
export const defectSafe = 'Файлът не е променен и може да се изтегли.';
export const failureTitle = 'Моделът не можа да се прочете';
export const failureHint = 'Паметта на устройството може да не стига. Затворете други програми и опитайте отново.';
