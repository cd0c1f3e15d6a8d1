import { useEffect, useRef } from 'react';
import { type AttemptDoc, attemptId } from '@/shared/quiz-state';
import type { QuizRow } from '@/shared/rows';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { Card } from '@/ui/card';
import { shapeOf } from '@/ui/drawing/printed';
import { PrintedObject } from '@/ui/printed-object';
import { focusHeading } from '../quiz-heading';
import { isShuffled, optionsInOrder } from '../rules/order';
import { quizText } from '../text';
import { FinishButton } from './finish-button';
import { QuestionForm } from './question-form';
import { TakingBar } from './taking-bar';
import { type Taking, useTaking } from './use-taking';

const saveText = { saved: quizText.saved, saving: quizText.saving, failed: '' } as const;

/** Draws one printed layer per answered question. */
function Layers({ taking, quiz }: { taking: Taking; quiz: QuizRow }) {
  const total = taking.questions.length;
  return (
    <div className="flex items-center gap-4 md:flex-col md:gap-3 md:py-4">
      <PrintedObject
        shape={shapeOf(quiz.id)}
        total={total}
        done={taking.answered}
        width={120}
        height={128}
        label=""
        className="h-16 w-auto md:h-auto"
      />
      <div className="md:text-center">
        <p className="num font-bold">{quizText.answered(taking.answered, total)}</p>
        {taking.limit > 0 && (
          <p className="num text-muted text-sm">{quizText.elapsedTime(quizText.spent(taking.spent))}</p>
        )}
        <p role="status" className="text-muted text-sm">
          {taking.answered > 0 && saveText[taking.save]}
        </p>
      </div>
    </div>
  );
}

/** Links to the questions without an answer. */
function Unanswered({ taking }: { taking: Taking }) {
  const open = taking.questions.flatMap(({ id }, index) => (taking.chosenOf(id).length === 0 ? [index] : []));
  if (open.length === 0) return null;
  return (
    <section aria-label={quizText.unansweredList}>
      <p className="text-muted text-sm">{quizText.unanswered(open.length)}</p>
      <ul className="mt-2 flex flex-wrap gap-2">
        {open.map((index) => (
          <li key={taking.questions[index]?.id}>
            <Button onClick={() => taking.goTo(index)}>{quizText.question(index + 1)}</Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Scrolls the message and the button beside it into view. */
const showRow = (message: HTMLElement | null) => message?.parentElement?.scrollIntoView?.({ block: 'nearest' });

export function QuizTaking({ quiz, doc, onExit }: { quiz: QuizRow; doc: AttemptDoc; onExit: () => void }) {
  const taking = useTaking(quiz, doc);
  const { question, questions, index } = taking;
  const shown = useRef(question?.id);
  useEffect(() => {
    // When this phase opens, the page moves the focus to the heading of the first question. Move the focus here for each later question.
    if (shown.current === question?.id) return;
    shown.current = question?.id;
    focusHeading();
  }, [question?.id]);
  if (!question) return null;

  const last = index === questions.length - 1;
  return (
    <>
      <TakingBar
        title={quiz.title}
        spent={taking.spent}
        limit={taking.limit}
        warning={taking.warning}
        onExit={onExit}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pt-4 md:grid-cols-[minmax(0,1fr)_220px] md:gap-8">
        <div className="order-2 grid grid-cols-1 content-start gap-4 md:order-1">
          <Card className="p-5 md:p-7">
            <QuestionForm
              key={question.id}
              question={question}
              options={optionsInOrder(question, isShuffled(quiz), attemptId(doc))}
              number={index + 1}
              total={questions.length}
              chosen={taking.chosenOf(question.id)}
              onChoose={(options) => taking.choose(question, options)}
            />
          </Card>
          {last && <Unanswered taking={taking} />}
          <div className="sticky bottom-0 -mx-4 flex flex-wrap gap-3 bg-paper px-4 pt-2 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:static md:mx-0 md:px-0">
            {taking.save === 'failed' && (
              <p className="basis-full font-semibold text-danger text-sm md:hidden">{quizText.unsaved}</p>
            )}
            {/* Show the error beside the button that was clicked, because the rest of the page may be out of view. */}
            {taking.ending === 'failed' && (
              <div ref={showRow} className="basis-full">
                <Banner kind="error">{quizText.finishFailed}</Banner>
              </div>
            )}
            <Button
              lang="en"
              disabled={index === 0}
              onClick={() => taking.goTo(index - 1)}
              className="min-w-28 max-[18rem]:grow"
            >
              {quizText.previous}
            </Button>
            {last ? (
              <FinishButton busy={taking.ending === 'busy'} onFinish={() => void taking.finish()} />
            ) : (
              <Button
                lang="en"
                kind="primary"
                onClick={() => taking.goTo(index + 1)}
                className="ml-auto min-w-28 max-[18rem]:grow"
              >
                {quizText.next}
              </Button>
            )}
          </div>
          {/* Render the banner below the buttons, so that the buttons do not move while the learner clicks one. */}
          {taking.save === 'failed' && (
            <Banner kind="error">
              <p>{quizText.saveFailed}</p>
              {taking.kept && <p className="mt-1">{quizText.saveKept}</p>}
              <Button className="mt-2" onClick={() => void taking.retry()}>
                {quizText.retry}
              </Button>
            </Banner>
          )}
        </div>
        <aside className="order-1 md:order-2">
          <Layers taking={taking} quiz={quiz} />
        </aside>
      </div>
    </>
  );
}
