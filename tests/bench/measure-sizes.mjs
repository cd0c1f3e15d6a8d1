// Download sizes for the learner, compared with the budgets of .size-limit.mjs.
import { spawnSync } from 'node:child_process';
import { root } from './stage.mjs';

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

export function measureSizes() {
  const { stdout, stderr } = spawnSync('npx', ['size-limit', '--json'], { cwd: root, encoding: 'utf8' });
  if (!stdout.trim().startsWith('[')) throw new Error(`size-limit: ${stderr || stdout}`);
  return JSON.parse(stdout).map(({ name, passed, size, sizeLimit }) => ({
    what: name,
    measured: kilobytes(size),
    target: `≤ ${sizeLimit ? kilobytes(sizeLimit) : 'its budget'}`,
    met: passed,
    gate: true,
    figures: { bytes: size },
  }));
}
