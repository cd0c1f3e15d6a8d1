import { type ReactNode, useEffect, useRef } from 'react';
import { LOGIN_SHAKE_MS } from '@/shared/app-limits';
import { cardClass } from '@/ui/card';
import { Logo, PrintedObject } from '@/ui/printed-object';

interface AuthFrameProps {
  title: string;
  lead: string;
  /** Each new number above 0 shakes the card once. */
  shake: number;
  children: ReactNode;
  foot: ReactNode;
}

/** The card of /login and /register. On screens without the site header, the logo is above the card. */
export function AuthFrame({ title, lead, shake, children, foot }: AuthFrameProps) {
  // Skip the React compiler: this code loads on the first visit, and the compiler's memo caches would add more code than they are worth.
  'use no memo';
  const card = useRef<HTMLDivElement>(null);
  // Restart the animation on the same element: a new element would lose the form's focus and text.
  useEffect(() => {
    const { current } = card;
    if (!shake || !current) return;
    current.classList.remove('shake');
    void current.offsetWidth;
    current.classList.add('shake');
  }, [shake]);
  return (
    <main className="mx-auto grid w-full max-w-[1200px] gap-10 px-4 py-6 md:min-h-[calc(100dvh-4.5rem)] md:grid-cols-[minmax(0,1fr)_minmax(0,27rem)] md:items-center md:px-[clamp(1rem,5vw,4rem)]">
      <div className="phone-logo">
        <Logo />
      </div>
      <div className="hidden min-w-0 max-w-full justify-self-center overflow-hidden md:block">
        <PrintedObject
          shape="vase"
          total={26}
          done={18.55}
          width={320}
          height={340}
          label=""
          className="h-auto max-w-full"
        />
      </div>
      <div
        ref={card}
        className={`${cardClass} wrap-anywhere min-w-0 p-5 md:p-8`}
        style={{ animationDuration: `${LOGIN_SHAKE_MS}ms` }}
      >
        <h1 className="text-2xl">{title}</h1>
        <p className="mt-1 mb-5 text-muted">{lead}</p>
        {children}
        <p className="mt-5 text-muted text-sm">{foot}</p>
      </div>
    </main>
  );
}

/** Classes of an inline link that is tall enough for a thumb. */
export const inlineLinkClass =
  'inline-flex min-h-11 items-center font-bold text-accent-ink underline underline-offset-4';
