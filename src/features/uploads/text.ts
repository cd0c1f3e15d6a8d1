/** The queue of uploads at the bottom of the console, and the messages about a chosen file. */
export const uploadText = {
  title: 'Качвания',
  summary: (active: number, all: number) => `${active} от ${all} се качват`,
  fold: 'Свийте качванията',
  unfold: 'Разгънете качванията',
  pause: (title: string) => `Пауза на „${title}“`,
  resume: (title: string) => `Продължете „${title}“`,
  retry: (title: string) => `Опитайте отново „${title}“`,
  cancel: (title: string) => `Откажете качването на „${title}“`,
  chooseFile: (title: string) => `Изберете отново файла на „${title}“`,
  chooseOther: (title: string) => `Друг файл за „${title}“`,
  states: {
    preparing: 'Подготвя се',
    waiting: 'Чака ред',
    sending: 'Качва се',
    storing: 'Записва се',
    paused: 'На пауза',
    'needs-file': 'Трябва файлът',
    failed: 'Спря',
  },
  offline: 'Чака мрежата',
  left: (words: string) => `още ${words}`,
  seconds: (count: number) => `${count} с`,
  minutes: (count: number) => `${count} мин.`,
  failures: {
    'too-large': 'Файлът е по-голям, отколкото сървърът приема (500 MB).',
    type: 'Сървърът не приема този вид файл.',
    forbidden: 'Нямате права да качвате.',
    taken: 'На това място вече има файл.',
    refused: 'Сървърът отказа файла.',
    row: 'Файлът е качен, но урокът не можа да се запише.',
    unreadable: 'Файлът е повреден или не е видео.',
    'no-video': 'Във файла има само звук, без картина.',
    'no-mp4': 'Този MKV не може да стане MP4. Запишете видеото като MP4 (H.264 с AAC).',
  },
  /** The server accepts less than the product; `limit` is empty if it does not say how much. */
  smallLimit: {
    refused: (limit: string) => `Файлът е по-голям, отколкото сървърът приема${limit && ` (${limit})`}.`,
    chosen: (size: string, limit: string) => `Файлът е ${size}, а сървърът приема до ${limit}.`,
    raise: 'Границата се променя в настройките на хранилището (в Supabase: Storage, Settings).',
  },
  needsFile: (name: string) => `Качването прекъсна. Изберете отново „${name}“, за да продължи.`,
  otherFile: 'Това е друг файл. Изберете същия като преди.',
  faults: {
    empty: 'Файлът е празен.',
    'too-large': (size: string) => `Файлът е ${size}, границата е 500 MB.`,
    type: 'Приемаме MP4, WebM и MOV.',
  },
  doubts: {
    video: (codec: string) =>
      `Картината е ${codec} и няма да се вижда на всяко устройство. Запишете видеото отново като H.264 с AAC (MP4).`,
    sound: (codec: string) =>
      `Звукът е ${codec} и няма да се чува на всяко устройство. Запишете видеото отново като H.264 с AAC (MP4).`,
  },
  unknownCodec: 'в непознат формат',
  /** `languages` is empty if the file does not name them. */
  subtitles: (languages: string) =>
    `Във файла има субтитри${languages && ` (${languages})`}, които няма да се виждат. Запишете ги като SRT и ги добавете към урока като надписи.`,
  doubtOf: (name: string, words: string) => `${name}: ${words}`,
  resourceFaults: {
    empty: 'файлът е празен',
    'too-large': 'файлът е над 100 MB',
    type: 'този вид файл не се приема',
  },
  rejectedFiles: (titles: readonly string[]) => `Сървърът не прие: ${titles.join(', ')}`,
  announce: (title: string, percent: number) => `${title}: ${percent} %`,
  leave: 'Качванията продължават, когато отворите отново конзолата.',
} as const;
