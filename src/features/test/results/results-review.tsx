import { Check, X } from 'lucide-react';
import type { QuestionRow, ResultRow, TestRow } from '@/domain/rows';
import { questionsInOrder } from '@/domain/test-order';
import type { Attempt } from '@/domain/test-state';
import { testText } from '@/text/test';
import { cardClass } from '@/ui/card';

type Reviewed = ResultRow['review'][number];

/** The texts of options, in the order of the question. */
function textsOf(question: QuestionRow, ids: readonly string[]): string {
  return question.options
    .filter(({ id }) => ids.includes(id))
    .map(({ text }) => text)
    .join('; ');
}

function ReviewedQuestion({
  question,
  reviewed,
  chosen,
}: {
  question: QuestionRow | undefined;
  reviewed: Reviewed;
  chosen: readonly string[] | undefined;
}) {
  const Icon = reviewed.correct ? Check : X;
  return (
    <li className={`${cardClass} p-4 md:p-5`}>
      <p className={`flex items-center gap-2 font-bold text-sm ${reviewed.correct ? 'text-ok' : 'text-danger'}`}>
        <Icon size={18} strokeWidth={3} aria-hidden="true" />
        {reviewed.correct ? testText.right : testText.wrong}
        {question && <span className="num font-semibold text-muted">{testText.pointsOf(question.points)}</span>}
      </p>
      <h3 className="mt-1.5">{question?.text ?? testText.removedQuestion}</h3>
      {question && (
        <dl className="mt-2 grid gap-1.5 text-sm">
          {chosen && (
            <div>
              <dt className="text-muted">{testText.yourAnswer}</dt>
              <dd className="font-semibold">{textsOf(question, chosen) || testText.noAnswer}</dd>
            </div>
          )}
          {!reviewed.correct && (
            <div>
              <dt className="text-muted">{testText.rightAnswer}</dt>
              <dd className="font-semibold">{textsOf(question, reviewed.correct_options)}</dd>
            </div>
          )}
        </dl>
      )}
      {reviewed.explanation && <p className="mt-3 border-accent border-l-4 pl-3 text-sm">{reviewed.explanation}</p>}
    </li>
  );
}

/** Which answers were right, and why; only from what the server confirmed. */
export function ResultsReview({ test, attempt, result }: { test: TestRow; attempt: Attempt; result: ResultRow }) {
  const questions = questionsInOrder(test, attempt.id);
  const place = new Map(questions.map(({ id }, index) => [id, index]));
  const placeOf = ({ question_id }: Reviewed) => place.get(question_id) ?? questions.length;
  return (
    <section aria-labelledby="review-heading" className="mt-8">
      <h2 id="review-heading" className="mb-3 text-lg">
        {testText.review}
      </h2>
      <ol className="grid grid-cols-1 gap-3">
        {result.review
          .toSorted((a, b) => placeOf(a) - placeOf(b))
          .map((reviewed) => (
            <ReviewedQuestion
              key={reviewed.question_id}
              question={questions.find(({ id }) => id === reviewed.question_id)}
              reviewed={reviewed}
              chosen={attempt.doc && (attempt.doc.data.answers[reviewed.question_id]?.options ?? [])}
            />
          ))}
      </ol>
    </section>
  );
}
