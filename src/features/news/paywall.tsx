import { Check, Lock } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useTrialOffer } from '@/features/billing/widgets/use-trial-offer';
import { paths } from '@/shared/paths';
import { buttonClass } from '@/ui/button';
import { cardClass } from '@/ui/card';
import { articleText } from './text';

const text = articleText.paywall;

/**
 * Shown in place of the article to accounts without Premium: a blurred summary and filler text, and a link to the plans.
 * The real text is never sent to accounts that may not read it.
 */
export function Paywall({ summary }: { summary: string }) {
  const trial = useTrialOffer();
  return (
    <div className="mt-4 grid [&>*]:col-start-1 [&>*]:row-start-1">
      <div aria-hidden="true" inert className="pointer-events-none select-none overflow-hidden blur-[6px]">
        <p className="text-lg">{summary}</p>
        {['a', 'b', 'c'].map((place) => (
          <p key={place} className="mt-4">
            {articleText.decoy}
          </p>
        ))}
      </div>
      {/* `relative`, because the blurred text's CSS filter paints it above elements that are not positioned. */}
      <section
        aria-labelledby="paywall"
        className={`${cardClass} rise relative mx-auto mt-24 grid w-full max-w-md content-start justify-items-center gap-3 self-start p-6 text-center`}
      >
        <Lock size={28} aria-hidden="true" className="text-accent-ink" />
        <h2 id="paywall" className="text-xl">
          {text.title}
        </h2>
        <p className="text-muted">{text.text}</p>
        <ul className="grid gap-2 text-left text-sm">
          {text.points.map((point) => (
            <li key={point} className="flex items-start gap-2">
              <Check size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-ok" />
              {point}
            </li>
          ))}
        </ul>
        <Link to={paths.pricing} className={buttonClass('primary', 'mt-1 w-full')}>
          {text.action}
        </Link>
        {trial && <p className="text-muted text-sm">{text.trial}</p>}
      </section>
    </div>
  );
}
