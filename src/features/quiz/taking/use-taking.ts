import { useState } from 'react';
import { countable, limitOf } from '@/shared/attempt-time';
import { type AttemptDoc, attemptId } from '@/shared/quiz-state';
import type { QuestionRow, QuizRow } from '@/shared/rows';
import { clockOf } from '../clock/attempt-clock';
import { useAttemptClock } from '../clock/use-attempt-clock';
import { readMemory, remember } from '../memory/attempt-memory';
import { placeIn, questionsInOrder } from '../rules/order';
import { createAttemptWriter, type SaveState } from './attempt-writer';

/** A choice made on this screen. `at`: when the choice was stored; Infinity until it is stored. */
interface Choice {
  options: readonly string[];
  at: number;
}

/** Id of the question to reopen; empty if an answer was stored after that question was remembered. */
function rememberedIn(doc: AttemptDoc): string {
  const { question, at } = readMemory(attemptId(doc));
  return Object.values(doc.data.answers).every((answer) => answer.at <= at) ? question : '';
}

/** The options to show as chosen: the choice on this screen, unless another device answered later. */
function shownOf(doc: AttemptDoc, choices: Readonly<Record<string, Choice>>, questionId: string): readonly string[] {
  const stored = doc.data.answers[questionId];
  const chosen = choices[questionId];
  if (!chosen) return stored?.options ?? [];
  return stored && stored.at > chosen.at ? stored.options : chosen.options;
}

/** State and actions of the question screen. */
export function useTaking(quiz: QuizRow, doc: AttemptDoc) {
  const id = attemptId(doc);
  const limit = limitOf(quiz);
  const questions = questionsInOrder(quiz, id);
  const [index, setIndex] = useState(() => placeIn(questions, doc.data.answers, rememberedIn(doc)));
  const [unsaved] = useState(() => readMemory(id).unsaved);
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
      limit,
      spent: () => countable(clock.watch.read(), limit),
      onState: setSave,
      onStored: (questionId, at) => {
        setChoices((all) => ({ ...all, [questionId]: { options: all[questionId]?.options ?? [], at } }));
        remember(id, { at: Math.max(at, readMemory(id).at) });
      },
      unsaved,
      onUnsaved: (left) => setKept(remember(id, { unsaved: left })),
    }),
  );

  async function finish() {
    if (ending === 'busy') return;
    setEnding('busy');
    // On success, stay busy: the page shows the result once the journal reports the finished attempt.
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
    remember(id, { question: questions[at]?.id ?? '', at: Math.max(Date.now(), readMemory(id).at) });
  }

  function choose(question: QuestionRow, options: readonly string[]) {
    setChoices((all) => ({ ...all, [question.id]: { options, at: Number.POSITIVE_INFINITY } }));
    remember(id, { question: question.id });
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
    /** True if the unsaved choices are in localStorage, so that they survive a reload. */
    kept,
    ending,
    choose,
    goTo,
    finish,
    retry: writer.retry,
  };
}

export type Taking = ReturnType<typeof useTaking>;
