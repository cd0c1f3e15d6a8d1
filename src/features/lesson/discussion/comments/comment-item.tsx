import { Flag, Reply, Trash2 } from 'lucide-react';
import { type MouseEvent, memo, type Ref, useRef } from 'react';
import { addComment, deleteComment, reportComment } from '@/features/comments/mutations';
import type { Comment, Thread } from '@/features/comments/rules';
import { timelineText } from '@/features/player/text/timeline';
import { seekTo } from '@/features/player/widgets/player-actions';
import { UNDO_MS } from '@/shared/app-limits';
import { formatDuration, formatMoment } from '@/shared/format/format';
import { Avatar } from '@/ui/avatar';
import { Button, IconButton } from '@/ui/button';
import { Dot } from '@/ui/chip';
import { langOf } from '@/ui/lang-of';
import { toast } from '@/ui/toast';
import { commentText, noteText } from '../../text/lesson';
import { TeacherMark } from '../../timeline/timeline-row';
import { Rejected } from '../rejected-doc';
import { CommentForm } from './comment-form';

/** Props that all comments of a list share. */
export interface CommentContext {
  videoId: string;
  online: boolean;
  /** Null when the lesson's video does not play. */
  video: HTMLVideoElement | null;
  /** The reason why commenting is disabled. */
  closed: string | undefined;
}

interface CommentItemProps extends CommentContext, Thread {
  /** The ages of the comment and of its replies, as text. */
  ages: readonly string[];
  /** True if the reply form is open. */
  replying: boolean;
  /** Opens or closes the reply form of a comment. Rule: it must not depend on the list's render, because `memo` ignores a new function. */
  onReplying: (id: string, isOpen: boolean) => void;
}

const onFailed = (error: unknown) => {
  console.error('The comment could not be changed:', error);
  toast('error', commentText.deleteFailed);
};

const report = (id: string) =>
  reportComment(id).then(
    () => toast('success', timelineText.reported),
    (error: unknown) => {
      console.error('The report could not be stored:', error);
      toast('error', timelineText.reportFailed);
    },
  );

interface WordsProps extends CommentContext, Pick<Thread, 'comment'> {
  age: string | undefined;
  /** Undefined for replies, because a reply cannot be answered. */
  onReply: (() => void) | undefined;
  replyButton?: Ref<HTMLButtonElement>;
}

/** Author, time, text and actions of one comment or reply. */
function Words({ videoId, comment, age, online, video, closed, onReply, replyButton }: WordsProps) {
  const { author, avatar, content, created_at, mine, status, rejection, position } = comment;
  const bringBack = () => void addComment(videoId, content, comment, created_at).catch(onFailed);
  const remove = (event: MouseEvent) => {
    const list = event.currentTarget.closest('section');
    deleteComment(videoId, comment).then(() => {
      list?.focus();
      toast('success', commentText.deleted, {
        duration: UNDO_MS,
        action: { label: commentText.undo, onClick: bringBack },
      });
    }, onFailed);
  };
  const time = position === null ? undefined : formatDuration(position / 1_000);
  return (
    <div className="flex gap-3">
      <Avatar name={author} src={avatar} size={onReply ? 40 : 28} />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="wrap-anywhere min-w-0 font-bold">{author}</span>
          {comment.isTeacher && <TeacherMark />}
          {mine && <span className="text-accent-ink text-sm">{commentText.mine}</span>}
          <time
            dateTime={new Date(created_at).toISOString()}
            title={formatMoment(created_at)}
            lang={age && langOf(age)}
            className="num text-muted text-sm"
          >
            {age}
          </time>
          {status === 'waiting' && (
            <span className="inline-flex items-center gap-1.5 text-muted text-sm">
              <Dot tone="wait" />
              {online ? commentText.sending : commentText.waiting}
            </span>
          )}
        </p>
        <p className="whitespace-pre-line">{content}</p>
        {rejection && <Rejected rejection={rejection} notSetUp={commentText.notSetUp} />}
        <div className="-ml-2 flex flex-wrap items-center gap-x-1 empty:hidden">
          {time !== undefined && position !== null && (
            <button
              type="button"
              aria-label={noteText.seek(time)}
              disabled={!video}
              onClick={() => video && seekTo(video, position / 1_000)}
              className="num min-h-11 min-w-11 rounded-control px-2 font-bold text-accent-ink text-sm hover:bg-sunk"
            >
              {time}
            </button>
          )}
          {onReply && status === 'sent' && !closed && (
            <Button ref={replyButton} kind="plain" onClick={onReply} className="px-2 text-sm">
              <Reply size={16} aria-hidden="true" />
              {timelineText.reply}
            </Button>
          )}
        </div>
      </div>
      {mine && status !== 'rejected' && (
        <IconButton label={commentText.delete} onClick={remove} className="-my-1 -mr-2 text-muted">
          <Trash2 size={18} aria-hidden="true" />
        </IconButton>
      )}
      {!mine && (
        <IconButton
          label={`${timelineText.report}: ${author}`}
          onClick={() => void report(comment.id)}
          className="-my-1 -mr-2 text-muted"
        >
          <Flag size={18} aria-hidden="true" />
        </IconButton>
      )}
    </div>
  );
}

function CommentItemPlain({ comment, replies, ages, replying, onReplying, ...rest }: CommentItemProps) {
  const replyButton = useRef<HTMLButtonElement>(null);
  // Move the focus to the button, because removing the form, which has the focus, would lose the focus.
  const closeForm = () => {
    onReplying(comment.id, false);
    replyButton.current?.focus();
  };
  return (
    <div className="grid grid-cols-1 gap-3 px-4 py-3">
      <Words
        {...rest}
        comment={comment}
        age={ages[0]}
        onReply={() => onReplying(comment.id, true)}
        replyButton={replyButton}
      />
      {(replies.length > 0 || replying) && (
        <div className="ml-5 grid grid-cols-1 gap-3 border-accent border-l-3 pl-3">
          {replies.map((reply, index) => (
            <Words key={reply.id} {...rest} comment={reply} age={ages[index + 1]} onReply={undefined} />
          ))}
          {replying && (
            <div className="-mx-4">
              <CommentForm
                videoId={rest.videoId}
                closed={rest.closed}
                video={rest.video}
                parent={comment}
                onDone={closeForm}
              />
            </div>
          )}
        </div>
      )}
    </div>
  );
}

const isSameComment = (a: Comment, b: Comment | undefined) =>
  b !== undefined && (Object.keys(a) as (keyof Comment)[]).every((key) => a[key] === b[key]);

const isSameThread = (a: Thread, b: Thread | undefined) =>
  b !== undefined &&
  isSameComment(a.comment, b.comment) &&
  a.replies.length === b.replies.length &&
  a.replies.every((reply, index) => isSameComment(reply, b.replies[index]));

const isSameContext = (a: CommentContext, b: CommentContext) =>
  a.videoId === b.videoId && a.online === b.online && a.video === b.video && a.closed === b.closed;

/** One comment with its replies. Rule: render a comment again only when it changed, because there may be thousands of comments. */
export const CommentItem = memo(
  CommentItemPlain,
  (a, b) =>
    isSameContext(a, b) &&
    isSameThread(a, b) &&
    a.replying === b.replying &&
    a.ages.every((age, index) => age === b.ages[index]),
);
