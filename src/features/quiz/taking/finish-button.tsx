import { useEffect, useState } from 'react';
import { Button } from '@/ui/button';
import { quizText } from '../text';

/** Time (ms) for which the new button ignores clicks; longer than the pause between the taps of a double tap. */
const REST_MS = 500;

/** Rule: ignore clicks for REST_MS. The button replaces Next at the same position, and a double tap on Next must not finish the attempt. */
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
