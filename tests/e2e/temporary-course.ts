import { randomUUID } from 'node:crypto';
import { serverClient } from './learners';

interface TemporaryCourse {
  plan: 'basic' | 'premium';
  /** Fields of the course's only lesson that differ from the defaults. */
  lesson: Record<string, unknown>;
  /** The video that is stored for the lesson, if any. */
  video?: Uint8Array;
}

/** Creates a published course with one lesson. Other tests see it too, so it is removed afterwards, even after a failure. */
export async function withTemporaryCourse(
  { plan, lesson, video }: TemporaryCourse,
  work: (made: { courseId: string; videoId: string; key: string }) => Promise<void>,
) {
  const server = serverClient();
  const [courseId, videoId, key] = [randomUUID(), randomUUID(), `lessons/${randomUUID()}.mp4`];
  const done = ({ error }: { error: Error | null }) => {
    if (error) throw error;
  };
  if (video) done(await server.storage.from('videos').upload(key, video, { contentType: 'video/mp4' }));
  try {
    done(
      await server
        .from('courses')
        .insert({ id: courseId, title: 'Временен курс', status: 'published', plan_type: plan }),
    );
    done(
      await server
        .from('videos')
        .insert({ id: videoId, course_id: courseId, video_url: key, order_position: 1, ...lesson }),
    );
    await work({ courseId, videoId, key });
  } finally {
    done(await server.from('courses').update({ status: 'draft' }).eq('id', courseId));
  }
}
