import { Heart, MessageSquare, NotebookPen } from 'lucide-react';
import type { ReactNode } from 'react';
import { setLike } from '@/data/likes/mutations';
import { useLike } from '@/data/likes/queries';
import { currentIdentity } from '@/data/session/session-store';
import { useSyncStatus } from '@/data/sync/use-sync-status';
import { classNames } from '@/lib/class-names';
import { formatNumber } from '@/lib/format';
import { commentText, likeText, noteText } from '@/text/video';
import { Button } from '@/ui/button';
import { toast } from '@/ui/toast';

export type PanelName = 'comments' | 'notes';

interface LessonActionsProps {
  videoId: string;
  /** The plan includes the lesson. */
  allowed: boolean;
  panel: PanelName | undefined;
  onPanel: (panel: PanelName | undefined) => void;
  /** Ids of the panels. */
  panelIds: Record<PanelName, string>;
  commentCount: number | undefined;
  noteCount: number | undefined;
  children: ReactNode;
}

function LikeButton({ videoId, allowed }: { videoId: string; allowed: boolean }) {
  const like = useLike(videoId);
  const { phase } = useSyncStatus();
  const liked = like?.liked ?? false;
  const count = like?.count ?? 0;
  const toggle = async () => {
    // Signed out in another tab a moment ago, and this page does not know yet.
    if (!currentIdentity()) return toast('error', likeText.signIn);
    try {
      await setLike(videoId, !liked);
      // It is kept and waits until the learner signs in again.
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
      className={liked ? 'text-accent-ink' : undefined}
    >
      <Heart size={18} aria-hidden="true" fill={liked ? 'currentColor' : 'none'} />
      <span className="sr-only">
        {likeText.like}, {likeText.likes(count)}
      </span>
      <span aria-hidden="true" className="num">
        {formatNumber(count)}
      </span>
    </Button>
  );
}

/** What a learner can do with a lesson beside watching it: like it, talk about it, keep notes, take it along. */
export function LessonActions({ videoId, allowed, panel, onPanel, panelIds, commentCount, noteCount, children }: LessonActionsProps) {
  const opener = (name: PanelName) => ({
    'aria-expanded': panel === name,
    'aria-controls': panel === name ? panelIds[name] : undefined,
    onClick: () => onPanel(panel === name ? undefined : name),
    className: classNames(panel === name && 'border-control bg-sunk'),
  });
  return (
    <div className="flex flex-wrap items-center gap-2">
      <LikeButton videoId={videoId} allowed={allowed} />
      <Button {...opener('comments')}>
        <MessageSquare size={18} aria-hidden="true" />
        {commentText.title}
        {commentCount !== undefined && <span className="num font-normal text-muted">{formatNumber(commentCount)}</span>}
      </Button>
      <Button {...opener('notes')}>
        <NotebookPen size={18} aria-hidden="true" />
        {noteText.title}
        {noteCount !== undefined && noteCount > 0 && <span className="num font-normal text-muted">{formatNumber(noteCount)}</span>}
      </Button>
      {children}
    </div>
  );
}
