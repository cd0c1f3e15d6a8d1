import type { LessonResource } from '@/device/transfers/uploads/upload-store';
import { storeResource } from '@/features/console-kit/requests/courses';
import { createRow } from '@/features/console-kit/requests/records';
import { isBlank } from '@/shared/is-blank';
import { newId } from '@/shared/new-id';
import { extensionOf } from '@/shared/resource-types';

/** Wraps a chosen file for a lesson. The id is created before the upload, so that a retry does not attach the file a second time. */
export const resourceOf = (file: File, title = ''): LessonResource => ({
  id: newId(),
  title: isBlank(title) ? file.name : title.trim(),
  fileName: file.name,
  bytes: file,
});

/** Stores a file and attaches it to a lesson; a repeated call changes nothing. The lesson's row must exist. @throws ConsoleError */
export async function attachResource(
  courseId: string,
  videoId: string,
  { id, title, fileName, bytes }: LessonResource,
): Promise<void> {
  const file_url = await storeResource(`${courseId}/${id}.${extensionOf(fileName) || 'bin'}`, bytes);
  await createRow('video_resources', id, {
    video_id: videoId,
    title,
    file_url,
    file_name: fileName,
    file_size: bytes.size,
    file_type: bytes.type || null,
  });
}

/** The decoded file name at the end of a URL; the whole URL if it has no file name. */
export const nameOfUrl = (url: string): string => {
  const last = url.split(/[?#]/)[0]?.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last) || url;
  } catch {
    return last || url;
  }
};

/** Adds a file to the course, from this device or by URL. @throws ConsoleError */
export async function addCourseFile(
  courseId: string,
  {
    id,
    title,
    url,
    file,
    is_visible,
  }: { id: string; title: string; url: string; file: File | undefined; is_visible: boolean },
): Promise<void> {
  const file_url = file ? await storeResource(`${courseId}/${id}.${extensionOf(file.name) || 'bin'}`, file) : url;
  await createRow('course_resources', id, {
    ...{ course_id: courseId, title, file_url, is_visible },
    file_name: file?.name ?? nameOfUrl(url),
    file_size: file?.size ?? null,
    file_type: file?.type || null,
  });
}
