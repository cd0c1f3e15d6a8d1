import { type KeyboardEvent, memo, useDeferredValue, useEffect, useState } from 'react';
import { COMMENT_PAGE } from '@/config/limits';
import type { Comments } from '@/data/comments/queries';
import { type Thread, threadsOf } from '@/domain/discussion';
import { formatAgo } from '@/lib/format-ago';
import { useNow } from '@/lib/use-now';
import { useOnline } from '@/lib/use-online';
import { commentText } from '@/text/video';
import { Button } from '@/ui/button';
import { SkeletonRow } from '@/ui/skeleton';
import { type CommentContext, CommentItem, isSameContext, isSameThread } from './comment-item';

/** Interval at which relative times are updated (ms). */
const RENEW_MS = 30_000;
/** Distance from the end at which the next page loads. */
const NEAR_END = '600px';

/** The end of the rendered comments. Scrolling near the end, or clicking the button there, renders more comments. */
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

/** Keeps the keys that scroll this list from reaching the player, which handles the same keys for the rest of the page. */
function keepScrollKeys(event: KeyboardEvent) {
  if (event.target === event.currentTarget && ['ArrowUp', 'ArrowDown', 'Space'].includes(event.code))
    event.stopPropagation();
}

/**
 * The browser keeps the layout of off-screen comments until an ancestor's style changes, for example when a dialog makes the page inert, and then
 * drops the layout of thousands of comments at once, which blocks the page. So each page of comments drops its own layout when it leaves the view.
 */
function giveUpUnseen(page: HTMLElement | null) {
  const turn = (event: Event) => page?.style.setProperty('--unseen', 'skipped' in event && event.skipped ? '1' : '0');
  page?.addEventListener('contentvisibilityautostatechange', turn);
  return () => page?.removeEventListener('contentvisibilityautostatechange', turn);
}

interface PageProps extends CommentContext {
  threads: readonly Thread[];
  now: number;
  online: boolean;
}

/** One page of comments. Rule: render a page again only when one of its comments or the time changes, because there may be a hundred pages. */
const CommentsPage = memo(
  ({ threads, now, ...context }: PageProps) => (
    // Set `content-visibility` on the page, so that the browser tracks one off-screen box per page and not one per comment.
    <div
      ref={giveUpUnseen}
      className="border-line border-b [contain-intrinsic-block-size:auto_110rem] [content-visibility:auto] last:border-0"
    >
      {threads.map(({ comment, replies }) => (
        <CommentItem
          key={comment.id}
          {...context}
          comment={comment}
          replies={replies}
          ages={[comment, ...replies].map(({ created_at }) => formatAgo(created_at, commentText.justNow, now))}
        />
      ))}
    </div>
  ),
  (a, b) =>
    isSameContext(a, b) &&
    a.now === b.now &&
    a.threads.length === b.threads.length &&
    a.threads.every((thread, index) => isSameThread(thread, b.threads[index])),
);

const pagesOf = (threads: readonly Thread[], drawn: number) =>
  Array.from({ length: Math.ceil(Math.min(drawn, threads.length) / COMMENT_PAGE) }, (_, page) =>
    threads.slice(page * COMMENT_PAGE, Math.min((page + 1) * COMMENT_PAGE, drawn)),
  );

interface CommentListProps extends Omit<CommentContext, 'online'> {
  comments: Comments | undefined;
  /** Sets how many comments are read from the device. */
  onMore: (count: number) => void;
}

/** The newest comments come first, in a scrolling box. Older ones render when the reader scrolls to them. */
export function CommentList({ comments, onMore, ...context }: CommentListProps) {
  const online = useOnline();
  // Defer the update of thousands of relative times, so that the page stays responsive.
  const now = useDeferredValue(useNow(RENEW_MS));
  const [box, setBox] = useState<HTMLElement | null>(null);
  const [drawn, setDrawn] = useState(COMMENT_PAGE);
  const read = comments?.comments.length ?? 0;
  const more = () => {
    setDrawn(Math.min(drawn, read) + COMMENT_PAGE);
    // Double the number of comments to read, so that each comment is read again only a few times.
    if (drawn + COMMENT_PAGE >= read) onMore(read * 2);
  };
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
  const threads = threadsOf(comments.comments);
  return (
    <section
      ref={setBox}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      aria-label={commentText.list}
      onKeyDown={keepScrollKeys}
      className="max-h-[min(70dvh,36rem)] overflow-y-auto rounded-b-card border-line border-t"
    >
      {/* biome-ignore lint/a11y/useSemanticElements: an <ol> may contain only items, but the items are grouped in pages */}
      <div role="list">
        {pagesOf(threads, drawn).map((page, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a page is identified by its index; its comments have their own keys
          <CommentsPage key={index} {...context} threads={page} now={now} online={online} />
        ))}
      </div>
      {(threads.length > drawn || comments.total > comments.comments.length) && (
        <More key={Math.min(drawn, comments.comments.length)} root={box} onMore={more} />
      )}
    </section>
  );
}
