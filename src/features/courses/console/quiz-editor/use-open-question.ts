import { useEffect, useRef, useState } from 'react';
import type { Question } from '@/features/console-kit/requests/rows';

type Target = 'heading' | 'text';

/** The open question. Opening a question moves the focus into the question; the first question, which is open on mount, does not take the focus. */
export function useOpenQuestion(questions: readonly Question[]) {
  const [wanted, setWanted] = useState(questions[0]?.id);
  const [focus, setFocus] = useState<{ id: string; target: Target }>();
  const area = useRef<HTMLDivElement>(null);
  const openId = questions.some(({ id }) => id === wanted) ? wanted : questions[0]?.id;
  useEffect(() => {
    if (!focus) return;
    const card = area.current?.querySelector<HTMLElement>(`[data-question="${focus.id}"]`);
    card?.querySelector<HTMLElement>(focus.target === 'text' ? 'textarea' : 'h3')?.focus();
  }, [focus]);
  const open = (id: string, target: Target = 'heading') => {
    setWanted(id);
    setFocus({ id, target });
  };
  return { openId, open, area };
}
