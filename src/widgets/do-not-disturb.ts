import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { create } from 'zustand';
import { isUndisturbed } from '@/domain/route-guards';

/** Films that are open on screens which are no lesson by their address: the players of downloaded lessons. */
const useFilms = create<{ open: number }>()(() => ({ open: 0 }));

/** Whether the learner is in a lesson or a test now, where nothing may come between. */
export function useUndisturbed(): boolean {
  const { pathname } = useLocation();
  const open = useFilms((state) => state.open);
  return open > 0 || isUndisturbed(pathname);
}

/** The caller is a lesson, wherever it stands. */
export function useLessonHere(): void {
  useEffect(() => {
    useFilms.setState(({ open }) => ({ open: open + 1 }));
    return () => useFilms.setState(({ open }) => ({ open: open - 1 }));
  }, []);
}
