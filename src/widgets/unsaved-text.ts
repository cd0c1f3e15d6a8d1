import { useEffect } from 'react';
import { create } from 'zustand';

/** Number of forms on screen that hold text which is stored nowhere. */
const useForms = create<{ unsaved: number }>()(() => ({ unsaved: 0 }));

/** Whether a reload would lose text: nothing asks to reload then. */
export const useHasUnsavedText = (): boolean => useForms((state) => state.unsaved > 0);

/** The caller is a form. While it holds unsaved text the browser asks before it leaves the page, and no update prompt is shown. */
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
