// The console's course screens. Measures the upload of a 200 MB video: its speed compared with a plain request, its memory, and the bytes that it
// sends again after an interruption. Also measures the page's longest task while an administrator scrolls and types in 300 lessons and 200
// questions, with 4 × CPU slowdown.
import { appendFileSync, copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { openAdmin } from './measure-console.mjs';
import { scrollThrough, worstOf } from './measure-lists.mjs';
import { slowed } from './measure-screens.mjs';
import { browserOptions, check, quantile, root, rounded, row } from './stage.mjs';

const MB = 1024 * 1024;
const UPLOAD_MB = 200;
const COPY_MB = 490;
const CHUNK = 6 * MB;
const [LESSONS, QUESTIONS] = [300, 200];
/** Number of scored attempts of the quiz; each answers ten questions. */
const RESULTS = 2_000;
const COURSE = 'ee400000-0000-4000-8000-000000000001';
const QUIZ = 'ee500000-0000-4000-8000-000000000001';
const STATISTICS_CALLS = 20;
const TARGETS = { speed: 0.5, statistics: 300, memoryMb: 64, chunks: 1, task: 100 };

const fill = `
  set session_replication_role = replica;
  insert into public.courses (id, title, status) values ('${COURSE}', 'Дълъг курс', 'draft');
  insert into public.videos (id, course_id, title, description, video_url, duration_seconds, order_position, status)
    select ('ee410000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, '${COURSE}', 'Урок ' || n || ': от модел до детайл', 'Текст', null, 60 + n, n, 'draft'
    from generate_series(1, ${LESSONS}) n;
  insert into public.tests (id, course_id, title, status) values ('${QUIZ}', '${COURSE}', 'Дълъг тест', 'draft');
  insert into public.test_questions (test_id, text, type, options, order_position)
    select '${QUIZ}', 'Въпрос ' || n || ': какво става с първия слой?', 'single',
      jsonb_build_array(jsonb_build_object('id', 'o1', 'text', 'Лепи се', 'isCorrect', true), jsonb_build_object('id', 'o2', 'text', 'Вдига се', 'isCorrect', false)), n
    from generate_series(1, ${QUESTIONS}) n;
  insert into public.test_results (id, user_id, test_id, score, passed, answers, review)
    select gen_random_uuid(), (select id from public.profiles order by id limit 1), '${QUIZ}', 70, n % 3 > 0, a.answers, a.review
    from generate_series(1, ${RESULTS}) n, lateral (
      select jsonb_object_agg(q.id, jsonb_build_object('options', jsonb_build_array(case when (n + q.order_position) % 4 = 0 then 'o2' else 'o1' end))) as answers,
        jsonb_agg(jsonb_build_object('question_id', q.id, 'correct', (n + q.order_position) % 4 > 0)) as review
      from public.test_questions q where q.test_id = '${QUIZ}' and q.order_position <= 10) a;
  set session_replication_role = origin;
`;

/** Writes a lesson's clip to a file of this size; a `free` box, which players skip, fills the rest of the file. @returns the path */
function videoOf(folder, megabytes) {
  const path = join(folder, `${megabytes}.mp4`);
  const clip = join(root, 'supabase/media/lessons/cube.mp4');
  copyFileSync(clip, path);
  const length = readFileSync(clip).length;
  const head = Buffer.alloc(8);
  head.writeUInt32BE(megabytes * MB - length, 0);
  head.write('free', 4);
  appendFileSync(path, head);
  truncateSync(path, megabytes * MB);
  return path;
}

/** Anonymous memory (MB) of the browser's renderer processes. */
async function renderersMb(session) {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return processInfo
    .filter(({ type }) => type === 'renderer')
    .reduce((sum, { id }) => {
      const status = existsSync(`/proc/${id}/status`) ? readFileSync(`/proc/${id}/status`, 'utf8') : '';
      return sum + Number(/^RssAnon:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
    }, 0);
}

async function signIn(page, school, admin, path) {
  await page.goto(`${school.url}${path}`);
  await page.getByLabel('Email').fill(admin.email);
  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const chooser = (page) => page.getByLabel('Пуснете тук видео файлове');
/** Waits without Playwright's own search, which fills the page's memory with the text of 300 lessons. */
const stored = (page) =>
  page.waitForFunction(() => document.body.textContent.includes('Video uploaded and saved successfully!'), undefined, {
    polling: 100,
    timeout: 180_000,
  });

/** Uploads the file at `path` with one plain request. @returns the duration (s) */
const plainSeconds = async (page, token, key, path) => {
  await page.evaluate(() => {
    const input = document.createElement('input');
    input.type = 'file';
    input.id = 'plain';
    document.body.append(input);
  });
  await page.locator('#plain').setInputFiles(path);
  return page.evaluate(
    async ([bearer, apikey]) => {
      const [file] = document.querySelector('#plain').files;
      const begun = performance.now();
      const answer = await fetch(`/storage/v1/object/videos/bench/${crypto.randomUUID()}.mp4`, {
        method: 'POST',
        body: file,
        headers: { authorization: `Bearer ${bearer}`, apikey, 'content-type': 'video/mp4' },
      });
      if (!answer.ok) throw new Error(await answer.text());
      return (performance.now() - begun) / 1_000;
    },
    [token, key],
  );
};

async function measureUpload(school, admin, folder) {
  const path = videoOf(folder, UPLOAD_MB);
  // Launch a local browser: Playwright sends the file to a connected browser over a WebSocket, which takes longer than the upload.
  const browser = await chromium.launch(browserOptions);
  try {
    const session = await browser.newBrowserCDPSession();
    const page = await browser.newPage({ locale: 'bg-BG' });
    await signIn(page, school, admin, `/admin/course-editor/${COURSE}`);
    await chooser(page).waitFor({ state: 'attached' });
    const input = await chooser(page).elementHandle();
    const plain = await plainSeconds(page, admin.token, school.key, path);
    const before = await renderersMb(session);
    let most = before;
    const watch = setInterval(async () => {
      most = Math.max(most, await renderersMb(session).catch(() => 0));
    }, 200);
    const begun = performance.now();
    await input.setInputFiles(path);
    await stored(page);
    const ours = (performance.now() - begun) / 1_000;
    clearInterval(watch);
    await page.getByText('Video uploaded and saved successfully!').first().waitFor({ state: 'detached' });

    let sent = 0;
    let cuts = 0;
    await page.route('**/storage/v1/upload/resumable/**', (route) => {
      const request = route.request();
      if (request.method() !== 'PATCH') return route.continue();
      const offset = Number(request.headers()['upload-offset']);
      sent += Math.min(CHUNK, UPLOAD_MB * MB - offset);
      if (cuts === 0 && offset > 10 * CHUNK) {
        cuts += 1;
        return route.abort('internetdisconnected');
      }
      return route.continue();
    });
    await chooser(page).setInputFiles(path);
    await stored(page);
    check(cuts === 1, 'the upload was interrupted');
    return { ratio: plain / ours, plain, ours, memory: most - before, again: (sent - UPLOAD_MB * MB) / CHUNK };
  } finally {
    await browser.close();
  }
}

async function measureTasks(school, admin, folder) {
  const browser = await chromium.launch(browserOptions);
  try {
    const page = await browser.newPage({ locale: 'bg-BG' });
    await signIn(page, school, admin, `/admin/course-editor/${COURSE}`);
    const last = `Урок ${LESSONS}: от модел до детайл`;
    await page.getByRole('link', { name: last }).waitFor({ state: 'attached' });
    await slowed(page);
    const worst = {};
    worst.lessons = await worstOf(page, () => scrollThrough(page, null, last));
    // Playwright's own search by text or label in 300 lessons is a long task, so nothing is searched during the copy.
    const input = await chooser(page).elementHandle();
    worst.copy = await worstOf(page, async () => {
      await input.setInputFiles(videoOf(folder, COPY_MB));
      const isSending = () =>
        [...document.querySelectorAll('li p')].some((line) => line.textContent.startsWith('Качва се'));
      await page.waitForFunction(isSending, undefined, { polling: 500, timeout: 180_000 });
    });
    await page.getByRole('button', { name: /^Откажете качването/ }).click();
    await page.goto(`${school.url}/admin/test-editor/${QUIZ}`);
    const text = page.getByLabel('Въпрос', { exact: true });
    await text.waitFor();
    worst.questions = await worstOf(page, () => scrollThrough(page, null, `Въпрос ${QUESTIONS}:`));
    await text.focus();
    worst.typing = await worstOf(page, () => page.keyboard.type('Дюзата е ниско.', { delay: 60 }));
    await page.goto(`${school.url}/admin/courses`);
    await page.getByRole('searchbox').focus();
    worst.search = await worstOf(page, async () => {
      await page.keyboard.type('дълъг', { delay: 60 });
      await page.getByText('Дълъг курс').waitFor();
    });
    return worst;
  } finally {
    await browser.close();
  }
}

/** Calls a quiz's statistics over HTTP. @returns the 95th percentile (ms) */
async function measureStatistics(school, { token }) {
  const taken = [];
  for (let call = 0; call < STATISTICS_CALLS; call += 1) {
    const begun = performance.now();
    const answer = await fetch(`${school.url}/rest/v1/rpc/test_statistics`, {
      method: 'POST',
      headers: { apikey: school.key, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ p_test: QUIZ }),
    });
    const { attempts } = await answer.json();
    taken.push(performance.now() - begun);
    check(attempts === RESULTS, `the statistics count ${attempts} attempts`);
  }
  return quantile(taken, 0.95);
}

export async function measureCourses(school) {
  const admin = await openAdmin(school, 'courses-admin');
  const folder = mkdtempSync(join(tmpdir(), 'sloy-courses-'));
  try {
    await school.ask('script', fill);
    const { ratio, plain, ours, memory, again } = await measureUpload(school, admin, folder);
    const statistics = await measureStatistics(school, admin);
    const worst = await measureTasks(school, admin, folder);
    const longest = Math.max(...Object.values(worst));
    const detail = Object.entries(worst).map(([name, ms]) => `${name} ${ms.toFixed(0)}`);
    return [
      row(
        `console: upload of ${UPLOAD_MB} MB with its copy ÷ one plain request`,
        `${ratio.toFixed(2)} (${ours.toFixed(1)} s and ${plain.toFixed(1)} s)`,
        `≥ ${TARGETS.speed}`,
        ratio >= TARGETS.speed,
        { ratio, plain, ours },
      ),
      row(
        `console: memory during the upload of ${UPLOAD_MB} MB`,
        `+ ${memory.toFixed(0)} MB`,
        `≤ + ${TARGETS.memoryMb} MB`,
        memory <= TARGETS.memoryMb,
        { memory },
      ),
      row(
        'console: chunks sent again after an interruption',
        again.toFixed(1),
        `≤ ${TARGETS.chunks}`,
        again <= TARGETS.chunks,
        { again },
      ),
      row(
        `console, ${LESSONS} lessons, ${QUESTIONS} questions, a copy of ${COPY_MB} MB, CPU 4×: longest task`,
        `${longest.toFixed(0)} ms (${detail.join(', ')})`,
        `≤ ${TARGETS.task} ms`,
        longest <= TARGETS.task,
        worst,
      ),
      row(
        `console: statistics of a quiz with ${RESULTS} attempts, p95`,
        `${rounded(statistics)} ms`,
        `≤ ${TARGETS.statistics} ms`,
        statistics <= TARGETS.statistics,
        { statistics },
      ),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
