import { Heart, MessageSquare, NotebookPen } from 'lucide-react';
import type { ReactNode } from 'react';
import { currentIdentity } from '@/device/session/session-store';
import { useSyncStatus } from '@/device/sync/use-sync-status';
import { setLike } from '@/features/likes/mutations';
import { useLike } from '@/features/likes/queries';
import { formatNumber } from '@/shared/format/format';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { toast } from '@/ui/toast';
import { commentText, likeText, noteText } from '../text/lesson';

export type PanelName = 'comments' | 'notes';

interface LessonActionsProps {
  videoId: string;
  /** True when the plan includes the lesson. */
  allowed: boolean;
  panel: PanelName | undefined;
  onPanel: (panel: PanelName | undefined) => void;
  /** Ids of the panels' elements. */
  panelIds: Record<PanelName, string>;
  commentCount: number | undefined;
  noteCount: number | undefined;
  children: ReactNode;
}

/** Classes of a button. On phones, three buttons share one row, and each has its label below its icon and number. */
const actionClass =
  'aria-expanded:border-control aria-expanded:bg-sunk max-md:flex-wrap max-md:gap-x-1.5 max-md:gap-y-0 max-md:px-1 max-md:py-1.5';
const labelClass = 'max-md:order-last max-md:basis-full max-md:text-xs';

const Count = ({ value }: { value: number | undefined }) =>
  value === undefined ? null : <span className="num font-normal text-muted">{formatNumber(value)}</span>;

function LikeButton({ videoId, allowed }: { videoId: string; allowed: boolean }) {
  const like = useLike(videoId);
  const { phase } = useSyncStatus();
  const liked = like?.liked ?? false;
  const count = like?.count;
  const toggle = async () => {
    // Another tab may have just signed out, before this page was notified.
    if (!currentIdentity()) return toast('error', likeText.signIn);
    try {
      await setLike(videoId, !liked);
      // The like is stored and is sent after the next sign-in.
      if (phase === 'signed-out') toast('error', likeText.signIn);
    } catch (error) {
      console.error('The like could not be kept:', error);
      toast('error', likeText.failed);
    }
  };
  return (
    <Button
      aria-pressed={liked}
      title={likeText.like}
      disabled={!like || !allowed}
      onClick={() => void toggle()}
      className={actionClass}
    >
      <Heart
        size={18}
        aria-hidden="true"
        fill={liked ? 'currentColor' : 'none'}
        className={liked ? 'text-accent-ink' : undefined}
      />
      <span className="sr-only">
        {likeText.like}
        {count !== undefined && `, ${likeText.likes(count)}`}
      </span>
      <span aria-hidden="true" className={classNames(labelClass, 'md:hidden')}>
        {likeText.short}
      </span>
      {/* Reserve space for the count until it is known. */}
      <span aria-hidden="true" className="num min-w-[1ch]">
        {count !== undefined && formatNumber(count)}
      </span>
    </Button>
  );
}

/** The actions of a lesson: like, comments, notes and download. */
export function LessonActions({
  videoId,
  allowed,
  panel,
  onPanel,
  panelIds,
  commentCount,
  noteCount,
  children,
}: LessonActionsProps) {
  const opener = (name: PanelName) => ({
    'aria-expanded': panel === name,
    'aria-controls': panel === name ? panelIds[name] : undefined,
    onClick: () => onPanel(panel === name ? undefined : name),
    className: actionClass,
  });
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,6.25rem),1fr))] gap-2 md:flex md:flex-wrap md:items-center">
      <LikeButton videoId={videoId} allowed={allowed} />
      <Button {...opener('comments')}>
        <MessageSquare size={18} aria-hidden="true" />
        <span className={labelClass}>{commentText.title}</span>
        <Count value={commentCount} />
      </Button>
      <Button {...opener('notes')}>
        <NotebookPen size={18} aria-hidden="true" />
        <span className={labelClass}>{noteText.title}</span>
        <Count value={noteCount} />
      </Button>
      <div className="col-span-full flex flex-wrap items-center gap-x-3 gap-y-2 empty:hidden">{children}</div>
    </div>
  );
}
