import { type ReactNode, useEffect, useId } from 'react';
import { create } from 'zustand';
import { cardClass } from '@/ui/card';

/** Ranks of cards, the most important first: a message about the app comes before an offer. */
const ranks = ['message', 'offer'] as const;
export type CardRank = (typeof ranks)[number];

interface Waiting {
  id: string;
  rank: CardRank;
}

/** The cards that want to be shown, by rank and then in the order of their requests. Rule: only the first card shows, so that no card covers another. */
const useQueue = create<{ cards: readonly Waiting[] }>()(() => ({ cards: [] }));

/** True if the caller may show its card at the bottom now; false while another card is shown there. */
export function useCardPlace(wanted: boolean, rank: CardRank): boolean {
  const id = useId();
  const first = useQueue(({ cards }) => cards[0]?.id === id);
  useEffect(() => {
    if (!wanted) return;
    useQueue.setState(({ cards }) => ({
      cards: [...cards, { id, rank }].sort((a, b) => ranks.indexOf(a.rank) - ranks.indexOf(b.rank)),
    }));
    return () => useQueue.setState(({ cards }) => ({ cards: cards.filter((other) => other.id !== id) }));
  }, [id, wanted, rank]);
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
  const shown = useCardPlace(true, 'message');
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
