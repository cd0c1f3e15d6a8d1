import { useState } from 'react';
import { countable, limitOf } from '@/domain/attempt-time';
import type { QuestionRow, TestRow } from '@/domain/rows';
import { placeIn, questionsInOrder } from '@/domain/test-order';
import { type AttemptDoc, attemptId } from '@/domain/test-state';
import { clockOf } from '../clock/attempt-clock';
import { useAttemptClock } from '../clock/use-attempt-clock';
import { createAttemptWriter, type SaveState } from './attempt-writer';
import { keepPlace, placeOf } from './place';

/** What was chosen on this screen. `at` is the stored time, Infinity until it is stored. */
interface Choice {
  options: readonly string[];
  at: number;
}

/** The remembered question, unless an answer is younger than the memory. */
function rememberedIn(doc: AttemptDoc): string {
  const { question, at } = placeOf(attemptId(doc));
  return Object.values(doc.data.answers).every((answer) => answer.at <= at) ? question : '';
}

/** The choice on this screen wins unless another device answered later. */
function shownOf(doc: AttemptDoc, choices: Readonly<Record<string, Choice>>, questionId: string): readonly string[] {
  const stored = doc.data.answers[questionId];
  const chosen = choices[questionId];
  if (!chosen) return stored?.options ?? [];
  return stored && stored.at > chosen.at ? stored.options : chosen.options;
}

/** Everything that happens while the questions are on screen. */
export function useTaking(test: TestRow, doc: AttemptDoc) {
  const id = attemptId(doc);
  const limit = limitOf(test);
  const questions = questionsInOrder(test, id);
  const [index, setIndex] = useState(() => placeIn(questions, doc.data.answers, rememberedIn(doc)));
  const [unsaved] = useState(() => placeOf(id).unsaved);
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>(() =>
    Object.fromEntries(
      Object.entries(unsaved).map(([questionId, options]) => [questionId, { options, at: Number.POSITIVE_INFINITY }]),
    ),
  );
  const [save, setSave] = useState<SaveState>(Object.keys(unsaved).length > 0 ? 'failed' : 'saved');
  const [kept, setKept] = useState(Object.keys(unsaved).length > 0);
  const [ending, setEnding] = useState<'no' | 'busy' | 'failed'>('no');
  const [clock] = useState(() => clockOf(doc, limit));
  const [writer] = useState(() =>
    createAttemptWriter({
      attemptId: id,
      spent: () => countable(clock.watch.read(), limit),
      onState: setSave,
      onStored: (questionId, at) => {
        setChoices((all) => ({ ...all, [questionId]: { options: all[questionId]?.options ?? [], at } }));
        keepPlace(id, { at: Math.max(at, placeOf(id).at) });
      },
      unsaved,
      onUnsaved: (left) => setKept(keepPlace(id, { unsaved: left })),
    }),
  );

  async function finish() {
    if (ending === 'busy') return;
    setEnding('busy');
    // Stays busy when it succeeds: the page goes on to the result as soon as the journal tells.
    if (!(await writer.finish())) setEnding('failed');
  }

  const { spent, warning } = useAttemptClock({
    attemptId: id,
    clock,
    limit,
    save: writer.tick,
    onOver: () => ending === 'no' && finish(),
  });

  function goTo(to: number) {
    const at = Math.min(Math.max(0, to), questions.length - 1);
    setIndex(at);
    keepPlace(id, { question: questions[at]?.id ?? '', at: Math.max(Date.now(), placeOf(id).at) });
  }

  function choose(question: QuestionRow, options: readonly string[]) {
    setChoices((all) => ({ ...all, [question.id]: { options, at: Number.POSITIVE_INFINITY } }));
    keepPlace(id, { question: question.id });
    writer.choose(question.id, options);
  }

  const at = Math.min(index, questions.length - 1);
  return {
    questions,
    index: at,
    question: questions[at],
    chosenOf: (questionId: string) => shownOf(doc, choices, questionId),
    answered: questions.filter((question) => shownOf(doc, choices, question.id).length > 0).length,
    limit,
    spent: countable(spent, limit),
    warning,
    save,
    /** What is not saved would survive a reload. */
    kept,
    ending,
    choose,
    goTo,
    finish,
    retry: writer.retry,
  };
}

export type Taking = ReturnType<typeof useTaking>;
