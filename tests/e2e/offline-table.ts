import type { Page } from '@playwright/test';
import { binaryStl, box } from '../helpers/solids';

/**
 * The offline matrix: how each screen of a learner works without a network. 20 screens × 3 situations × 3 devices = 180 cells; each cell
 * lists the texts and controls that must be visible, and the texts that say what waits for the network. `offline-matrix.desktop.spec.ts` runs the matrix;
 * tests/unit/app/routing/offline-table.test.ts fails when a route or a section has no row.
 */

export const devices = ['app', 'phone', 'desktop'] as const;
/** `cold`: started without a network after a kill. `lost`: the screen is open when the network is lost. `back`: the network has returned. */
export const situations = ['cold', 'lost', 'back'] as const;
/** The kinds of "no network": the browser reports it; connections are refused; connections get no answer; a captive portal answers. */
export const networks = ['offline', 'down', 'silent', 'portal'] as const;

export type Device = (typeof devices)[number];
export type Situation = (typeof situations)[number];
export type Network = (typeof networks)[number];

export interface Cell {
  /** Final path and query of the screen. */
  at: string;
  /** Texts and names of controls that must be visible. */
  works: readonly string[];
  /** Visible texts that say what waits for the network. */
  waits: readonly string[];
  /** Texts that must not be visible. */
  gone: readonly string[];
  /** Text of the sync chip; undefined on screens without the chip. */
  chip: RegExp | undefined;
}

export interface Place {
  device: Device;
  situation: Situation;
  network: Network;
}

export interface Row {
  screen: string;
  /** The route of src/shared/paths.ts; `section` distinguishes the sections of one route. */
  route: string;
  section?: string;
  account: 'premium' | 'free';
  address: string;
  /** URL after the learner's action, if the action changes it; `*` matches any ending. */
  openedAt?: string;
  /** False on screens without a sync chip. */
  hasChip?: false | ((device: Device) => boolean);
  works: readonly string[] | ((place: Place) => readonly string[]);
  /** Texts of the open screen before the network is lost, if they differ from `works`. */
  opensWith?: readonly string[];
  /** Texts that say what waits for the network; omit if only the sync chip says so, or if nothing on the screen needs a network. */
  waits?: (place: Place) => readonly string[];
  /** URL and texts on the offline home if the installed app starts offline there (decisions 11 and 37). */
  inApp?: { at: string; works: readonly string[] };
  /** URL and texts after the network returned, if the app then redirects; `after: 'offline'`: only if the browser itself reported being offline. */
  afterReturn?: { at: string; works: readonly string[]; after?: 'offline' };
  /** An action of the learner while the network is lost. */
  act?: {
    run: (page: Page, place: Place) => Promise<void>;
    /** The sync chip counts the action's write as unsent. */
    queues?: true;
    /** Texts that stay visible after the action. */
    works?: readonly string[];
    /** Texts that are visible after the action until the network returns. */
    waits?: readonly string[];
  };
}

const COURSE = 'c0000000-0000-4000-8000-000000000001';
export const LESSON = 'd0000000-0000-4000-8000-000000000003';
const FREE_LESSON = 'd0000000-0000-4000-8000-000000000001';
export const lessonUrl = `/video/${LESSON}/${COURSE}`;
/** The test learner's certificate; the runner inserts its serial and seal here. */
export const CERTIFICATE_URL = '/certificate/:own';
const home = '/offline-dashboard';
export const cube = {
  name: 'cube.stl',
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(binaryStl(box(20, 20, 20))),
};
const onOfflineHome = (section: string) => `${home}?section=${section}`;

const offlineHomeWorks = ['Свалени уроци', 'Вашето учене', 'Тестове без интернет', 'Какво още работи без интернет'];
const onPhones = (device: Device) => device !== 'desktop';

/** The player's messages when the video is not on the device. */
const playerWaits: Record<Network, readonly string[]> = {
  offline: ["You're Offline"],
  down: ['Няма връзка със сървъра'],
  silent: [],
  portal: ['Няма връзка със сървъра'],
};

