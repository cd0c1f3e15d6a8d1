import { ShieldCheck } from 'lucide-react';
import { Link } from 'react-router-dom';
import { sectionHref } from '@/features/console/widgets/console-sections';
import { useConsoleQuery } from '@/features/console-kit/queries';
import { Banner } from '@/ui/banner';
import { certificatesOfQuiz } from '../requests/quizzes';
import { quizText as text } from '../text/quiz';

interface QuizInForceProps {
  quizId: string;
  graded: boolean;
  /** The passing score as typed. */
  passing: string;
}

const none: Awaited<ReturnType<typeof certificatesOfQuiz>> = [];

/** The certificates that require the quiz; none for a quiz that is not stored yet. */
export function useRequiringCertificates(quizId: string | undefined) {
  const { data } = useConsoleQuery(['quiz-certificates', quizId], () => certificatesOfQuiz(quizId ?? ''), {
    tables: ['certificates', 'tests'],
    enabled: quizId !== undefined,
  });
  return data ?? none;
}

/** Names the certificates that require the quiz and what they enforce: it is graded, shuffled, and attempts are ten minutes apart. */
export function QuizInForce({ quizId, graded, passing }: QuizInForceProps) {
  const required = useRequiringCertificates(quizId);
  if (required.length === 0) return graded ? <p className="text-muted text-sm">{text.gradedRules}</p> : null;
  return (
    <div className="grid gap-2 text-sm">
      <div className="flex items-start gap-2">
        <ShieldCheck size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-info" />
        <div>
          <p>{text.requiredBy}</p>
          <ul>
            {required.map(({ certificate, minimum_score }) => (
              <li key={certificate.id} className="wrap-anywhere">
                <Link
                  to={sectionHref('certificates', { dialog: `requirements:${certificate.id}` })}
                  className="inline-block py-0.5 max-md:py-3"
                >
                  {certificate.title}
                </Link>{' '}
                ({text.minimum(minimum_score)})
              </li>
            ))}
          </ul>
          <p>{text.requiredRules}</p>
        </div>
      </div>
      {required.some(({ minimum_score }) => String(minimum_score) !== passing.trim()) && (
        <Banner kind="warning">{text.minimumApart(passing)}</Banner>
      )}
    </div>
  );
}
