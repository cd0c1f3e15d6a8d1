import { Check, Lock } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useTrialOffer } from '@/features/billing/widgets/use-trial-offer';
import { paths } from '@/shared/paths';
import { buttonClass } from '@/ui/button';
import { Card } from '@/ui/card';
import type { Shape } from '@/ui/drawing/printed';
import { langOf } from '@/ui/lang-of';
import { PrintedObject } from '@/ui/printed-object';
import { upsells, upsellText } from '../text';
import type { SectionRule } from './sections';

type LockedSection = keyof typeof upsells;

const shapes: Record<LockedSection, Shape> = {
  achievements: 'vase',
  store: 'cube',
  certificates: 'pawn',
  events: 'rocket',
  activity: 'flame',
};
const [LAYERS, PRINTED] = [14, 4];

const isLocked = (id: string): id is LockedSection => Object.hasOwn(upsells, id);

/** Shown to a free account instead of a section of the paid plans: the benefits of the section, and a link to the plans. */
export function UpsellSection({ section }: { section: SectionRule }) {
  const trial = useTrialOffer();
  if (!isLocked(section.id)) throw new Error(`src/features/shell/text.ts has no words for the section ${section.id}`);
  const { title, text, points } = upsells[section.id];
  return (
    <>
      <h1 className="mt-2 mb-5 text-2xl md:text-3xl">{section.title}</h1>
      <Card
        data-offer
        className="rise grid grid-cols-1 items-center gap-x-8 gap-y-5 p-5 md:p-10 lg:grid-cols-[minmax(0,1fr)_auto]"
      >
        <div>
          <h2 className="flex items-center gap-2.5 text-xl max-[18rem]:flex-wrap md:text-2xl">
            <Lock size={24} aria-hidden="true" className="shrink-0 text-muted" />
            <span lang={langOf(title)}>{title}</span>
          </h2>
          <p className="mt-2 max-w-prose text-muted">{text}</p>
          <ul aria-label={upsellText.includes} className="mt-5 grid grid-cols-1 gap-2.5">
            {points.map((point) => (
              <li key={point} className="flex gap-3 font-semibold">
                <Check size={20} aria-hidden="true" className="mt-0.5 shrink-0 text-ok" />
                {point}
              </li>
            ))}
          </ul>
          <div className="mt-7 flex flex-wrap items-center gap-x-5 gap-y-3">
            <Link to={paths.pricing} className={buttonClass('primary', 'px-6')}>
              {upsellText.action[section.id]}
            </Link>
            {trial && <p className="text-balance text-muted text-sm">{upsellText.trial}</p>}
          </div>
        </div>
        <PrintedObject
          shape={shapes[section.id]}
          total={LAYERS}
          done={PRINTED + 0.5}
          minLines={LAYERS}
          width={200}
          height={190}
          label=""
          className="justify-self-center max-lg:row-start-1 max-lg:h-24 max-lg:w-auto"
        />
      </Card>
    </>
  );
}
