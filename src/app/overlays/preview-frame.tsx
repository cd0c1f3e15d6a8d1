import { Eye } from 'lucide-react';
import { previewText as text } from '@/app/text/preview';
import { leavePreview } from '@/device/session/preview';
import { usePlan } from '@/device/session/use-plan';
import { Button } from '@/ui/button';

/** Shows on every screen that this is the console's preview, with a button to leave it. */
export function PreviewFrame() {
  const plan = usePlan();
  return (
    <>
      <div aria-hidden="true" className="pointer-events-none fixed inset-0 z-50 border-4 border-warn" />
      <aside
        aria-label={text.label}
        className="fixed inset-x-0 bottom-[calc(1rem+env(safe-area-inset-bottom))] z-50 mx-auto flex w-max max-w-[calc(100vw-2rem)] flex-wrap items-center gap-x-3 gap-y-1 rounded-card border border-warn bg-surface px-4 py-2 shadow-card max-md:[[data-bottom-bar]_&]:bottom-[calc(5rem+env(safe-area-inset-bottom))]"
      >
        <Eye size={18} aria-hidden="true" className="shrink-0 text-warn" />
        <p className="min-w-0 text-sm">{text.lead(text.plans[plan])}</p>
        <Button onClick={() => void leavePreview()}>{text.leave}</Button>
      </aside>
    </>
  );
}
