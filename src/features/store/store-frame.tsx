import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '@/shared/paths';
import { backLinkClass } from '@/ui/button';
import { cardClass } from '@/ui/card';
import type { Shape } from '@/ui/drawing/printed';
import { Logo, PrintedObject } from '@/ui/printed-object';
import { store } from './text/store';
import { LaunchForm } from './widgets/launch-form';

interface StoreFrameProps {
  title: string;
  /** Text that says when the store opens. */
  when: string;
  lead: string;
  shape: Shape;
  children?: ReactNode;
}

/** The bar above every store screen: title and back link. */
export function StoreBar({ to, children }: { to: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 py-3">
      <Logo />
      <Link to={to} className={backLinkClass}>
        <ArrowLeft size={20} aria-hidden="true" />
        {children}
      </Link>
    </div>
  );
}

/** A "coming soon" screen of the store with the launch sign-up and a link home. */
export function StoreFrame({ title, when, lead, shape, children }: StoreFrameProps) {
  return (
    <main lang="en" className="wrap-anywhere mx-auto min-h-dvh max-w-[1080px] px-4 pb-12 md:px-8">
      <StoreBar to={paths.landing}>{store.home}</StoreBar>
      <div className="grid gap-8 md:grid-cols-[1fr_minmax(0,24rem)] md:items-start md:gap-12 md:pt-10">
        <div>
          <PrintedObject shape={shape} total={16} done={10.4} width={132} height={140} label="" className="mb-5" />
          <p className="font-bold text-accent-ink">{when}</p>
          <h1 className="mt-1 text-3xl">{title}</h1>
          <p className="mt-3 max-w-[52ch] text-lg text-muted">{lead}</p>
          {children}
        </div>
        <section className={`${cardClass} p-5 md:p-7`}>
          <LaunchForm source="store_page" />
        </section>
      </div>
    </main>
  );
}
