import { followVideo, writeJournal } from '@sync';
import type { Comment } from '@/domain/discussion';
import { whenIdle } from '@/lib/idle';
import { newId } from '@/lib/new-id';

/** Says something about a lesson. `createdAt`: when it was said first, for words that come back. */
export async function addComment(videoId: string, content: string, createdAt?: number): Promise<void> {
  await writeJournal('comment', newId(), (_, at) => ({
    video_id: videoId,
    content: content.trim(),
    created_at: createdAt ?? at,
    deleted: false,
  }));
}

/** Takes an own comment away for good: undoing it is saying the same again. */
export async function deleteComment(videoId: string, comment: Comment): Promise<void> {
  const { id, content, created_at } = comment;
  await writeJournal('comment', id, (before) => ({
    ...(before?.data ?? { video_id: videoId, content, created_at }),
    deleted: true,
  }));
}

/** From now on this device hears what is said about a lesson. Loading the engine waits until the lesson is drawn. */
export function followDiscussion(videoId: string): () => void {
  let left = false;
  void whenIdle().then(() => left || followVideo(videoId));
  return () => {
    left = true;
  };
}
