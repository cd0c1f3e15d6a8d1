import { type KeyboardEvent, memo, useDeferredValue, useEffect, useState } from 'react';
import { COMMENT_PAGE } from '@/config/limits';
import type { Comments } from '@/data/comments/queries';
import type { Comment } from '@/domain/discussion';
import { formatAgo } from '@/lib/format-ago';
import { useNow } from '@/lib/use-now';
import { useOnline } from '@/lib/use-online';
import { commentText } from '@/text/video';
import { Button } from '@/ui/button';
import { SkeletonRow } from '@/ui/skeleton';
import { CommentItem, isSameComment } from './comment-item';

/** Relative times are renewed so often, ms. */
const RENEW_MS = 30_000;
/** More is fetched when the end is so near. */
const NEAR_END = '600px';

/** The end of what is drawn: coming near it draws more, and so does its button. */
function More({ root, onMore }: { root: Element | null; onMore: () => void }) {
  const [end, setEnd] = useState<Element | null>(null);
  useEffect(() => {
    if (!end) return;
    // A busy page is told of several crossings at once: the last one is how it stands.
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

/** The keys that scroll this list belong to the player everywhere else. */
function keepScrollKeys(event: KeyboardEvent) {
  if (event.target === event.currentTarget && ['ArrowUp', 'ArrowDown', 'Space'].includes(event.code))
    event.stopPropagation();
}

/**
 * The browser keeps the boxes of what it drew until a style above them changes, as when the page behind a dialog becomes inert: then it gives up
 * those of thousands of comments in one go, and the page stands still. So a page of comments that leaves the sight gives up its own at once.
 */
function giveUpUnseen(page: HTMLElement | null) {
  const turn = (event: Event) => page?.style.setProperty('--unseen', 'skipped' in event && event.skipped ? '1' : '0');
  page?.addEventListener('contentvisibilityautostatechange', turn);
  return () => page?.removeEventListener('contentvisibilityautostatechange', turn);
}

interface PageProps {
  videoId: string;
  comments: readonly Comment[];
  now: number;
  online: boolean;
}

/** Some comments of the list. Rule: a page is drawn anew only when one of its comments changed, or the time: there may be a hundred pages. */
const CommentsPage = memo(
  ({ videoId, comments, now, online }: PageProps) => (
    // What is far from sight costs nothing: one box a page, not one a comment, for the browser to keep an eye on.
    <div
      ref={giveUpUnseen}
      className="border-line border-b [contain-intrinsic-size:auto_110rem] [content-visibility:auto] last:border-0"
    >
      {comments.map((comment) => (
        <CommentItem
          key={comment.id}
          videoId={videoId}
          comment={comment}
          ago={formatAgo(comment.created_at, commentText.justNow, now)}
          online={online}
        />
      ))}
    </div>
  ),
  (a, b) =>
    a.videoId === b.videoId &&
    a.now === b.now &&
    a.online === b.online &&
    a.comments.length === b.comments.length &&
    a.comments.every((comment, index) => isSameComment(comment, b.comments[index])),
);

const pagesOf = (comments: readonly Comment[], drawn: number) =>
  Array.from({ length: Math.ceil(Math.min(drawn, comments.length) / COMMENT_PAGE) }, (_, page) =>
    comments.slice(page * COMMENT_PAGE, Math.min((page + 1) * COMMENT_PAGE, drawn)),
  );

interface CommentListProps {
  videoId: string;
  comments: Comments | undefined;
  /** Reads as many from the device. */
  onMore: (count: number) => void;
}

/** The newest on top, in a window of their own; older ones are drawn as the reader comes to them. */
export function CommentList({ videoId, comments, onMore }: CommentListProps) {
  const online = useOnline();
  // The times of thousands are renewed in slices, between which the page answers.
  const now = useDeferredValue(useNow(RENEW_MS));
  const [box, setBox] = useState<HTMLElement | null>(null);
  const [drawn, setDrawn] = useState(COMMENT_PAGE);
  const read = comments?.comments.length ?? 0;
  const more = () => {
    setDrawn(Math.min(drawn, read) + COMMENT_PAGE);
    // What is read doubles: however many there are, each is read a few times at most.
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
  return (
    <section
      ref={setBox}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      aria-label={commentText.list}
      onKeyDown={keepScrollKeys}
      className="max-h-[min(70dvh,36rem)] overflow-y-auto rounded-b-card border-line border-t"
    >
      {/* biome-ignore lint/a11y/useSemanticElements: an <ol> may hold nothing but items, and the items stand in pages */}
      <div role="list">
        {pagesOf(comments.comments, drawn).map((page, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a page is its place; its comments have their own keys
          <CommentsPage key={index} videoId={videoId} comments={page} now={now} online={online} />
        ))}
      </div>
      {comments.total > Math.min(drawn, comments.comments.length) && (
        <More key={Math.min(drawn, comments.comments.length)} root={box} onMore={more} />
      )}
    </section>
  );
}
