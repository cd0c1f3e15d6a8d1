import type { SectionProps } from '@/features/shell/widgets/sections';
import { cardClass } from '@/ui/card';
import { PrintedObject } from '@/ui/printed-object';
import { LAUNCHING } from './text/launch';
import { store } from './text/store';
import { LaunchForm } from './widgets/launch-form';

/** Магазин: coming soon, with the sign-up for the launch (specification 2 §2.12). Works offline. */
export function StoreSection({ section }: SectionProps) {
  return (
    <>
      <h1 className="mt-2 mb-5 text-2xl md:text-3xl">{section.title}</h1>
      <div lang="en" className="grid gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className={`${cardClass} rise p-5 md:p-7`}>
          <PrintedObject shape="cube" total={16} done={10.4} width={84} height={92} label="" className="mb-5" />
          <div>
            <p className="font-bold text-accent-ink">{LAUNCHING}</p>
            <h2 className="mt-1 text-xl md:text-2xl">{store.title}</h2>
            <p className="mt-2 max-w-[52ch] text-muted">{store.lead}</p>
            <h3 className="mt-5 text-base">{store.pointsTitle}</h3>
            <ul className="mt-2 grid list-disc gap-1.5 pl-5 marker:text-accent-ink">
              {store.points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          </div>
        </div>
        <section className={`${cardClass} p-5 md:p-7`}>
          <LaunchForm source="dashboard" />
        </section>
      </div>
    </>
  );
}
