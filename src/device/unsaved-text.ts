import { useEffect } from 'react';
import { create } from 'zustand';

/** Number of forms on screen with text that is not stored anywhere. */
const useForms = create<{ unsaved: number }>()(() => ({ unsaved: 0 }));

/** True when a reload would lose text. As long as it is true, no prompt suggests a reload. */
export const useHasUnsavedText = (): boolean => useForms((state) => state.unsaved > 0);

/** For forms: while `unsaved` is true, the browser asks before leaving the page, and no update prompt is shown. */
export function useUnsavedText(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    useForms.setState((state) => ({ unsaved: state.unsaved + 1 }));
    return () => {
      window.removeEventListener('beforeunload', ask);
      useForms.setState((state) => ({ unsaved: state.unsaved - 1 }));
    };
  }, [unsaved]);
}
