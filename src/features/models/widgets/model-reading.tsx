import { Button } from '@/ui/button';
import { cardClass } from '@/ui/card';
import { Spinner } from '@/ui/spinner';
import { modelText } from '../text/model';

/** Placeholder while the file is read. */
export function ModelReading({ onCancel }: { onCancel?: () => void }) {
  return (
    <div
      role="status"
      aria-label={modelText.loading}
      className={`${cardClass} grid h-[min(430px,65dvh)] min-h-80 place-content-center justify-items-center gap-4 bg-linear-to-b from-surface to-sunk md:h-[max(440px,calc(100dvh-15rem))] md:max-h-[760px]`}
    >
      <Spinner />
      <p className="text-muted">{modelText.reading}</p>
      {onCancel && <Button onClick={onCancel}>{modelText.cancel}</Button>}
    </div>
  );
}
