import { Trash2 } from 'lucide-react';
import { type MouseEvent, memo } from 'react';
import { UNDO_MS } from '@/config/limits';
import { addComment, deleteComment } from '@/data/comments/mutations';
import type { Comment } from '@/domain/discussion';
import { formatMoment } from '@/lib/format';
import { commentText } from '@/text/video';
import { Avatar } from '@/ui/avatar';
import { IconButton } from '@/ui/button';
import { Dot } from '@/ui/chip';
import { toast } from '@/ui/toast';
import { Refused } from '../refused';

interface CommentItemProps {
  videoId: string;
  comment: Comment;
  /** How long ago it was written, in words. */
  ago: string;
  online: boolean;
}

const report = (error: unknown) => {
  console.error('The comment could not be changed:', error);
  toast('error', commentText.deleteFailed);
};

function CommentItemPlain({ videoId, comment, ago, online }: CommentItemProps) {
  const { author, avatar, content, created_at, mine, status, refusal } = comment;
  const bringBack = () => void addComment(videoId, content, created_at).catch(report);
  const remove = (event: MouseEvent) => {
    const list = event.currentTarget.closest('section');
    deleteComment(videoId, comment).then(() => {
      list?.focus();
      toast('success', commentText.deleted, {
        duration: UNDO_MS,
        action: { label: commentText.undo, onClick: bringBack },
      });
    }, report);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a page of comments stands between the list and its items
    <div role="listitem" className="flex gap-3 border-line border-b px-4 py-3 last:border-0">
      <Avatar name={author} src={avatar} size={40} />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-bold">{author}</span>
          {mine && <span className="text-accent-ink text-sm">{commentText.mine}</span>}
          <time
            dateTime={new Date(created_at).toISOString()}
            title={formatMoment(created_at)}
            className="num text-muted text-sm"
          >
            {ago}
          </time>
          {status === 'waiting' && (
            <span className="inline-flex items-center gap-1.5 text-muted text-sm">
              <Dot tone="wait" />
              {online ? commentText.sending : commentText.waiting}
            </span>
          )}
        </p>
        <p className="whitespace-pre-line">{content}</p>
        {refusal && <Refused refusal={refusal} notSetUp={commentText.notSetUp} />}
      </div>
      {mine && status !== 'refused' && (
        <IconButton label={commentText.delete} onClick={remove} className="-my-1 -mr-2 text-muted">
          <Trash2 size={18} aria-hidden="true" />
        </IconButton>
      )}
    </div>
  );
}

export const isSameComment = (a: Comment, b: Comment | undefined) =>
  b !== undefined && (Object.keys(a) as (keyof Comment)[]).every((key) => a[key] === b[key]);

/** One comment. Rule: it is drawn anew only when something of it changed: there may be thousands. */
export const CommentItem = memo(
  CommentItemPlain,
  (a, b) => a.videoId === b.videoId && a.ago === b.ago && a.online === b.online && isSameComment(a.comment, b.comment),
);