export const table: readonly Row[] = [
  {
    screen: '/check',
    route: '/check',
    account: 'premium',
    address: '/check',
    works: ['Здравейте, Мария', 'Последни курсове'],
    inApp: { at: home, works: offlineHomeWorks },
    afterReturn: { at: '/dashboard', works: ['Здравейте, Мария'] },
  },
  {
    screen: 'home',
    route: '/dashboard',
    section: 'home',
    account: 'premium',
    address: '/dashboard',
    works: ['Здравейте, Мария', 'Последни курсове', 'Всички постижения', 'Всички събития', 'Седмица на калибрирането'],
    inApp: { at: home, works: offlineHomeWorks },
  },
  {
    screen: 'courses',
    route: '/dashboard',
    section: 'courses',
    account: 'premium',
    address: '/dashboard?section=courses',
    works: ['Моите курсове', 'Отвори курс: Основи на 3D печата', 'Отвори курс: Blender за 3D печат'],
    inApp: { at: onOfflineHome('courses'), works: ['Моите курсове', 'Отвори курс: Основи на 3D печата'] },
  },
  {
    screen: 'achievements',
    route: '/dashboard',
    section: 'achievements',
    account: 'premium',
    address: '/dashboard?section=achievements',
    works: ['Всички постижения', 'Седмица до принтера', 'С диплома на стената'],
    inApp: { at: onOfflineHome('achievements'), works: ['Всички постижения', 'С диплома на стената'] },
  },
  {
    screen: 'activity',
    route: '/dashboard',
    section: 'activity',
    account: 'premium',
    address: '/dashboard?section=activity',
    works: ['Текуща серия', 'Последните 7 дни', 'Ниво 0 от 5'],
    inApp: { at: onOfflineHome('activity'), works: ['Текуща серия', 'Последните 7 дни'] },
  },
  {
    screen: 'certificates',
    route: '/dashboard/certificates',
    section: 'certificates',
    account: 'premium',
    address: '/dashboard/certificates',
    works: ['Вашите Сертификати', 'Майстор на калибрирането'],
    inApp: { at: onOfflineHome('certificates'), works: ['Вашите Сертификати', 'Майстор на калибрирането'] },
  },
  {
    screen: 'events',
    route: '/dashboard',
    section: 'events',
    account: 'premium',
    address: '/dashboard?section=events',
    works: ['Вечер за въпроси: подпори', 'Календар', 'Добавете „Вечер за въпроси: подпори“ в календара си'],
    inApp: { at: onOfflineHome('events'), works: ['Вечер за въпроси: подпори', 'Календар'] },
    act: {
      run: (page) => page.getByRole('button', { name: 'Запишете се: Вечер за въпроси: подпори' }).click(),
      queues: true,
      works: ['Отпишете се: Вечер за въпроси: подпори'],
      waits: ['Чака потвърждение от сървъра'],
    },
  },
  {
    screen: 'store section',
    route: '/dashboard',
    section: 'store',
    account: 'premium',
    address: '/dashboard?section=store',
    works: ['Our Store is Coming Soon', 'Launching Summer 2024'],
    inApp: { at: onOfflineHome('store'), works: ['Our Store is Coming Soon', 'Notify me'] },
    act: {
      run: async (page) => {
        await page.getByLabel('Email address').fill('maria@sloy.test');
        await page.getByRole('button', { name: 'Notify me' }).click();
      },
      waits: ['Your email is saved on this device.'],
    },
  },
  {
    screen: '/dashboard_free',
    route: '/dashboard_free',
    account: 'free',
    address: '/dashboard_free',
    works: ['Здравейте, Мария', 'Отключете всички курсове', 'Първи стъпки'],
    inApp: { at: home, works: ['Вашето учене', 'Какво още работи без интернет'] },
  },
  {
    screen: '/notifications',
    route: '/notifications',
    section: 'notifications',
    account: 'premium',
    address: '/notifications',
    works: ['All', 'Read', 'Добре дошли в матрицата'],
    inApp: { at: onOfflineHome('notifications'), works: ['All', 'Добре дошли в матрицата'] },
    act: {
      run: (page) => page.getByRole('button', { name: 'Отбележи всички като прочетени' }).click(),
      queues: true,
      works: ['Unread'],
    },
  },
  {
    screen: '/course',
    route: '/course/:courseId',
    account: 'premium',
    address: `/course/${COURSE}`,
    works: ({ device }) => ['Course Content', 'Tests', 'Първият слой', ...(onPhones(device) ? ['Downloaded'] : [])],
    waits: ({ network }) =>
      network === 'offline'
        ? ['Няма връзка. Свалените уроци и тестовете работят и сега; другите уроци чакат мрежата.']
        : [],
    inApp: { at: `${onOfflineHome('courses')}&course=${COURSE}`, works: ['Основи на 3D печата', 'Първият слой'] },
  },
  {
    screen: '/video',
    route: '/video/:videoId/:courseId?',
    account: 'premium',
    address: lessonUrl,
    works: ({ device }) => [
      'Първият слой',
      'Повечето провалени печати се провалят в първите пет минути.',
      'Коментари',
      'Бележки',
      ...(onPhones(device) ? ['Downloaded', 'Пуснете'] : []),
    ],
    // A desktop has no downloads, so without a network its player cannot play after a cold start.
    waits: ({ device, network, situation }) =>
      device === 'desktop' && situation === 'cold' ? playerWaits[network] : [],
    inApp: { at: `${home}?video=${LESSON}`, works: ['Offline Mode', 'Първият слой', 'Затворете плейъра'] },
    act: {
      run: async (page, { device }) => {
        await page.getByRole('button', { name: /^Харесвам урока/ }).click();
        if (!onPhones(device)) return;
        await page.locator('video').evaluate(async (video: HTMLVideoElement) => {
          video.muted = true;
          await video.play();
          await new Promise((moved) => video.addEventListener('timeupdate', moved, { once: true }));
          video.pause();
        });
      },
      queues: true,
    },
  },
  {
    screen: '/video-free',
    route: '/video-free/:videoId',
    account: 'free',
    address: `/video-free/${FREE_LESSON}`,
    works: ['Какво е слой', 'FREE', 'Преглед: 20 секунди', 'Описание', 'Free limits'],
    waits: ({ network, situation }) => (situation === 'cold' ? playerWaits[network] : []),
  },
  {
    screen: '/test',
    route: '/test/:testId?',
    account: 'premium',
    address: '/test/e0000000-0000-4000-8000-000000000001',
    hasChip: false,
    opensWith: ['Слоеве и слайсер', 'Start', 'За успех'],
    // An answer given without a network is still there after a kill.
    works: ({ situation }) =>
      situation === 'cold'
        ? ['Слоеве и слайсер', 'Имате започнат опит: отговорени са 1 от 6.', 'Continue']
        : ['Въпрос 1 от 6', 'Next'],
    openedAt: '/test/e0000000-0000-4000-8000-000000000001?attempt=*',
    waits: ({ network, situation }) =>
      network === 'offline' && situation === 'cold'
        ? ['Тестът може да се реши и сега: отговорите се пазят на устройството и се изпращат, когато има мрежа.']
        : [],
    act: {
      run: async (page) => {
        await page.getByRole('button', { name: /^(Start|Continue|Retake Test)$/ }).click();
        await page.getByRole('radio').or(page.getByRole('checkbox')).first().check();
      },
      works: ['Отговорите са запазени на устройството'],
    },
  },
  {
    screen: '/news',
    route: '/news/:slug',
    account: 'premium',
    address: '/news/kolko-naistina-struva-edin-pechat',
    works: ['Колко наистина струва един печат', 'Второто число е токът', 'Споделете'],
  },
  {
    screen: '/certificate',
    route: '/certificate/:serial',
    account: 'premium',
    address: CERTIFICATE_URL,
    hasChip: false,
    works: ({ situation }) =>
      situation === 'cold'
        ? ['Сертификатът е истински, но не е проверено дали е отменен', 'Мария Илиева', 'Майстор на калибрирането']
        : ['Сертификатът е истински', 'Мария Илиева', 'Майстор на калибрирането'],
    waits: ({ situation }) => (situation === 'cold' ? ['Няма връзка със сървъра'] : []),
  },
  {
    screen: '/offline-dashboard',
    route: '/offline-dashboard',
    account: 'premium',
    address: home,
    works: ({ device }) => [
      ...offlineHomeWorks.slice(1),
      onPhones(device) ? 'Пуснете Първият слой' : 'No Offline Videos',
    ],
    waits: ({ network }) => (network === 'offline' ? ['Offline', 'Чака интернет'] : ['Чака интернет']),
    afterReturn: { at: '/dashboard', works: ['Здравейте, Мария'], after: 'offline' },
  },
  {
    screen: '/offline-videos',
    route: '/offline-videos',
    account: 'premium',
    address: '/offline-videos',
    hasChip: onPhones,
    works: ({ device }) =>
      onPhones(device)
        ? ['Свалени уроци', 'Пуснете Първият слой', 'Проверете файла на Първият слой', 'Clear All']
        : ['Desktop Not Supported - Offline video downloads are only available on mobile devices.'],
  },
  {
    screen: 'settings',
    route: '/settings',
    account: 'premium',
    address: '/settings',
    works: ['Настройки', 'Профил', 'Това устройство', 'Мария Илиева'],
    inApp: { at: onOfflineHome('settings'), works: ['Настройки', 'Профил', 'Това устройство', 'Мария Илиева'] },
    act: {
      run: async (page) => {
        await page.getByRole('button', { name: 'Редактирайте' }).click();
        await page.getByLabel('Длъжност').fill('Учителка');
        await page.getByRole('button', { name: 'Запазете' }).click();
      },
      queues: true,
      works: ['Учителка'],
      waits: ['Чака мрежа. Записано е на това устройство и тръгва само.'],
    },
  },
  {
    screen: '/model',
    route: '/model',
    account: 'premium',
    address: '/model',
    hasChip: false,
    opensWith: ['Преглед на модел', 'Изберете файл'],
    // The phones have loaded the model viewer before. The desktop has not: its viewer loads when the network returns.
    works: ({ situation, device }) => {
      if (situation === 'cold') return ['Преглед на модел', 'Изберете файл'];
      return onPhones(device) || situation === 'back' ? ['Триъгълници', '12'] : ['cube.stl'];
    },
    waits: ({ situation, device }) =>
      situation === 'lost' && !onPhones(device) ? ['Прегледът още не е на това устройство'] : [],
    act: {
      run: (page) => page.locator('input[type=file]').setInputFiles(cube),
    },
  },
];
