import { backendClient } from '@/device/service/requests';
import { PictureError, posterFrom, reencoded } from '@/device/transfers/uploads/poster';
import { newId } from '@/shared/new-id';
import { portableImageUrl } from '@/shared/product';
import { ConsoleError, consoleError, withAccess } from './console-client';

/** Longest side of a stored picture (px): sharp on a large screen, yet quick to load on a phone. */
const LONGEST_PX = 2_400;
/** Longest side of pictures of courses and questions (px), smaller because devices store them for offline use. */
const COURSE_PX = 1_600;
/** Largest accepted file (bytes). */
const MAX_BYTES = 20 * 1024 * 1024;

/** Bucket and folder of each kind of picture, and the function that re-encodes it to remove the camera's metadata. */
const places = {
  news: { bucket: 'images', folder: 'news/', draw: (file: File) => reencoded(file, LONGEST_PX) },
  events: { bucket: 'images', folder: 'events/', draw: (file: File) => reencoded(file, LONGEST_PX) },
  certificates: { bucket: 'certificate-templates', folder: '', draw: (file: File) => reencoded(file, LONGEST_PX) },
  covers: { bucket: 'images', folder: 'thumbnails/', draw: (file: File) => reencoded(file, COURSE_PX) },
  questions: { bucket: 'images', folder: 'questions/', draw: (file: File) => reencoded(file, COURSE_PX) },
  posters: { bucket: 'images', folder: 'thumbnails/thumbnail_', draw: posterFrom },
} as const;

export type ImagePlace = keyof typeof places;

/** @throws ConsoleError if the file is too large or not a picture */
async function redraw(place: ImagePlace, file: File): Promise<Blob> {
  if (file.size > MAX_BYTES) throw new ConsoleError('rejected', 'too_large', 'too_large');
  try {
    const blob = await places[place].draw(file);
    if (blob) return blob;
  } catch (error) {
    if (error instanceof PictureError) throw new ConsoleError('rejected', error.fault, error.fault);
  }
  throw new ConsoleError('rejected', 'no_picture', 'no_picture');
}

export interface StoredImage {
  /** Path on the backend, without its host. */
  url: string;
  filename: string;
}

/** Stores a picture under a new name, so that it never overwrites another. @throws ConsoleError */
export async function uploadImage(place: ImagePlace, file: File): Promise<StoredImage> {
  const { bucket, folder } = places[place];
  const blob = await redraw(place, file);
  const random = place === 'posters' ? '' : `_${newId().slice(0, 8)}`;
  const filename = `${folder}${Date.now()}${random}.${blob.type === 'image/png' ? 'png' : 'jpg'}`;
  const { storage } = await backendClient();
  await withAccess(async () => {
    const { error } = await storage
      .from(bucket)
      .upload(filename, blob, { cacheControl: '3600', upsert: false, contentType: blob.type });
    if (!error) return;
    if (error.status === 401) throw consoleError({ message: '', code: '', details: '' }, 401);
    const isNetwork = !navigator.onLine || /fetch|network/i.test(error.message);
    throw new ConsoleError(isNetwork ? 'network' : 'rejected', 'upload', error.message);
  });
  return { url: portableImageUrl(storage.from(bucket).getPublicUrl(filename).data.publicUrl), filename };
}
