import type { Comments } from '@/data/comments/queries';
import { commentText } from '@/text/video';
import { Panel } from '../panel';
import { CommentForm } from './comment-form';
import { CommentList } from './comment-list';

interface CommentsPanelProps {
  id: string;
  videoId: string;
  comments: Comments | undefined;
  /** Reads as many from the device. */
  onMore: (count: number) => void;
  /** Why nobody comments here now. */
  closed: string | undefined;
  onClose: () => void;
}

/** What people say about the lesson. */
export function CommentsPanel({ id, videoId, comments, onMore, closed, onClose }: CommentsPanelProps) {
  return (
    <Panel id={id} title={commentText.title} closeLabel={commentText.close} onClose={onClose}>
      <CommentForm videoId={videoId} closed={closed} />
      <p role="status" className="sr-only">
        {comments && commentText.count(comments.total)}
      </p>
      {(!closed || (comments !== undefined && comments.total > 0)) && (
        <CommentList videoId={videoId} comments={comments} onMore={onMore} />
      )}
    </Panel>
  );
}
