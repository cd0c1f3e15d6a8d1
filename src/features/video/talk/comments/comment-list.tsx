import { type KeyboardEvent, useEffect, useState } from 'react';
import type { Comments } from '@/data/comments/queries';
import { formatAgo } from '@/lib/format-ago';
import { useNow } from '@/lib/use-now';
import { useOnline } from '@/lib/use-online';
import { commentText } from '@/text/video';
import { Button } from '@/ui/button';
import { SkeletonRow } from '@/ui/skeleton';
import { CommentItem } from './comment-item';

/** Relative times are renewed so often, ms. */
const RENEW_MS = 30_000;
/** More is fetched when the end is so near. */
const NEAR_END = '600px';

/** The end of what is drawn: coming near it draws more, and so does its button. */
function More({ root, onMore }: { root: Element | null; onMore: () => void }) {
  const [end, setEnd] = useState<Element | null>(null);
  useEffect(() => {
    if (!end) return;
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && onMore(), { root, rootMargin: NEAR_END });
    watcher.observe(end);
    return () => watcher.disconnect();
  }, [end, root, onMore]);
  return (
    <div ref={setEnd} className="grid justify-center p-3">
      <Button onClick={onMore}>{commentText.more}</Button>
    </div>
  );
}

function Empty({ title, hint }: { title: string; hint: string }) {
  return (
    <div className="px-4 py-6 text-center">
      <p className="font-bold">{title}</p>
      <p className="text-muted">{hint}</p>
    </div>
  );
}

const LoadingComments = () => (
  <div role="status" aria-label={commentText.loading} className="px-4 pb-3">
    <SkeletonRow />
    <SkeletonRow />
    <SkeletonRow />
  </div>
);

/** The keys that scroll this list belong to the player everywhere else. */
function keepScrollKeys(event: KeyboardEvent) {
  if (event.target === event.currentTarget && ['ArrowUp', 'ArrowDown', 'Space'].includes(event.code)) event.stopPropagation();
}

interface CommentListProps {
  videoId: string;
  comments: Comments | undefined;
  onMore: () => void;
}

/** The newest on top, in a window of their own; older ones are drawn as the reader comes to them. */
export function CommentList({ videoId, comments, onMore }: CommentListProps) {
  const online = useOnline();
  const now = useNow(RENEW_MS);
  const [box, setBox] = useState<HTMLElement | null>(null);
  const isPartial = comments !== undefined && !comments.whole;
  if (!comments || (isPartial && online && comments.comments.length === 0)) return <LoadingComments />;
  if (comments.comments.length === 0)
    return isPartial ? (
      <Empty title={commentText.notHere} hint={commentText.notHereHint} />
    ) : (
      <Empty title={commentText.empty} hint={commentText.emptyHint} />
    );
  return (
    <section
      ref={setBox}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      aria-label={commentText.list}
      onKeyDown={keepScrollKeys}
      className="max-h-[min(70dvh,36rem)] overflow-y-auto rounded-b-card border-line border-t"
    >
      <ol>
        {comments.comments.map((comment) => (
          <CommentItem
            key={comment.id}
            videoId={videoId}
            comment={comment}
            ago={formatAgo(comment.created_at, commentText.justNow, now)}
            online={online}
          />
        ))}
      </ol>
      {comments.total > comments.comments.length && <More key={comments.comments.length} root={box} onMore={onMore} />}
    </section>
  );
}
