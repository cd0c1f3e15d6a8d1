import type { Comments } from '@/features/comments/queries';
import { commentText } from '../../text/lesson';
import { Panel } from '../panel';
import { CommentForm } from './comment-form';
import { CommentList } from './comment-list';

interface CommentsPanelProps {
  id: string;
  videoId: string;
  comments: Comments | undefined;
  /** Sets how many comments are read from the device. */
  onMore: (count: number) => void;
  /** The reason why commenting is disabled. */
  closed: string | undefined;
  video: HTMLVideoElement | null;
  onClose: () => void;
}

export function CommentsPanel({ id, videoId, comments, onMore, closed, video, onClose }: CommentsPanelProps) {
  return (
    <Panel id={id} title={commentText.title} closeLabel={commentText.close} onClose={onClose}>
      <CommentForm videoId={videoId} closed={closed} video={video} />
      <p role="status" className="sr-only">
        {comments && commentText.count(comments.total)}
      </p>
      {(!closed || (comments !== undefined && comments.total > 0)) && (
        <CommentList videoId={videoId} comments={comments} video={video} closed={closed} onMore={onMore} />
      )}
    </Panel>
  );
}
