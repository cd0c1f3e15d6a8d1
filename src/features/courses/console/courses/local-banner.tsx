import { CloudOff } from 'lucide-react';
import { useConsoleMutation } from '@/features/console-kit/queries';
import { courseText as text } from '@/features/console-kit/text/courses';
import { consoleToast } from '@/features/console-kit/widgets/console-toast';
import { Button } from '@/ui/button';
import { type LocalCourse, publishLocalCourse } from '../local-courses';

interface LocalBannerProps {
  drafts: readonly LocalCourse[];
  /** True when the server denies access to the list of courses. */
  rejected: boolean;
}

/** Courses that exist only on this device, and the button that publishes them once the server allows it. */
export function LocalBanner({ drafts, rejected }: LocalBannerProps) {
  const publish = useConsoleMutation(
    async () => {
      for (const draft of drafts) {
        await publishLocalCourse(draft);
        consoleToast.success(text.published(draft.title));
      }
    },
    { onError: () => consoleToast.error(text.publishLocalFailed) },
  );
  if (!rejected && drafts.length === 0) return null;
  return (
    <div
      role="status"
      className="mb-4 flex flex-wrap items-center gap-3 rounded-control border border-warn bg-surface px-3 py-2 text-sm"
    >
      <CloudOff size={18} aria-hidden="true" className="shrink-0 text-warn" />
      <p className="min-w-0 grow basis-60">{rejected ? text.localBanner : text.localDrafts(drafts.length)}</p>
      {drafts.length > 0 && (
        <Button busy={publish.isPending} onClick={() => publish.mutate()}>
          <span lang="en">{text.publishLocal}</span>
        </Button>
      )}
    </div>
  );
}
