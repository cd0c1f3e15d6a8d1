import { useEffect, useState } from 'react';
import { testText } from '@/text/test';
import { Button } from '@/ui/button';

/** A finger that taps twice does so within this, ms. */
const REST_MS = 500;

/** Rule: it stands where Next stood a moment ago, and a finished attempt never changes: the second tap of a hasty finger does not press it. */
export function FinishButton({ busy, onFinish }: { busy: boolean; onFinish: () => void }) {
  const [resting, setResting] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setResting(false), REST_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div inert={resting} className="ml-auto grid max-[18rem]:grow">
      <Button lang="en" kind="primary" busy={busy} onClick={onFinish} className="min-w-28">
        {testText.finish}
      </Button>
    </div>
  );
}
