import { SendHorizontal } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { COMMENT_FOCUS_MS, COMMENT_LENGTH } from '@/config/limits';
import { paths } from '@/config/paths';
import { addComment } from '@/data/comments/mutations';
import { signOut } from '@/data/session/requests';
import { currentIdentity } from '@/data/session/session-store';
import { useSyncStatus } from '@/data/sync/use-sync-status';
import { useOnline } from '@/lib/use-online';
import { commentText } from '@/text/video';
import { Banner } from '@/ui/banner';
import { Button, buttonClass } from '@/ui/button';
import { WordsField } from '../words-field';

type Problem = 'signIn' | 'failed';

/** Where the learner writes. What is sent is kept on the device first, so nothing but the device itself can fail. */
export function CommentForm({ videoId, closed }: { videoId: string; closed: string | undefined }) {
  const { pathname } = useLocation();
  const online = useOnline();
  const { phase } = useSyncStatus();
  const [text, setText] = useState('');
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const field = useRef<HTMLTextAreaElement>(null);

  useEffect(() => {
    const timer = setTimeout(() => field.current?.focus(), COMMENT_FOCUS_MS);
    return () => clearTimeout(timer);
  }, []);

  const send = async (event?: FormEvent) => {
    event?.preventDefault();
    if (sending || closed || !text.trim()) return;
    // Signed out in another tab a moment ago, and this page does not know yet.
    if (!currentIdentity()) return setProblem('signIn');
    setSending(true);
    try {
      await addComment(videoId, text);
      setText('');
      // It is kept and waits until the learner signs in again.
      setProblem(phase === 'signed-out' ? 'signIn' : undefined);
    } catch (error) {
      console.error('The comment could not be kept:', error);
      setProblem('failed');
    }
    setSending(false);
    field.current?.focus();
  };

  return (
    <form onSubmit={(event) => void send(event)} className="grid grid-cols-1 gap-3 px-4">
      <WordsField
        label={commentText.label}
        value={text}
        onChange={setText}
        limit={COMMENT_LENGTH}
        left={commentText.left}
        placeholder={commentText.placeholder}
        disabled={closed !== undefined}
        onSubmit={() => void send()}
        ref={field}
      />
      {problem && (
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
      )}
      <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
        {(closed || !online) && (
          <p className="min-w-40 grow basis-0 text-muted text-sm">{closed ?? commentText.offline}</p>
        )}
        <Button type="submit" kind="primary" busy={sending} disabled={closed !== undefined || !text.trim()}>
          <SendHorizontal size={18} aria-hidden="true" />
          {commentText.send}
        </Button>
      </div>
    </form>
  );
}
