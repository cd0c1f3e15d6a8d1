// The search on a phone's processor (4 × slower): the time to index 5,000 documents and to answer queries.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { check, launch, median, quantile, root, rounded, serveStage, withFolder } from './stage.mjs';

const ROUNDS = 3;
const SLOWDOWN = 4;
const QUERY_MS = 50;
const INDEX_MS = 1_500;

/** The sentences of the transcripts in the seed. */
function sentences() {
  const seed = readFileSync(join(root, 'supabase/seed/2-lessons.sql'), 'utf8');
  return [...seed.matchAll(/^([А-Я][^'|\n]{20,}[.?!:])$/gm)].map(([, text]) => text);
}

async function measureSearch(page, origin) {
  await page.goto(`${origin}/search.html`);
  await page.waitForFunction('window.measureSearch');
  const { documents, index, times, found } = await page.evaluate((texts) => window.measureSearch(texts), sentences());
  check(documents === 5_000, `the search has ${documents} documents`);
  check(times.length === 200 && found > 100, `${times.length} queries, ${found} with results`);
  return { index, p95: quantile(times, 0.95), worst: Math.max(...times) };
}

/** The tables with the 5,000 documents. */
export async function searchCorpus() {
  const { origin, close } = await serveStage();
  const { tables } = await withFolder(async (folder) => {
    const context = await launch(folder);
    const page = await context.newPage();
    await page.goto(`${origin}/search.html`);
    await page.waitForFunction('window.searchCorpus');
    const corpus = await page.evaluate((texts) => window.searchCorpus(texts), sentences());
    await context.close();
    return corpus;
  });
  await close();
  return tables;
}

export async function measureFeatures() {
  const { origin, close } = await serveStage();
  const rounds = [];
  await withFolder(async (folder) => {
    const context = await launch(folder);
    for (let round = 0; round < ROUNDS; round++) {
      const page = await context.newPage();
      const session = await context.newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
      rounds.push(await measureSearch(page, origin));
      await page.close();
    }
    await context.close();
  });
  await close();
  const of = (name) => median(rounds.map((round) => round[name]));
  const row = (what, value, target) => ({
    what,
    measured: `${rounded(value)} ms`,
    target: `≤ ${target} ms`,
    met: value <= target,
    gate: false,
    figures: { ms: rounded(value, 1), rounds: rounds.length },
  });
  return [
    row(
      `search, 5,000 documents, 200 queries, CPU ${SLOWDOWN} ×, p95 (worst ${rounded(of('worst'))} ms)`,
      of('p95'),
      QUERY_MS,
    ),
    row(`search, index of 5,000 documents, CPU ${SLOWDOWN} ×`, of('index'), INDEX_MS),
  ];
}
