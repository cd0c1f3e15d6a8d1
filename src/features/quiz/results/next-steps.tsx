import { Award, BookOpen, ChevronRight, ClipboardCheck, type LucideIcon, Play } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useCertificates } from '@/features/certificates/queries';
import type { CertificateState } from '@/features/certificates/rules/state';
import { courseHref, paths, quizHref, videoHref } from '@/shared/paths';
import type { QuizRow } from '@/shared/rows';
import { useCourseOfQuiz } from '../queries/use-course-of-quiz';
import { quizText as text } from '../text';

interface Step {
  to: string;
  Icon: LucideIcon;
  label: string;
  name: string;
}

/** The step towards a certificate that requires the quiz: the certificate itself, its next quiz, or what this quiz still lacks. */
function stepOf({ title, completed, revoked, requirements }: CertificateState, quiz: QuizRow, score: number): Step[] {
  const own = requirements.find(({ test_id }) => test_id === quiz.id);
  if (!own || revoked) return [];
  if (completed)
    return [{ to: paths.certificates, Icon: Award, label: text.certificateEarned(title), name: text.seeCertificate }];
  if (score < own.minimum_score)
    return [
      { to: quizHref(quiz.id), Icon: Award, label: text.certificateNeeds(title, own.minimum_score), name: quiz.title },
    ];
  const next = requirements.find(
    ({ test_id, state }) => test_id !== quiz.id && (state === 'open' || state === 'failed'),
  );
  if (!next) return [];
  return [
    { to: quizHref(next.test_id), Icon: ClipboardCheck, label: text.nextRequirement(title), name: next.test_title },
  ];
}

/** The lesson after the quiz's own; the course after its last lesson, and for a quiz of the whole course. */
function useStepInCourse({ video_id, course_id }: QuizRow): Step[] {
  const { course, videos = [] } = useCourseOfQuiz(course_id).data ?? {};
  const own = videos.findIndex(({ id }) => id === video_id);
  const next = own >= 0 && videos[own + 1];
  if (next) return [{ to: videoHref(next.id, course_id), Icon: Play, label: text.nextLesson, name: next.title }];
  if (!course) return [];
  return [{ to: courseHref(course_id), Icon: BookOpen, label: text.backToCourse, name: course.title }];
}

/** Links below a result: to the earned certificate or what it still requires, then to the next lesson or back to the course. */
export function NextSteps({ quiz, score }: { quiz: QuizRow; score: { score: number } | undefined }) {
  const certificates = useCertificates().data ?? [];
  const inCourse = useStepInCourse(quiz);
  const towards = score ? certificates.flatMap((certificate) => stepOf(certificate, quiz, score.score)) : [];
  const steps = [...towards, ...inCourse];
  if (steps.length === 0) return null;
  return (
    <section aria-labelledby="next-heading" className="mt-2 w-full max-w-md text-left">
      <h2 id="next-heading" className="mb-2 text-base">
        {text.whatNext}
      </h2>
      <ul className="grid gap-2">
        {steps.map(({ to, Icon, label, name }) => (
          <li key={label}>
            <Link
              to={to}
              className="flex min-h-14 items-center gap-3 rounded-control border border-line px-4 py-2 text-ink no-underline hover:bg-sunk"
            >
              <Icon size={22} aria-hidden="true" className="shrink-0 text-accent-ink" />
              <span className="min-w-0 grow">
                <span className="block text-muted text-sm">{label}</span>
                <span className="block font-semibold">{name}</span>
              </span>
              <ChevronRight size={18} aria-hidden="true" className="shrink-0 text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
