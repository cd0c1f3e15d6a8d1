// The learner's sections on a phone's processor (4 × slower): lists of 2,000 items, marking 500 as read, and a cold offline start of each section.
import { join } from 'node:path';
import { chromium } from 'playwright';
import { openBareSite } from './bare-site.mjs';
import { placeOf, scrollThrough, worstOf } from './measure-lists.mjs';
import {
  appears,
  bareSays,
  coldVisit,
  compare,
  interleave,
  largestPaint,
  phone,
  settles,
  signIn,
  slowed,
  workerHolds,
} from './measure-screens.mjs';
import { browserOptions, check, launch, root, rounded } from './stage.mjs';

const ITEMS = 2_000;
const UNREAD = 500;
/** Time limit (ms) for scrolling through all items, long enough for a busy machine. */
const SCROLL_MS = 180_000;
const ROUNDS = 3;
/** Longest task (ms) that people do not notice. */
const TASK_MS = 100;
const MARK_MS = 1_000;
const LCP_RATIO = 1.5;
const LESSON = 'd0000000-0000-4000-8000-000000000003';
const COURSE = 'c0000000-0000-4000-8000-000000000001';
const SLUG = 'kak-da-sahranyavate-filament-prez-zimata';
const WORDS = 'калибриране на екструдера';

/** The sections: [path, selector of an element that appears with the data]. */
const sections = {
  achievements: ['/dashboard?section=achievements', '#root main [role="progressbar"]'],
  activity: ['/dashboard?section=activity', '#root main table'],
  events: ['/dashboard?section=events', '#root main li button'],
  notifications: ['/notifications', '#root main li time'],
  news: [`/news/${SLUG}`, '#root main article p + p'],
};

const fillEvents = `
  insert into public.events (title, description, location, start_date, end_date, type, max_participants)
    select 'Събитие ' || n, repeat('Разглобяваме и калибрираме заедно. ', 1 + n % 7), 'Онлайн',
      now() + (n - 500) * interval '3 hours', now() + (n - 500) * interval '3 hours' + interval '1 hour',
      (array['webinar', 'workshop', 'lecture'])[1 + n % 3], 5 + n % 200
    from generate_series(1, ${ITEMS}) n`;
const fillComments = `
  insert into public.video_comments (video_id, user_id, content, position, created_at)
    select '${LESSON}', $1::uuid, n || ': ' || repeat('дюзата е ниско, плотът е чист ', 1 + n % 7), (n % 60) * 1000 + n % 1000,
      now() - n * interval '1 minute'
    from generate_series(1, ${ITEMS}) n`;
const fillNotifications = `
  insert into public.notifications (user_id, title, message, type, is_read, created_at)
    select $1::uuid, 'Известие ' || n, repeat('Нов урок Ви чака. ', 1 + n % 5), (array['info', 'success', 'warning'])[1 + n % 3],
      n > ${UNREAD}, now() - n * interval '1 hour'
    from generate_series(1, ${ITEMS}) n`;

/** Clicks a control found by selector, because finding it by name is itself a long task. */
const press = (page, selector) => page.evaluate((wanted) => document.querySelector(wanted).click(), selector);

/** Prepares a device with the seed's data for the cold starts, and a phone with the long lists. */
export async function prepareSections(school, folder) {
  const bare = await openBareSite('/media/offline/none', join(root, 'supabase/media/lessons/vase.mp4'));
  const [ours, theirs] = [join(folder, 'ours'), join(folder, 'theirs')];
  const account = await school.ask('account', 'sections');
  await school.ask('notify', account.uid, 'Първо известие');
  const device = await chromium.launchPersistentContext(ours, { ...browserOptions, ...phone });
  const page = device.pages()[0] ?? (await device.newPage());
  await signIn(page, school.url, account);
  await settles(page);
  // Show each section once, because a repeat visit needs an earlier visit that showed it.
  for (const [address, shown] of Object.values(sections)) {
    await page.goto(school.url + address);
    await appears(page, shown);
    await settles(page);
  }
  await device.close();
  const other = await launch(theirs);
  const bench = other.pages()[0] ?? (await other.newPage());
  await bench.goto(`${bare.url}/`);
  await workerHolds(bench);
  await other.close();

  await school.ask('sql', fillEvents);
  const many = await school.ask('account', 'many');
  await school.ask('sql', fillComments, [many.uid]);
  await school.ask('sql', fillNotifications, [many.uid]);
  const browser = await chromium.launch(browserOptions);
  const lists = await (await browser.newContext(phone)).newPage();
  await signIn(lists, school.url, many);
  // Open the lesson, because its comments load only then.
  await lists.goto(`${school.url}/video/${LESSON}/${COURSE}`);
  await lists
    .getByRole('button', { name: /^Коментари/ })
    .filter({ hasText: /2\s?000/ })
    .waitFor({ timeout: 60_000 });
  return { bare, ours, theirs, browser, lists };
}

