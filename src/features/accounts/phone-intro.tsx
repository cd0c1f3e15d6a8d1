import { Check } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Plan } from '@/shared/entitlements';
import { paths } from '@/shared/paths';
import { eurosOf } from '@/shared/pricing';
import { euros, plans, pricing } from '@/shared/text/pricing';
import { buttonClass } from '@/ui/button';
import { cardClass } from '@/ui/card';
import { PrintedObject } from '@/ui/printed-object';
import { inlineLinkClass } from './auth-frame';
import { phoneIntro as text } from './text/phone-intro';

const order: readonly Plan[] = ['free', 'pro', 'premium'];

const documents = [
  [paths.terms, text.terms],
  [paths.privacy, text.privacy],
  [paths.refund, text.refund],
] as const;

/** A lesson as a drawing: it needs no network and follows the theme. */
const LessonPicture = () => (
  <figure
    role="img"
    aria-label={text.picture}
    className="overflow-hidden rounded-card border border-line bg-sunk text-center"
  >
    <div className="grid justify-items-center px-4 pt-5">
      <PrintedObject shape="vase" total={26} done={18.4} minLines={26} width={170} height={140} label="" />
    </div>
    <p className="mt-2 px-4 font-semibold text-sm">{text.caption}</p>
    <div className="num flex items-center gap-3 px-4 pt-2 pb-3 text-muted text-sm">
      <span className="h-1.5 grow overflow-hidden rounded-full bg-line">
        <span className="block h-full bg-accent" style={{ width: '69%' }} />
      </span>
      {text.time}
    </div>
    <div className="border-line border-t bg-surface px-4 py-3 text-left">
      <p className="font-bold">{text.lesson}</p>
      <p className="text-muted text-sm">{text.course}</p>
    </div>
  </figure>
);

/** Shown on phones below the form of /login: a picture of a lesson, the prices and the legal documents. */
export function PhoneIntro() {
  return (
    <aside aria-labelledby="phone-intro" className="grid gap-5 px-4 pt-4 pb-8 md:hidden">
      <h2 id="phone-intro" className="text-xl">
        {text.title}
      </h2>
      <p className="-mt-2 text-muted">{text.sentence}</p>
      <LessonPicture />
      <ul className="grid gap-2">
        {text.points.map((point) => (
          <li key={point} className="flex gap-2.5">
            <Check size={20} aria-hidden="true" className="mt-0.5 shrink-0 text-ok" />
            {point}
          </li>
        ))}
      </ul>
      <section aria-labelledby="phone-prices" className={`${cardClass} grid gap-3 p-5`}>
        <h3 id="phone-prices" className="text-lg">
          {text.prices}
        </h3>
        <dl className="grid gap-2">
          {order.map((plan) => (
            <div key={plan} className="flex flex-wrap items-baseline justify-between gap-x-3">
              <dt className="font-bold">{plans[plan].name}</dt>
              <dd className="num">
                <strong>{euros(eurosOf(plan, 'monthly'))}</strong>{' '}
                <span className="text-muted text-sm">{plan === 'free' ? pricing.forever : pricing.per.monthly}</span>
              </dd>
            </div>
          ))}
        </dl>
        <Link to={paths.pricingMobile} className={buttonClass('quiet', 'min-h-12')}>
          {text.compare}
        </Link>
        <Link to={paths.register} className={buttonClass('primary', 'min-h-12')}>
          {text.start}
        </Link>
      </section>
      <nav aria-label={text.documents} className="flex flex-wrap gap-x-4">
        {documents.map(([path, name]) => (
          <Link key={path} to={path} className={inlineLinkClass}>
            {name}
          </Link>
        ))}
      </nav>
    </aside>
  );
}
