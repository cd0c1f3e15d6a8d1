import { useEffect, useState } from 'react';
import { quizText } from '@/text/quiz';
import { Button } from '@/ui/button';

/** Longest time between the two taps of a double tap (ms). */
const REST_MS = 500;

/** Rule: the button ignores presses for a moment. It replaces Next at the same position, and a double tap must not finish an attempt for ever. */
export function FinishButton({ busy, onFinish }: { busy: boolean; onFinish: () => void }) {
  const [resting, setResting] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setResting(false), REST_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div inert={resting} className="ml-auto grid max-[18rem]:grow">
      <Button lang="en" kind="primary" busy={busy} onClick={onFinish} className="min-w-28">
        {quizText.finish}
      </Button>
    </div>
  );
}
