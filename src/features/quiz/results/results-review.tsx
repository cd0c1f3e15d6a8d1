import { Check, X } from 'lucide-react';
import { publicImageUrl } from '@/shared/product';
import type { Attempt } from '@/shared/quiz-state';
import type { QuestionRow, QuizRow, ResultRow } from '@/shared/rows';
import { cardClass } from '@/ui/card';
import { questionsInOrder } from '../rules/order';
import { quizText } from '../text';

type Reviewed = ResultRow['review'][number];

/** The texts of the chosen options, in the order of the question. */
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
        {reviewed.correct ? quizText.right : quizText.wrong}
        {question && <span className="num font-semibold text-muted">{quizText.pointsOf(question.points)}</span>}
      </p>
      <h3 className="mt-1.5">{question?.text ?? quizText.removedQuestion}</h3>
      {question?.image_url && (
        <img
          src={publicImageUrl(question.image_url)}
          alt=""
          className="mt-2 max-h-40 rounded-control border border-line"
        />
      )}
      {question && (
        <dl className="mt-2 grid gap-1.5 text-sm">
          {chosen && (
            <div>
              <dt className="text-muted">{quizText.yourAnswer}</dt>
              <dd className="font-semibold">{textsOf(question, chosen) || quizText.noAnswer}</dd>
            </div>
          )}
          {!reviewed.correct && (
            <div>
              <dt className="text-muted">{quizText.rightAnswer}</dt>
              <dd className="font-semibold">{textsOf(question, reviewed.correct_options)}</dd>
            </div>
          )}
        </dl>
      )}
      {reviewed.explanation && <p className="mt-3 border-accent border-l-4 pl-3 text-sm">{reviewed.explanation}</p>}
    </li>
  );
}

/** When the learner will see the answers of a graded quiz. */
export function hiddenReason(quiz: QuizRow, result: ResultRow | undefined): string {
  if (result?.passed) return quizText.keyHiddenAfterPass;
  return quiz.max_attempts > 0 ? quizText.keyHiddenLimited : quizText.keyHidden;
}

/** Shows which answers were right and why, using only the result that the server confirmed. */
export function ResultsReview({ quiz, attempt, result }: { quiz: QuizRow; attempt: Attempt; result: ResultRow }) {
  const questions = questionsInOrder(quiz, attempt.id);
  const place = new Map(questions.map(({ id }, index) => [id, index]));
  const positionOf = ({ question_id }: Reviewed) => place.get(question_id) ?? questions.length;
  return (
    <section aria-labelledby="review-heading" className="mt-8">
      <h2 id="review-heading" className="mb-3 text-lg">
        {quizText.review}
      </h2>
      {result.review.length === 0 && <p className="text-muted text-sm">{hiddenReason(quiz, result)}</p>}
      <ol className="grid grid-cols-1 gap-3">
        {result.review
          .toSorted((a, b) => positionOf(a) - positionOf(b))
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
