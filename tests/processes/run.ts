// `npm run test:processes`: two servers behind nginx, one of them killed every 20 s, while devices write for SECONDS (default: 120),
// and then while SEEDS schools of the simulation (default: 30) act on them. Every answer must be right and no acknowledged write may be missing.
import { startInstallation } from './installation';
import { simulateSchools } from './simulated-schools';
import { writeNotes } from './written-notes';

const seconds = Number(process.env.SECONDS ?? 120);
const seeds = Number(process.env.SEEDS ?? 30);

const problems: string[] = [];

const written = await startInstallation(true);
try {
  const ends = Date.now() + seconds * 1000;
  const [kills, notes] = await Promise.all([written.killUntil(() => ends), writeNotes(written.url, ends)]);
  console.log(
    `${notes.acknowledged} acknowledged writes, ${kills} kills: ${notes.lost.length} lost, ${notes.wrong.length} wrong answers`,
  );
  problems.push(...notes.lost, ...notes.wrong);
  if (notes.acknowledged === 0) problems.push('no write was acknowledged');
} finally {
  await written.stop();
}

const simulated = await startInstallation(false);
try {
  let done = false;
  const [kills, schools] = await Promise.all([
    simulated.killUntil(() => (done ? 0 : Number.POSITIVE_INFINITY)),
    simulateSchools(simulated, seeds).finally(() => {
      done = true;
    }),
  ]);
  console.log(
    `${seeds} simulated schools, ${schools.writes} writes, ${schools.requests} requests, ${kills} kills: ${schools.failed.length} failed`,
  );
  problems.push(...schools.failed);
} finally {
  await simulated.stop();
}

for (const line of problems.slice(0, 20)) console.error(line);
process.exit(problems.length > 0 ? 1 : 0);
