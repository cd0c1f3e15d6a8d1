import { beforeEach, expect, test, vi } from 'vitest';
import { createAttemptWriter, type SaveState } from '@/features/quiz/taking/attempt-writer';
import type { AttemptData } from '@/shared/journal';

// The attempt writer must lose no selected option. The fake journal can have a full disk, and the test decides how long each write takes.

function fakeJournal() {
  const stored: AttemptData = { test_id: 't', started_at: 0, finished_at: null, time_spent: 0, answers: {} };
  const log: string[] = [];
  const disk = { full: false, gate: Promise.resolve() };
  let at = 100;
  async function write(entry: string, change: () => void) {
    await disk.gate;
    if (disk.full) throw new Error('QuotaExceededError');
    log.push(entry);
    change();
    return structuredClone(stored);
  }
  const mutations = {
    answerQuestion: (_: string, question: string, options: readonly string[], spent: number) =>
      write(`${question}=${options.join('+')}`, () => {
        stored.answers[question] = { options: [...options], at: at++ };
        stored.time_spent = spent;
      }),
    tickAttempt: (_: string, spent: number) =>
      write('tick', () => {
        stored.time_spent = spent;
      }),
    finishAttempt: (_: string, spent: number) =>
      write('finish', () => {
        stored.finished_at = at++;
        stored.time_spent = spent;
      }),
  };
  return { stored, log, disk, mutations };
}

function open(unsaved: Record<string, readonly string[]> = {}) {
  const journal = fakeJournal();
  const states: SaveState[] = [];
  const storedAt: [string, number][] = [];
  const left: object[] = [];
  const writer = createAttemptWriter({
    attemptId: 'a',
    spent: () => 1_500,
    onState: (state) => states.push(state),
    onStored: (question, at) => storedAt.push([question, at]),
    unsaved,
    onUnsaved: (choices) => left.push(choices),
    mutations: journal.mutations,
  });
  return { ...journal, states, storedAt, left, writer };
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

test('a choice is written at once and reported as stored with its time', async () => {
  const { writer, stored, states, storedAt } = open();
  await writer.choose('q1', ['b']);
  expect(stored.answers.q1).toEqual({ options: ['b'], at: 100 });
  expect(states).toEqual(['saving', 'saved']);
  expect(storedAt).toEqual([['q1', 100]]);
});

test('choices during a write are written after it, the last choice of a question last', async () => {
  const { writer, log, disk, stored } = open();
  let openGate = () => {};
  disk.gate = new Promise((resolve) => {
    openGate = resolve;
  });
  const first = writer.choose('q1', ['a']);
  const others = [writer.choose('q1', ['a', 'b']), writer.choose('q2', ['c']), writer.choose('q1', ['b'])];
  openGate();
  await Promise.all([first, ...others]);
  expect(log).toEqual(['q1=a', 'q2=c', 'q1=b']);
  expect(stored.answers.q1?.options).toEqual(['b']);
});

test('a full disk loses no choice: the next tick retries the write', async () => {
  const { writer, disk, stored, states } = open();
  disk.full = true;
  await writer.choose('q1', ['a']);
  await writer.choose('q2', ['b']);
  expect(states.at(-1)).toBe('failed');
  expect(await writer.tick()).toBe(false);
  disk.full = false;
  expect(await writer.tick()).toBe(true);
  expect(Object.keys(stored.answers)).toEqual(['q1', 'q2']);
  expect(states.at(-1)).toBe('saved');
});

test('choices that cannot be written are reported, stored elsewhere, and written when the page opens again', async () => {
  const first = open();
  first.disk.full = true;
  await first.writer.choose('q1', ['a']);
  await first.writer.choose('q2', ['b']);
  expect(first.left.at(-1)).toEqual({ q1: ['a'], q2: ['b'] });
  const next = open({ q1: ['a'], q2: ['b'] });
  expect(await next.writer.tick()).toBe(true);
  expect(next.log).toEqual(['q1=a', 'q2=b', 'tick']);
  expect(next.left).toEqual([{}]);
  await next.writer.choose('q1', ['c']);
  expect(next.left).toEqual([{}]);
});

test('an attempt is not finished while a choice is unsaved', async () => {
  const { writer, disk, stored, log } = open();
  disk.full = true;
  await writer.choose('q1', ['a']);
  expect(await writer.finish()).toBe(false);
  expect(stored.finished_at).toBeNull();
  disk.full = false;
  expect(await writer.finish()).toBe(true);
  expect(log).toEqual(['q1=a', 'finish']);
  expect(stored.answers.q1?.options).toEqual(['a']);
});

test('finishing waits for the running write, and nothing is written after it', async () => {
  const { writer, disk, log } = open();
  let openGate = () => {};
  disk.gate = new Promise((resolve) => {
    openGate = resolve;
  });
  const chosen = writer.choose('q1', ['a']);
  const finished = writer.finish();
  openGate();
  await chosen;
  expect(await finished).toBe(true);
  await writer.tick();
  expect(log).toEqual(['q1=a', 'finish']);
});
