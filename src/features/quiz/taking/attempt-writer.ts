/**
 * Writes the learner's choices into the journal, one at a time.
 * Guarantees: a choice stays in `unsaved` until its write has resolved. A failed write is reported to `onUnsaved` and repeated at the next choice,
 * tick or retry. An attempt is finished only when nothing is unsaved.
 */

import type { Choices } from '../memory/attempt-memory';
import { answerQuestion, finishAttempt, tickAttempt } from '../mutations';

export type SaveState = 'saved' | 'saving' | 'failed';

const journal = { answerQuestion, tickAttempt, finishAttempt };

export interface WriterOptions {
  attemptId: string;
  /** Time spent so far (ms). */
  spent: () => number;
  onState: (state: SaveState) => void;
  /** Called after a choice was stored, with the time at which it was stored. */
  onStored: (questionId: string, at: number) => void;
  /** Choices that could not be written before this page was opened. */
  unsaved: Choices;
  /** Called with the choices that could not be written. Called with an empty object once all these choices are written. */
  onUnsaved: (unsaved: Choices) => void;
  /** Replaced by automated tests that simulate a full disk. */
  mutations?: typeof journal;
  /** Time limit of the attempt (ms); 0 without a limit. */
  limit?: number;
}

export function createAttemptWriter({
  attemptId,
  spent,
  onState,
  onStored,
  unsaved: before,
  onUnsaved,
  mutations = journal,
  limit = 0,
}: WriterOptions) {
  const unsaved = new Map(Object.entries(before));
  let reported = unsaved.size > 0;
  let flushing: Promise<void> | null = null;
  let finished = false;

  async function writeAll() {
    onState('saving');
    try {
      for (let next = unsaved.entries().next(); !next.done; next = unsaved.entries().next()) {
        const [questionId, options] = next.value;
        const stored = await mutations.answerQuestion(attemptId, questionId, options, spent());
        // If the learner chose again meanwhile, the newer choice is still unsaved.
        if (unsaved.get(questionId) !== options) continue;
        unsaved.delete(questionId);
        onStored(questionId, stored.answers[questionId]?.at ?? 0);
      }
      if (reported) onUnsaved({});
      reported = false;
      onState('saved');
    } catch (error) {
      console.error('An answer could not be written:', error);
      onUnsaved(Object.fromEntries(unsaved));
      reported = true;
      onState('failed');
    }
    // No `await` between the last check of `unsaved` and this line: a later choice must start its own flush.
    flushing = null;
  }

  function flush(): Promise<void> {
    if (unsaved.size === 0) return Promise.resolve();
    flushing ??= writeAll();
    return flushing;
  }

  return {
    choose(questionId: string, options: readonly string[]): Promise<void> {
      unsaved.delete(questionId);
      unsaved.set(questionId, [...options]);
      return flush();
    },
    /** Stores the time spent and all unsaved choices. @returns whether everything was stored. */
    async tick(): Promise<boolean> {
      if (finished) return true;
      try {
        if (unsaved.size > 0) await flush();
        await mutations.tickAttempt(attemptId, spent());
        return unsaved.size === 0;
      } catch (error) {
        console.error('The time of an attempt could not be written:', error);
        return false;
      }
    },
    retry: flush,
    /** @returns false when something could not be written; the attempt then stays open. */
    async finish(): Promise<boolean> {
      if (unsaved.size > 0) await flush();
      if (unsaved.size > 0) return false;
      try {
        await mutations.finishAttempt(attemptId, spent(), limit);
        finished = true;
        return true;
      } catch (error) {
        console.error('An attempt could not be finished:', error);
        return false;
      }
    },
  };
}
