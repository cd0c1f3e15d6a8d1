/**
 * Carries what is chosen on screen into the journal, one write at a time.
 * Guarantees: a choice stays `unsaved` until its write has resolved; a failed write is told to `onUnsaved` and tried again at the next choice, tick or
 * retry; an attempt is finished only when nothing is unsaved.
 */
import { answerQuestion, finishAttempt, tickAttempt } from '@/data/tests/mutations';
import type { Choices } from './place';

export type SaveState = 'saved' | 'saving' | 'failed';

const journal = { answerQuestion, tickAttempt, finishAttempt };

export interface WriterOptions {
  attemptId: string;
  /** Time spent so far, ms. */
  spent: () => number;
  onState: (state: SaveState) => void;
  /** A choice is stored with this time. */
  onStored: (questionId: string, at: number) => void;
  /** What could not be written before the page was opened. */
  unsaved: Choices;
  /** What cannot be written now; nothing when it is written. */
  onUnsaved: (unsaved: Choices) => void;
  /** Tests of a full disk give their own. */
  mutations?: typeof journal;
}

export function createAttemptWriter({
  attemptId,
  spent,
  onState,
  onStored,
  unsaved: before,
  onUnsaved,
  mutations = journal,
}: WriterOptions) {
  const unsaved = new Map(Object.entries(before));
  let told = unsaved.size > 0;
  let flushing: Promise<void> | null = null;
  let finished = false;

  async function writeAll() {
    onState('saving');
    try {
      for (let next = unsaved.entries().next(); !next.done; next = unsaved.entries().next()) {
        const [questionId, options] = next.value;
        const stored = await mutations.answerQuestion(attemptId, questionId, options, spent());
        // Chosen anew meanwhile: the newer choice still waits.
        if (unsaved.get(questionId) !== options) continue;
        unsaved.delete(questionId);
        onStored(questionId, stored.answers[questionId]?.at ?? 0);
      }
      if (told) onUnsaved({});
      told = false;
      onState('saved');
    } catch (error) {
      console.error('An answer could not be written:', error);
      onUnsaved(Object.fromEntries(unsaved));
      told = true;
      onState('failed');
    }
    // In the same turn as the last look at `unsaved`: a choice made later begins a flush of its own.
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
    /** Keeps the time, and what could not be written before. @returns whether it is kept. */
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
    /** @returns false when something could not be written: the attempt is then still open. */
    async finish(): Promise<boolean> {
      if (unsaved.size > 0) await flush();
      if (unsaved.size > 0) return false;
      try {
        await mutations.finishAttempt(attemptId, spent());
        finished = true;
        return true;
      } catch (error) {
        console.error('An attempt could not be finished:', error);
        return false;
      }
    },
  };
}
