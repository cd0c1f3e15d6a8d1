import { useEffect, useRef } from 'react';
import type { TestRow } from '@/domain/rows';
import { optionsInOrder } from '@/domain/test-order';
import { type AttemptDoc, attemptId } from '@/domain/test-state';
import { shapeOf } from '@/lib/printed';
import { testText } from '@/text/test';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { Card } from '@/ui/card';
import { PrintedObject } from '@/ui/printed-object';
import { focusHeading } from '../test-heading';
import { FinishButton } from './finish-button';
import { QuestionForm } from './question-form';
import { TakingBar } from './taking-bar';
import { type Taking, useTaking } from './use-taking';

const saveText = { saved: testText.saved, saving: testText.saving, failed: '' } as const;

/** Every answered question is a layer. */
function Layers({ taking, test }: { taking: Taking; test: TestRow }) {
  const total = taking.questions.length;
  return (
    <div className="flex items-center gap-4 md:flex-col md:gap-3 md:py-4">
      <PrintedObject
        shape={shapeOf(test.id)}
        total={total}
        done={taking.answered}
        width={120}
        height={128}
        label=""
        className="h-16 w-auto md:h-auto"
      />
      <div className="md:text-center">
        <p className="num font-bold">{testText.answered(taking.answered, total)}</p>
        {taking.limit > 0 && (
          <p className="num text-muted text-sm">{testText.elapsedTime(testText.spent(taking.spent))}</p>
        )}
        <p role="status" className="text-muted text-sm">
          {taking.answered > 0 && saveText[taking.save]}
        </p>
      </div>
    </div>
  );
}

/** What was said stands in a row with the button that says it again: all of it comes into view. */
const showRow = (said: HTMLElement | null) => said?.parentElement?.scrollIntoView?.({ block: 'nearest' });

export function TestTaking({ test, doc, onExit }: { test: TestRow; doc: AttemptDoc; onExit: () => void }) {
  const taking = useTaking(test, doc);
  const { question, questions, index } = taking;
  const shown = useRef(question?.id);
  useEffect(() => {
    // Arriving is announced by the page; from then on every other question takes the focus.
    if (shown.current === question?.id) return;
    shown.current = question?.id;
    focusHeading();
  }, [question?.id]);
  if (!question) return null;

  const last = index === questions.length - 1;
  const unanswered = questions.length - taking.answered;
  return (
    <>
      <TakingBar
        title={test.title}
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
              options={optionsInOrder(question, test.shuffle, attemptId(doc))}
              number={index + 1}
              total={questions.length}
              chosen={taking.chosenOf(question.id)}
              onChoose={(options) => taking.choose(question, options)}
            />
          </Card>
          {last && unanswered > 0 && <p className="text-muted text-sm">{testText.unanswered(unanswered)}</p>}
          <div className="sticky bottom-0 -mx-4 flex flex-wrap gap-3 bg-paper px-4 pt-2 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:static md:mx-0 md:px-0">
            {taking.save === 'failed' && (
              <p className="basis-full font-semibold text-danger text-sm md:hidden">{testText.unsaved}</p>
            )}
            {/* Beside the button that was pressed: the rest of the page may be out of sight. */}
            {taking.ending === 'failed' && (
              <div ref={showRow} className="basis-full">
                <Banner kind="error">{testText.finishFailed}</Banner>
              </div>
            )}
            <Button
              lang="en"
              disabled={index === 0}
              onClick={() => taking.goTo(index - 1)}
              className="min-w-28 max-[18rem]:grow"
            >
              {testText.previous}
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
                {testText.next}
              </Button>
            )}
          </div>
          {/* Below everything else: above it, it would push away what is being pressed. */}
          {taking.save === 'failed' && (
            <Banner kind="error">
              <p>{testText.saveFailed}</p>
              {taking.kept && <p className="mt-1">{testText.saveKept}</p>}
              <Button className="mt-2" onClick={() => void taking.retry()}>
                {testText.retry}
              </Button>
            </Banner>
          )}
        </div>
        <aside className="order-1 md:order-2">
          <Layers taking={taking} test={test} />
        </aside>
      </div>
    </>
  );
}
