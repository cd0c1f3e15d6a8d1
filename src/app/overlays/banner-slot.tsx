import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useDoNotDisturb } from '@/device/do-not-disturb';

/** A strip above every screen. Rule: hidden in lessons and quizzes. */
export function BannerSlot({ label, children }: { label: string; children: ReactNode }) {
  const shown = !useDoNotDisturb();
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
  if (!place) return null;
  return createPortal(
    <aside aria-label={label} className="border-line border-b bg-surface">
      <div className="mx-auto flex max-w-[1200px] flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 md:px-8">
        {children}
      </div>
    </aside>,
    place,
  );
}
