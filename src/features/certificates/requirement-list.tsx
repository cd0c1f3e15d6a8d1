import { Check, Clock, Lock, type LucideIcon } from 'lucide-react';
import { Link } from 'react-router-dom';
import { quizHref } from '@/config/paths';
import type { CertificateRequirement, RequirementState } from '@/domain/certificate-state';
import { classNames } from '@/lib/class-names';
import { certificatesText as text } from '@/text/certificates';

const looks: Record<RequirementState, { Icon: LucideIcon; colour: string }> = {
  passed: { Icon: Check, colour: 'text-ok' },
  waiting: { Icon: Clock, colour: 'text-warn' },
  open: { Icon: Lock, colour: 'text-muted' },
};

/** The quizzes that a certificate requires, each with its state. The title of a quiz that is not passed yet links to the quiz. */
export function RequirementList({ requirements }: { requirements: readonly CertificateRequirement[] }) {
  return (
    <ul className="grid gap-2.5">
      {requirements.map(({ test_id, test_title, minimum_score, state }) => {
        const { Icon, colour } = looks[state];
        return (
          <li key={test_id} className="relative grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2.5">
            <Icon size={18} aria-hidden="true" className={colour} />
            <span className="min-w-0">
              {state === 'passed' ? (
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
              <span className="num block text-muted text-xs">{text.minimum(minimum_score)}</span>
            </span>
            <span className={classNames('font-bold text-xs', colour)}>{text.states[state]}</span>
          </li>
        );
      })}
    </ul>
  );
}
