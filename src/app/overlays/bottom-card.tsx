import { type ReactNode, useEffect, useId } from 'react';
import { create } from 'zustand';
import { cardClass } from '@/ui/card';

/** Ids of the cards that want to be shown, in the order of their requests. Rule: only the first card shows, so that no card covers another. */
const useQueue = create<{ ids: readonly string[] }>()(() => ({ ids: [] }));

/** True if the caller may show its card at the bottom now; false while another card is shown there. */
export function useCardPlace(wanted: boolean): boolean {
  const id = useId();
  const first = useQueue(({ ids }) => ids[0] === id);
  useEffect(() => {
    if (!wanted) return;
    useQueue.setState(({ ids }) => ({ ids: [...ids, id] }));
    return () => useQueue.setState(({ ids }) => ({ ids: ids.filter((other) => other !== id) }));
  }, [id, wanted]);
  return wanted && first;
}

export const bottomCardClass = `${cardClass} rise fixed inset-x-4 bottom-[calc(1rem+env(safe-area-inset-bottom))] z-40 mx-auto max-md:[[data-bottom-bar]_&]:bottom-[calc(5rem+env(safe-area-inset-bottom))] md:bottom-6`;

interface BottomCardProps {
  title: string;
  text: string;
  actions: ReactNode;
}

/** A message of the app with its buttons, at the bottom of every screen. */
export function BottomCard({ title, text, actions }: BottomCardProps) {
  const shown = useCardPlace(true);
  if (!shown) return null;
  return (
    <aside aria-label={title} className={`${bottomCardClass} flex max-w-3xl flex-wrap items-center gap-3 p-4`}>
      <div role="status" className="grow">
        <strong className="block">{title}</strong>
        <span className="text-muted text-sm">{text}</span>
      </div>
      <div className="flex flex-wrap gap-3">{actions}</div>
    </aside>
  );
}
