import { Check, Minus } from 'lucide-react';
import { Link } from 'react-router-dom';
import { FREE_PREVIEW_SECONDS } from '@/shared/app-limits';
import { paths } from '@/shared/paths';
import { buttonClass } from '@/ui/button';
import { Card } from '@/ui/card';
import { freeText as text } from '../text/free';

/** The limits of a free account, and what Pro adds. */
export function FreePanels({ whole }: { whole: boolean }) {
  const limits = whole ? text.wholeLines : text.limitLines(FREE_PREVIEW_SECONDS);
  return (
    <aside className="grid grid-cols-1 content-start gap-4">
      <Card className="grid grid-cols-1 gap-3 p-5">
        <h2 lang="en" className="text-lg">
          {text.limits}
        </h2>
        <ul className="grid grid-cols-1 gap-2 text-sm">
          {limits.map((line, index) => (
            <li key={line} className="grid grid-cols-[1.5rem_minmax(0,1fr)]">
              {whole && index === 0 ? (
                <Check size={18} aria-hidden="true" className="mt-0.5 text-ok" />
              ) : (
                <Minus size={18} aria-hidden="true" className="mt-0.5 text-muted" />
              )}
              {line}
            </li>
          ))}
        </ul>
      </Card>
      <Card className="grid grid-cols-1 gap-3 p-5">
        <h2 className="text-lg">{text.benefits}</h2>
        <ul className="grid grid-cols-1 gap-2 text-sm">
          {text.benefitLines.map((line) => (
            <li key={line} className="grid grid-cols-[1.5rem_minmax(0,1fr)]">
              <Check size={18} aria-hidden="true" className="mt-0.5 text-ok" />
              {line}
            </li>
          ))}
        </ul>
        <Link lang="en" to={paths.pricing} className={buttonClass('primary', 'mt-1')}>
          {text.unlockNow}
        </Link>
      </Card>
    </aside>
  );
}
