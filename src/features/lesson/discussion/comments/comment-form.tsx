import { SendHorizontal } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { signOut } from '@/device/session/requests';
import { currentIdentity } from '@/device/session/session-store';
import { useSyncStatus } from '@/device/sync/use-sync-status';
import { useOnline } from '@/device/use-online';
import { addComment } from '@/features/comments/mutations';
import type { Comment } from '@/features/comments/rules';
import { timelineText } from '@/features/player/text/timeline';
import { COMMENT_FOCUS_MS } from '@/shared/app-limits';
import { COMMENT_LENGTH } from '@/shared/limits';
import { paths } from '@/shared/paths';
import { Banner } from '@/ui/banner';
import { Button, buttonClass } from '@/ui/button';
import { Checkbox } from '@/ui/checkbox';
import { commentText } from '../../text/lesson';
import { CountedTextarea, isSendable } from '../counted-textarea';
import { usePosition } from '../notes/use-position';
import { useDraft } from '../use-draft';

type Problem = 'signIn' | 'failed';

/** Says why the comment was not stored or not sent. Links to the sign-in if signing in solves the problem. */
function ProblemBanner({ problem }: { problem: Problem }) {
  const { pathname } = useLocation();
  return (
    <Banner kind="error">
      <p>{commentText[problem]}</p>
      {problem === 'signIn' && (
        <Link
          to={paths.login}
          state={{ from: pathname }}
          onClick={() => void signOut()}
          className={buttonClass('quiet', 'mt-2')}
        >
          {commentText.signInAction}
        </Link>
      )}
    </Banner>
  );
}

interface CommentFormProps {
  videoId: string;
  /** The reason why commenting is disabled. */
  closed: string | undefined;
  /** Null when the lesson's video does not play: the comment then belongs to the whole lesson. */
  video: HTMLVideoElement | null;
  /** The comment to reply to; undefined for a new comment. */
  parent?: Comment;
  /** Closes the form of a reply. */
  onDone?: () => void;
}

/** Form for a new comment or reply. The device stores the text first, so only a storage error can make sending fail. */
export function CommentForm({ videoId, closed, video, parent, onDone }: CommentFormProps) {
  const online = useOnline();
  const { phase } = useSyncStatus();
  const [text, setText] = useDraft(parent ? `reply ${parent.id}` : `comment ${videoId}`);
  const position = usePosition(video);
  /** Position at which the learner started to write (s). */
  const [startedAt, setStartedAt] = useState<number>();
  const [pinned, setPinned] = useState(true);
  const moment = startedAt ?? position;
  const canPin = !parent && video !== null && moment > 0;
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const field = useRef<HTMLTextAreaElement>(null);

  useEffect(() => {
    const timer = setTimeout(() => field.current?.focus(), COMMENT_FOCUS_MS);
    return () => clearTimeout(timer);
  }, []);

  const write = (next: string) => {
    setStartedAt(next ? (startedAt ?? position) : undefined);
    setText(next);
  };
  const send = async (event?: FormEvent) => {
    event?.preventDefault();
    if (sending || closed || !isSendable(text, COMMENT_LENGTH)) return;
    // Another tab may have just signed out, before this page was notified.
    if (!currentIdentity()) return setProblem('signIn');
    setSending(true);
    let isStored = false;
    try {
      await addComment(
        videoId,
        text,
        parent ? { parent: parent.id } : { position: canPin && pinned ? moment * 1_000 : null },
      );
      setText('');
      setStartedAt(undefined);
      isStored = true;
      // The comment is stored and is sent after the next sign-in.
      setProblem(phase === 'signed-out' ? 'signIn' : undefined);
    } catch (error) {
      console.error('The comment could not be kept:', error);
      setProblem('failed');
    }
    setSending(false);
    if (isStored && onDone) onDone();
    else field.current?.focus();
  };

  return (
    <form onSubmit={(event) => void send(event)} className="grid grid-cols-1 gap-3 px-4">
      <CountedTextarea
        label={parent ? timelineText.replyLabel(parent.author) : commentText.label}
        value={text}
        onChange={write}
        limit={COMMENT_LENGTH}
        left={commentText.left}
        placeholder={commentText.placeholder}
        disabled={closed !== undefined}
        onSubmit={() => void send()}
        ref={field}
      />
      {problem && <ProblemBanner problem={problem} />}
      <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
        {canPin && !closed && (
          <Checkbox
            label={timelineText.pin(moment)}
            checked={pinned}
            onChange={(event) => setPinned(event.target.checked)}
          />
        )}
        {(closed || !online) && (
          <p className="min-w-40 grow basis-0 text-muted text-sm">{closed ?? commentText.offline}</p>
        )}
        {onDone && <Button onClick={onDone}>{timelineText.cancel}</Button>}
        <Button
          type="submit"
          kind="primary"
          busy={sending}
          disabled={closed !== undefined || !isSendable(text, COMMENT_LENGTH)}
        >
          <SendHorizontal size={18} aria-hidden="true" />
          {commentText.send}
        </Button>
      </div>
    </form>
  );
}