async function measureNotifications(page, url) {
  const worst = {};
  await page.goto(`${url}/dashboard`);
  await settles(page);
  const bell = await placeOf(page.getByRole('button', { name: /^Известия/ }));
  await page.touchscreen.tap(...bell);
  await appears(page, 'a[href="/notifications"]');
  worst.open = await worstOf(page, async () => {
    await press(page, 'a[href="/notifications"]');
    await appears(page, sections.notifications[1]);
    await settles(page);
  });
  worst.scroll = await worstOf(page, async () => {
    check(
      (await scrollThrough(page, null, `Известие ${ITEMS}`, SCROLL_MS)) > 50_000,
      'the notifications were scrolled',
    );
  });
  worst.filter = await worstOf(page, async () => {
    await page.getByLabel('Вид').selectOption('warning');
    await settles(page);
    await page.getByLabel('Вид').selectOption('all');
    await settles(page);
  });
  // Measures the time from the click until the button is gone. Measures only once, because marking as read cannot be repeated.
  const mark = await page.evaluate(
    (label) =>
      new Promise((done) => {
        const begun = performance.now();
        const look = () =>
          document.querySelector(`main [aria-label="${label}"]`)
            ? requestAnimationFrame(look)
            : done(performance.now() - begun);
        document.querySelector(`main [aria-label="${label}"]`).click();
        requestAnimationFrame(look);
      }),
    'Отбележи всички като прочетени',
  );
  return { worst, mark };
}

async function measureEvents(page, url) {
  const worst = {};
  await page.goto(`${url}/dashboard`);
  await settles(page);
  worst.open = await worstOf(page, async () => {
    await page.evaluate(() => {
      history.pushState(null, '', '/dashboard?section=events');
      dispatchEvent(new PopStateEvent('popstate', { state: null }));
    });
    await appears(page, sections.events[1]);
    await settles(page);
  });
  worst.scroll = await worstOf(page, async () => {
    check((await scrollThrough(page, null, `Събитие ${ITEMS}`, SCROLL_MS)) > 50_000, 'the events were scrolled');
  });
  const past = await placeOf(page.getByText(/^Минали/));
  worst.filter = await worstOf(page, async () => {
    await page.touchscreen.tap(...past);
    await settles(page);
  });
  await page.getByRole('searchbox', { name: 'Търсене в събитията' }).focus();
  worst.type = await worstOf(page, async () => {
    await page.keyboard.type(WORDS, { delay: 30 });
    await settles(page);
  });
  return worst;
}

async function measureComments(page, url) {
  const worst = {};
  await page.goto(`${url}/video/${LESSON}/${COURSE}`);
  await settles(page);
  const comments = await placeOf(page.getByRole('button', { name: /^Коментари/ }).filter({ hasText: /2\s?000/ }));
  worst.open = await worstOf(page, async () => {
    await page.touchscreen.tap(...comments);
    await appears(page, '[aria-label="Списък с коментари"]');
    await settles(page);
  });
  worst.scroll = await worstOf(page, async () => {
    const far = await scrollThrough(page, '[aria-label="Списък с коментари"]', `${ITEMS}: дюзата`, SCROLL_MS);
    check(far > 50_000, 'the comments were scrolled');
  });
  await page.getByLabel('Вашият коментар').focus();
  worst.type = await worstOf(page, () => page.keyboard.type(WORDS, { delay: 30 }));
  check((await page.getByLabel('Вашият коментар').inputValue()) === WORDS, 'the words were typed');
  return worst;
}

const taskRow = (what, worst) => {
  const longest = Math.max(...Object.values(worst));
  const detail = Object.entries(worst).map(([name, ms]) => `${name} ${ms.toFixed(0)}`);
  return {
    what: `${ITEMS} ${what}, CPU 4×: longest task`,
    measured: `${longest.toFixed(0)} ms (${detail.join(', ')})`,
    target: `≤ ${TASK_MS} ms`,
    met: longest <= TASK_MS,
    gate: false,
    figures: Object.fromEntries(Object.entries(worst).map(([name, ms]) => [name, rounded(ms)])),
  };
};

export async function measureSections(school, { bare, ours, theirs, browser, lists }) {
  try {
    await slowed(lists);
    const { worst, mark } = await measureNotifications(lists, school.url);
    const rows = [
      taskRow('notifications', worst),
      taskRow('events', await measureEvents(lists, school.url)),
      taskRow('comments', await measureComments(lists, school.url)),
      {
        what: `${UNREAD} notifications marked as read, CPU 4×: to the last write`,
        measured: `${rounded(mark)} ms`,
        target: `≤ ${MARK_MS} ms`,
        met: mark <= MARK_MS,
        gate: false,
        figures: { ms: rounded(mark) },
      },
    ];
    await browser.close();
    const visits = Object.entries(sections).map(([name, [address, shown]]) => [
      name,
      coldVisit(ours, school.url + address, (page) => appears(page, shown), largestPaint),
    ]);
    const { bare: floor, ...times } = await interleave(
      { ...Object.fromEntries(visits), bare: coldVisit(theirs, `${bare.url}/`, bareSays, largestPaint) },
      ROUNDS,
    );
    for (const [name, list] of Object.entries(times))
      rows.push(
        compare(`${name}, offline, cold browser, CPU 4×: LCP / bare React`, { ours: list, bare: floor }, LCP_RATIO),
      );
    return rows;
  } finally {
    await browser.close();
    await bare.close();
  }
}
