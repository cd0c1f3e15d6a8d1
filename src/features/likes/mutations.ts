import { writeJournal } from '@sync';

/** Likes a lesson or removes the like. */
export async function setLike(videoId: string, liked: boolean): Promise<void> {
  await writeJournal('like', videoId, (before) =>
    before?.data.liked === liked ? before.data : { video_id: videoId, liked },
  );
}
