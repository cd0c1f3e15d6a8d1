import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { formatMoment } from '@/shared/format/format';
import { joinFacts } from '@/shared/join-facts';
import type { Attempt } from '@/shared/quiz-state';
import type { QuizRow } from '@/shared/rows';
import { Dot, type Tone } from '@/ui/chip';
import { useScore } from './results/use-score';
import { verdictOf } from './results/verdict';
import { quizAtVersion } from './rules/versions';
import { quizText } from './text';

const tones = { open: 'neutral', waiting: 'wait', confirmed: 'ok', rejected: 'danger' } satisfies Record<
  Attempt['status'],
  Tone
>;

function AttemptRow({ quiz, attempt }: { quiz: QuizRow; attempt: Attempt }) {
  const score = useScore(quizAtVersion(quiz, attempt.doc?.data.version), attempt);
  const known = score.state === 'known' ? score : null;
  const { result } = attempt;
  const verdict = result ? verdictOf(result) : known && (known.passed ? quizText.passed : quizText.failed);
  const unconfirmed = attempt.status === 'confirmed' ? '' : quizText[attempt.status];
  return (
    <li>
      <Link
        to={{ search: `?attempt=${attempt.id}` }}
        className="flex min-h-14 items-center gap-3 rounded-control px-3 py-2 text-ink max-[18rem]:flex-wrap no-underline hover:bg-sunk"
      >
        <Dot
          tone={result && !result.passed ? (result.counted === false ? 'neutral' : 'warn') : tones[attempt.status]}
        />
        <span className="num min-w-17 shrink-0 whitespace-nowrap font-extrabold text-lg">
          {known ? quizText.percent(known.score) : '–'}
        </span>
        <span className="min-w-0 grow">
          <span className="block font-semibold">{joinFacts([verdict, unconfirmed])}</span>
          <span className="num block text-muted text-sm">
            {formatMoment(attempt.at)} · {quizText.spent(attempt.time_spent)}
          </span>
        </span>
        <ChevronRight size={18} aria-hidden="true" className="shrink-0 text-muted" />
      </Link>
    </li>
  );
}

/** The finished attempts with their scores, newest first. Each links to its result. */
export function AttemptList({ quiz, attempts }: { quiz: QuizRow; attempts: readonly Attempt[] }) {
  if (attempts.length === 0) return <p className="text-muted text-sm">{quizText.noEarlier}</p>;
  return (
    <ul className="-mx-3 grid grid-cols-1">
      {attempts.map((attempt) => (
        <AttemptRow key={attempt.id} quiz={quiz} attempt={attempt} />
      ))}
    </ul>
  );
}
