import { pricingFeatures, whyUs } from '@/shared/text/pricing';
import { cardClass } from '@/ui/card';
import { classNames } from '@/ui/class-names';
import { PrintedObject } from '@/ui/printed-object';

export function WhyUs() {
  return (
    <section aria-labelledby="why-us" className="grid gap-4">
      <h2 id="why-us" className="text-xl">
        {whyUs.title}
      </h2>
      <ul className="grid gap-4 md:grid-cols-2">
        {whyUs.tiles.map(({ title, text }, i) => (
          <li key={title} className={classNames(cardClass, 'flex gap-4 p-5')}>
            <PrintedObject shape={i === 0 ? 'boat' : 'gear'} total={8} done={8} width={52} height={52} label="" />
            <div className="min-w-0">
              <h3 className="text-lg">{title}</h3>
              <p className="text-muted text-sm">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The features of the plans, shown on desktops only. */
export function PlanFeatures() {
  return (
    <section aria-labelledby="plan-features" className="grid gap-4">
      <h2 id="plan-features" className="text-xl">
        {pricingFeatures.title}
      </h2>
      <ul className="grid gap-x-6 gap-y-4 md:grid-cols-2 lg:grid-cols-4">
        {pricingFeatures.items.map(({ title, text }) => (
          <li key={title} className="border-accent border-t-3 pt-3">
            <h3 className="text-base">{title}</h3>
            <p className="text-muted text-sm">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
