import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useLocation } from 'react-router-dom';
import { useErasedAt } from '@/data/profile/queries';
import { isUndisturbed } from '@/domain/redirects';
import { accountEnd as text } from '@/text/account-end';
import { KeepAccount } from '@/widgets/keep-account';

/** A quiet strip above every screen of an account that is to go: when, and the way back. Rule: not in a lesson or a test. */
export function AccountEndBanner() {
  const { pathname } = useLocation();
  const at = useErasedAt();
  const shown = at !== null && !isUndisturbed(pathname);
  const [place, setPlace] = useState<HTMLElement>();
  useEffect(() => {
    if (!shown) return;
    const element = document.createElement('div');
    document.body.prepend(element);
    setPlace(element);
    return () => {
      element.remove();
      setPlace(undefined);
    };
  }, [shown]);
  if (!place || at === null) return null;
  return createPortal(
    <aside aria-label={text.bannerLabel} className="border-line border-b bg-surface">
      <div className="mx-auto flex max-w-[1200px] flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 md:px-8">
        <p role="status" className="grow font-bold text-sm">
          {text.banner(at)}
        </p>
        <KeepAccount />
      </div>
    </aside>,
    place,
  );
}
