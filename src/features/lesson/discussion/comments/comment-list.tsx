import { useEffect, useState } from 'react';
import { useNow } from '@/device/use-now';
import { useOnline } from '@/device/use-online';
import type { Comments } from '@/features/comments/queries';
import { threadsOf } from '@/features/comments/rules';
import { formatAgo } from '@/shared/format/format-ago';
import { Button } from '@/ui/button';
import { LongList } from '@/ui/long-list';
import { SkeletonRow } from '@/ui/skeleton';
import { commentText } from '../../text/lesson';
import { type CommentContext, CommentItem } from './comment-item';

/** Interval at which relative times are updated (ms). */
const RENEW_MS = 30_000;
/** Distance from the end at which more comments are read. */
const NEAR_END = '600px';
/** Typical height of a comment on a phone (px). */
const COMMENT_PX = 150;

/** The end of the comments that were read. Scrolling near the end, or clicking the button there, reads more comments. */
function More({ root, onMore }: { root: Element | null; onMore: () => void }) {
  const [end, setEnd] = useState<Element | null>(null);
  useEffect(() => {
    if (!end) return;
    // On a busy page the observer reports several entries at once, and only the last one is current.
    const watcher = new IntersectionObserver((crossings) => crossings.at(-1)?.isIntersecting && onMore(), {
      root,
      rootMargin: NEAR_END,
    });
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

interface CommentListProps extends Omit<CommentContext, 'online'> {
  comments: Comments | undefined;
  /** Sets how many comments are read from the device. */
  onMore: (count: number) => void;
}

/** The newest comments come first, in a scrolling box. Older ones are read when the reader scrolls to them. */
export function CommentList({ comments, onMore, ...context }: CommentListProps) {
  const online = useOnline();
  const now = useNow(RENEW_MS);
  const [box, setBox] = useState<HTMLElement | null>(null);
  /** Ids of the comments with an open reply form. Their rows stay rendered, so that scrolling does not close the form. */
  const [replying, setReplying] = useState<ReadonlySet<string>>(new Set());
  const setReplyOpen = (id: string, isOpen: boolean) =>
    setReplying((before) => new Set(isOpen ? [...before, id] : [...before].filter((other) => other !== id)));
  const isPartial = comments !== undefined && !comments.whole;
  if (comments?.failed && comments.comments.length === 0)
    return <Empty title={commentText.unread} hint={commentText.unreadHint} />;
  if (!comments || (isPartial && online && comments.comments.length === 0)) return <LoadingComments />;
  if (comments.comments.length === 0)
    return isPartial ? (
      <Empty title={commentText.notHere} hint={commentText.notHereHint} />
    ) : (
      <Empty title={commentText.empty} hint={commentText.emptyHint} />
    );
  const read = comments.comments.length;
  const hasMore = comments.total > read;
  const threads = threadsOf(comments.comments).map((thread) => ({ id: thread.comment.id, ...thread }));
  return (
    <section
      ref={setBox}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      aria-label={commentText.list}
      className="max-h-[min(70dvh,36rem)] overflow-y-auto rounded-b-card border-line border-t"
      // The list keeps the visible comments in place by itself.
      style={{ overflowAnchor: 'none' }}
    >
      <LongList
        rows={threads}
        typical={COMMENT_PX}
        rowClass="border-line border-b last:border-0"
        setSize={hasMore ? -1 : undefined}
        inParent
        kept={replying}
      >
        {({ id, comment, replies }) => (
          <CommentItem
            {...context}
            online={online}
            comment={comment}
            replies={replies}
            ages={[comment, ...replies].map(({ created_at }) => formatAgo(created_at, commentText.justNow, now))}
            replying={replying.has(id)}
            onReplying={setReplyOpen}
          />
        )}
      </LongList>
      {/* Double the number of comments to read, so that each comment is read again only a few times. */}
      {hasMore && <More key={read} root={box} onMore={() => onMore(read * 2)} />}
    </section>
  );
}
