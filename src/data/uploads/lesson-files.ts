import { uploadResource } from '@/data/admin/courses';
import { createRow } from '@/data/admin/records';
import { newId } from '@/lib/new-id';

/** Stores a file and attaches it to a lesson. The lesson's row must exist. @throws ConsoleError */
export async function attachFile(courseId: string, videoId: string, file: File, title: string): Promise<void> {
  const file_url = await uploadResource(courseId, file);
  await createRow('video_resources', newId(), {
    video_id: videoId,
    title: title.trim() || file.name,
    file_url,
    file_name: file.name,
    file_size: file.size,
    file_type: file.type || null,
  });
}
