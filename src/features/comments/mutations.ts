import { followVideo, writeJournal } from '@sync';
import { whenIdle } from '@/shared/idle';
import { MEDIA_MS } from '@/shared/limits';
import { newId } from '@/shared/new-id';
import type { Comment } from './rules';

/** The place of a comment: a moment of the video, and the comment to which it replies. */
export interface CommentPlace {
  /** The moment of the video (ms). */
  position?: number | null;
  /** Id of the comment to which the new comment replies. */
  parent?: string | null;
}

/** Adds a comment to a lesson. `createdAt`: the original time (ms) if Undo restores a deleted comment. */
export async function addComment(
  videoId: string,
  content: string,
  { position, parent }: CommentPlace = {},
  createdAt?: number,
): Promise<void> {
  await writeJournal('comment', newId(), (_, at) => ({
    video_id: videoId,
    content: content.trim(),
    created_at: createdAt ?? at,
    deleted: false,
    ...(position == null ? {} : { position: Math.min(MEDIA_MS, Math.max(0, Math.round(position))) }),
    ...(parent ? { parent_id: parent } : {}),
  }));
}

/** Deletes one of the learner's own comments permanently. Undo adds it again under a new id. */
export async function deleteComment(videoId: string, comment: Comment): Promise<void> {
  const { id, content, created_at } = comment;
  await writeJournal('comment', id, (before) => ({
    ...(before?.data ?? { video_id: videoId, content, created_at }),
    deleted: true,
  }));
}

/** Reports another account's comment to the administrators. A second report of the same comment changes nothing. */
export async function reportComment(commentId: string): Promise<void> {
  await writeJournal(
    'form',
    newId(),
    (before) => before?.data ?? { form: 'report', payload: { comment_id: commentId } },
  );
}

/** Syncs the discussion of a lesson until the returned function is called. Starts when the page is idle, after the lesson has rendered. */
export function followDiscussion(videoId: string): () => void {
  let left = false;
  void whenIdle().then(() => left || followVideo(videoId));
  return () => {
    left = true;
  };
}
