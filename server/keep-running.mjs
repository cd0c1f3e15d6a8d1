/**
 * Runs the server process and starts it again when it ends by itself, for example because the PostgreSQL of DATABASE_URL crashed.
 * Rule: nothing is started again before a process has reported that it is ready, because the error of a first start needs a person. Later starts may
 * fail, for example while PostgreSQL recovers.
 */

/** The first pause before a new start; each further one is twice as long, up to the longest (ms). */
const PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** A process that ran so long (ms) counts as healthy: the pauses begin again. */
const HEALTHY_MS = 60_000;

/**
 * @param {() => import('node:child_process').ChildProcess} launch starts the process, with an IPC channel on which it reports 'ready'
 * @param {(code: number) => void} ended what to do with the exit code of a process that is not started again
 * @returns {{ stop: (signal: NodeJS.Signals) => void }}
 */
export function keepRunning(launch, ended, pauseMs = PAUSE_MS, healthyMs = HEALTHY_MS) {
  let pause = pauseMs;
  let ready = false;
  let stopping = false;
  let child = start();

  function start() {
    const began = performance.now();
    const started = launch();
    started.on('message', (message) => {
      ready ||= message === 'ready';
    });
    started.on('exit', (code, signal) => {
      if (performance.now() - began > healthyMs) pause = pauseMs;
      if (stopping || !ready || (code === 0 && !signal)) return ended(signal ? 1 : (code ?? 1));
      console.error(`The server ended (${signal ?? `code ${code}`}). It starts again in ${pause / 1000} s.`);
      setTimeout(() => {
        if (stopping) ended(1);
        else child = start();
      }, pause);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    });
    return started;
  }

  return {
    stop: (signal) => {
      stopping = true;
      child.kill(signal);
    },
  };
}
