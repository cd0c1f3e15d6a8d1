import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { create } from 'zustand';
import { isUndisturbed } from '@/domain/route-guards';

/** Number of open players on screens that are not lessons by their URL: downloaded lessons. */
const useFilms = create<{ open: number }>()(() => ({ open: 0 }));

/** True while the learner is in a lesson or quiz, where nothing may interrupt. */
export function useUndisturbed(): boolean {
  const { pathname } = useLocation();
  const open = useFilms((state) => state.open);
  return open > 0 || isUndisturbed(pathname);
}

/** Marks the calling component as an open lesson, whatever its URL. */
export function useLessonHere(): void {
  useEffect(() => {
    useFilms.setState(({ open }) => ({ open: open + 1 }));
    return () => useFilms.setState(({ open }) => ({ open: open - 1 }));
  }, []);
}
