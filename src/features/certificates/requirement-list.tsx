import { Check, Circle, Clock, Lock, type LucideIcon, RotateCcw } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useNow } from '@/device/use-now';
import { formatMoment } from '@/shared/format/format';
import { joinFacts } from '@/shared/join-facts';
import { quizHref } from '@/shared/paths';
import { classNames } from '@/ui/class-names';
import type { CertificateRequirement, RequirementState } from './rules/state';
import { certificatesText as text } from './text/certificates';

/** Interval (ms) at which the list checks whether the next attempt is possible. */
const RENEW_MS = 15_000;

const looks: Record<RequirementState, { Icon: LucideIcon; colour: string }> = {
  passed: { Icon: Check, colour: 'text-ok' },
  waiting: { Icon: Clock, colour: 'text-warn' },
  failed: { Icon: RotateCcw, colour: 'text-warn' },
  open: { Icon: Circle, colour: 'text-muted' },
  locked: { Icon: Lock, colour: 'text-muted' },
};

/** The minimum and, after a failed attempt, the best score and when the next attempt is possible. */
function facts({ minimum_score, state, best, next }: CertificateRequirement, now: number): string {
  if (state !== 'failed' || best === null) return text.minimum(minimum_score);
  const wait = next !== null && next > now && text.nextAt(formatMoment(next));
  return joinFacts([text.minimum(minimum_score), text.best(best), wait || '']);
}

/** The quizzes that a certificate requires, each with its state. The title of a quiz that can be taken links to the quiz. */
export function RequirementList({ requirements }: { requirements: readonly CertificateRequirement[] }) {
  const now = useNow(RENEW_MS);
  return (
    <ul className="grid gap-2.5">
      {requirements.map((requirement) => {
        const { test_id, test_title, state } = requirement;
        const { Icon, colour } = looks[state];
        return (
          <li key={test_id} className="relative grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2.5">
            <Icon size={18} aria-hidden="true" className={colour} />
            <span className="min-w-0">
              {state === 'passed' || state === 'locked' ? (
                <span className="text-sm">{test_title}</span>
              ) : (
                // The whole row is clickable, because one line of text is too small to tap.
                <Link
                  to={quizHref(test_id)}
                  className="font-bold text-accent-ink text-sm after:absolute after:inset-x-0 after:-inset-y-1"
                >
                  {test_title}
                </Link>
              )}
              <span className="num block text-muted text-xs">{facts(requirement, now)}</span>
            </span>
            <span className={classNames('font-bold text-xs', colour)}>{text.states[state]}</span>
          </li>
        );
      })}
    </ul>
  );
}
