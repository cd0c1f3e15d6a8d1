import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { create } from 'zustand';
import { isDoNotDisturb } from '@/shared/route-guards';

/** Number of open players of downloaded lessons. The URL of their screen does not show that a lesson is open, so count the players. */
const useOpenPlayers = create<{ open: number }>()(() => ({ open: 0 }));

/** True while the learner is in a lesson or quiz, where nothing may interrupt. */
export function useDoNotDisturb(): boolean {
  const { pathname } = useLocation();
  const open = useOpenPlayers((state) => state.open);
  return open > 0 || isDoNotDisturb(pathname);
}

/** Counts as an open lesson while the calling component is mounted, whatever the URL is. */
export function useOpenPlayer(): void {
  useEffect(() => {
    useOpenPlayers.setState(({ open }) => ({ open: open + 1 }));
    return () => useOpenPlayers.setState(({ open }) => ({ open: open - 1 }));
  }, []);
}
