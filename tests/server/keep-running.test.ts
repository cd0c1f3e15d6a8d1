import { type ChildProcess, spawn } from 'node:child_process';
import { expect, test, vi } from 'vitest';
import { keepRunning } from '../../server/keep-running.mjs';

/** Starts a process for each of the scripts in turn. */
function running(...scripts: string[]) {
  const children: ChildProcess[] = [];
  let stop: (signal: NodeJS.Signals) => void = () => undefined;
  const ended = new Promise<number>((done) => {
    const launch = () => {
      const script = scripts[children.length] ?? '';
      const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
      children.push(child);
      return child;
    };
    ({ stop } = keepRunning(launch, done, 10));
  });
  return { children, ended, stop: (signal: NodeJS.Signals) => stop(signal) };
}
const serves = "process.send('ready'); setInterval(() => undefined, 1e6)";

test('a process that was ready and crashes starts again, until a start succeeds; one that ends by itself or by a signal to both does not', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const crashes = "process.send('ready', () => process.exit(7))";
  const fails = 'process.exit(3)';
  const { children, ended, stop } = running(crashes, fails, crashes, serves);
  await vi.waitFor(() => expect(children).toHaveLength(4), { timeout: 10_000 });
  await new Promise((ready) => children[3]?.once('message', ready));
  stop('SIGTERM');
  expect(await ended).toBe(1);
  expect(children).toHaveLength(4);
  expect(await running("process.send('ready', () => process.exit(0))", serves).ended).toBe(0);
});

test('a process that ends before it is ready ends the parent with its code', async () => {
  const { children, ended } = running('process.exit(3)', serves);
  expect(await ended).toBe(3);
  expect(children).toHaveLength(1);
});
