import { backendClient } from '@/device/service/requests';
import { reencoded } from '@/device/transfers/uploads/poster';
import { WriteRejected } from '@/device/transfers/uploads/upload-queue';
import type { Upload } from '@/device/transfers/uploads/upload-store';
import { asConsoleError } from '@/features/console-kit/requests/console-client';
import { newId } from '@/shared/new-id';
import { backendConfig, portableImageUrl } from '@/shared/product';
import { attachResource } from './mutations/lesson-files';

// Requests of the upload queue: auth headers for each chunk, then the poster, the lesson's row and its files.

/** Auth headers of the signed-in account; supabase-js refreshes an expiring token. @throws Error if no account is signed in */
export async function uploadHeaders(): Promise<Record<string, string>> {
  const { key } = backendConfig(location.origin);
  const { data } = await (await backendClient()).auth.getSession();
  if (!data.session) throw new Error('signed-out');
  return { apikey: key, authorization: `Bearer ${data.session.access_token}` };
}

/** Refreshes the token after the server rejected it. If this device's clock is wrong, supabase-js does not notice that the token has expired. */
export async function renewUploadToken(): Promise<void> {
  await (await backendClient()).auth.refreshSession().catch(() => undefined);
}

const extensionOf = (type: string) => (/^image\/(\w+)/.exec(type)?.[1] ?? 'jpg').replace('jpeg', 'jpg');

async function storePicture(picture: Blob, path: string): Promise<string> {
  const bucket = (await backendClient()).storage.from('images');
  const { error } = await bucket.upload(path, picture, {
    cacheControl: '3600',
    upsert: false,
    contentType: picture.type,
  });
  if (error) throw error;
  return portableImageUrl(bucket.getPublicUrl(path).data.publicUrl);
}

/** Stores a poster or cover in the public bucket. @returns its URL; undefined after an error, because an upload continues without a poster */
export const uploadPoster = (poster: Blob): Promise<string | undefined> =>
  storePicture(poster, `thumbnails/thumbnail_${Date.now()}.${extensionOf(poster.type)}`).catch(() => undefined);

/** Re-encodes a chosen picture without metadata and stores it. @throws Error */
export async function uploadPicture(file: Blob, folder: string): Promise<string> {
  const picture = await reencoded(file);
  const random = newId().slice(0, 8);
  return storePicture(picture, `${folder}/${Date.now()}_${random}.${extensionOf(picture.type)}`);
}

/** True for HTTP statuses after which a retry is useless. */
const isRejection = (status: number) => status >= 400 && status < 500 && ![401, 408, 429].includes(status);

/** Converts a failed request for the lesson's row to the error that the queue expects: `WriteRejected` if a retry is useless. */
async function failureOf({ message }: { message: string }, status: number): Promise<Error> {
  if (status === 401) await renewUploadToken();
  return isRejection(status) ? new WriteRejected(message) : new Error(message);
}

/** Attaches the files of a lesson and skips those that the server rejects. @returns the titles of the rejected files */
export async function attachResources({ write }: Upload): Promise<string[]> {
  const rejected: string[] = [];
  for (const resource of write.resources ?? []) {
    try {
      await attachResource(write.courseId, write.videoId, resource);
    } catch (error) {
      const { kind } = asConsoleError(error);
      if (kind === 'network' || kind === 'limited') throw error;
      rejected.push(resource.title);
    }
  }
  return rejected;
}

/** Writes the lesson's row after the file is stored. A repeated call is safe, because the id was chosen before the upload. @throws WriteRejected */
export async function writeLesson(upload: Upload): Promise<void> {
  const { write, poster, key, size } = upload;
  const { videoId: id, courseId: course_id, replaces, fields } = write;
  const thumbnail_url = (poster && (await uploadPoster(poster))) ?? fields.thumbnail_url;
  const row = { ...fields, video_url: key, media_bytes: size, ...(thumbnail_url && { thumbnail_url }) };
  const videos = (await backendClient()).from('videos');
  if (!replaces) {
    const { error, status } = await videos.insert({ title: upload.title, ...row, id, course_id });
    if (!error || error.code === '23505') return;
    throw await failureOf(error, status);
  }
  // Read the row's current version before each try, because another administrator may save the lesson meanwhile.
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const stored = await (await backendClient()).from('videos').select('*').eq('id', id).maybeSingle();
    if (stored.error) throw await failureOf(stored.error, stored.status);
    if (!stored.data) throw new WriteRejected('not_found');
    if (stored.data.video_url === key) return;
    const version = stored.data.row_version === undefined ? {} : { row_version: stored.data.row_version };
    const { error, status } = await (await backendClient())
      .from('videos')
      .update({ ...row, ...version })
      .eq('id', id);
    if (!error) return;
    if (status !== 409) throw await failureOf(error, status);
  }
  throw new Error('version_conflict');
}
