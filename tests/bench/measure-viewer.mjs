// The 3D viewer with a local binary STL file of 20 MB and 4 × CPU slowdown (which does not affect the worker that parses the file).
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { worstOf } from './measure-lists.mjs';
import { phone, slowed } from './measure-screens.mjs';
import { browserOptions, check, median, rounded, withFolder } from './stage.mjs';

const ROUNDS = 3;
const BYTES = 20 * 1024 * 1024;
const FIRST_FRAME_MS = 2_000;
const TASK_MS = 100;

/** Builds an STL of a closed ring (a torus) with as many triangles as fit into `BYTES`. */
function bigStl() {
  const round = 512;
  const along = Math.floor((BYTES - 84) / 50 / 2 / round);
  const bytes = Buffer.alloc(84 + 50 * 2 * round * along);
  bytes.writeUInt32LE(2 * round * along, 80);
  const corner = (u, v) => {
    const [a, b] = [(u / along) * 2 * Math.PI, (v / round) * 2 * Math.PI];
    const across = 40 + 14 * Math.cos(b);
    return [across * Math.cos(a), across * Math.sin(a), 14 + 14 * Math.sin(b)];
  };
  const rings = Array.from({ length: along }, (_, u) => Array.from({ length: round }, (_, v) => corner(u, v)));
  let at = 84;
  for (let u = 0; u < along; u += 1)
    for (let v = 0; v < round; v += 1) {
      const [next, up] = [(u + 1) % along, (v + 1) % round];
      const [a, b, c, d] = [rings[u][v], rings[next][v], rings[next][up], rings[u][up]];
      for (const triangle of [
        [a, b, c],
        [a, c, d],
      ]) {
        at += 12;
        for (const value of triangle.flat()) at = bytes.writeFloatLE(value, at);
        at += 2;
      }
    }
  return { bytes, triangles: 2 * round * along };
}

/** Runs in the page: records when a file is chosen, and when the first frame with all triangles of the file has been drawn. */
const watchFrames = (corners) => {
  window.frame = new Promise((done) => {
    const draw = WebGL2RenderingContext.prototype.drawArrays;
    let drawn = 0;
    WebGL2RenderingContext.prototype.drawArrays = function (mode, first, count) {
      draw.call(this, mode, first, count);
      if (mode !== this.TRIANGLES) return;
      if (drawn === 0)
        requestAnimationFrame(() => {
          if (drawn >= corners) done(performance.now());
          drawn = 0;
        });
      drawn += count;
    };
  });
  document.addEventListener(
    'change',
    () => {
      window.chosen = performance.now();
    },
    { capture: true, once: true },
  );
};

export async function measureViewer(school) {
  const rounds = [];
  await withFolder(async (folder) => {
    const { bytes, triangles } = bigStl();
    const file = join(folder, 'ring.stl');
    writeFileSync(file, bytes);
    const browser = await chromium.launch({
      ...browserOptions,
      // Run WebGL in software, because the bench has no GPU.
      args: [
        ...browserOptions.args.filter((arg) => arg !== '--disable-gpu'),
        '--enable-unsafe-swiftshader',
        '--use-angle=swiftshader',
      ],
    });
    for (let round = 0; round < ROUNDS; round += 1) {
      const page = await (await browser.newContext({ ...phone, locale: 'bg-BG' })).newPage();
      await page.addInitScript(watchFrames, triangles * 3);
      await page.goto(`${school.url}/model`);
      await page.getByRole('button', { name: 'Изберете файл' }).waitFor();
      await slowed(page);
      let first = 0;
      const task = await worstOf(page, async () => {
        await page.locator('input[type=file]').setInputFiles(file);
        first = await page.evaluate(() => window.frame.then((at) => at - window.chosen));
        await page.getByText('затворена').waitFor({ timeout: 60_000 });
      });
      const shown = await page.locator('dl > div', { hasText: 'Триъгълници' }).getByRole('definition').innerText();
      check(shown.replaceAll(/\D/g, '') === String(triangles), `the viewer shows ${shown} triangles of ${triangles}`);
      rounds.push({ first, task });
      await page.context().close();
    }
    await browser.close();
  });
  const row = (what, name, target) => {
    const ms = median(rounds.map((round) => round[name]));
    return {
      what: `binary STL of 20 MB, CPU 4×: ${what}`,
      measured: `${rounded(ms)} ms`,
      target: `≤ ${target} ms`,
      met: ms <= target,
      gate: false,
      figures: rounds.map((round) => rounded(round[name])),
    };
  };
  return [row('first frame', 'first', FIRST_FRAME_MS), row('longest task until its figures', 'task', TASK_MS)];
}
