import { portableImageUrl } from '@/config/public-image';
import { backendClient } from '@/data/service/requests';
import { newId } from '@/lib/new-id';
import { ConsoleError } from './console-client';

/** Longest side of a stored picture (px): enough for a large screen and still small for a phone. */
const LONGEST_PX = 2_400;
const QUALITY = 0.88;
/** Largest accepted file (bytes). */
const MAX_BYTES = 20 * 1024 * 1024;

/**
 * Re-encodes a picture, which removes the camera's metadata (place, device, time).
 * @throws ConsoleError if the file is not a picture
 */
async function redraw(file: File): Promise<Blob> {
  if (file.size > MAX_BYTES) throw new ConsoleError('rejected', 'too_large', 'too_large');
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch {
    throw new ConsoleError('rejected', 'no_picture', 'no_picture');
  }
  const scale = Math.min(1, LONGEST_PX / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  // PNG keeps drawings and screenshots sharp; JPEG keeps photographs small.
  const type = file.type === 'image/png' ? 'image/png' : 'image/jpeg';
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, QUALITY));
  if (!blob) throw new ConsoleError('rejected', 'no_picture', 'no_picture');
  return blob;
}

/** Buckets of pictures and the folders in them. */
const places = {
  news: { bucket: 'images', folder: 'news/' },
  events: { bucket: 'images', folder: 'events/' },
  certificates: { bucket: 'certificate-templates', folder: '' },
} as const;

export interface StoredImage {
  /** Path on the backend, without its host. */
  url: string;
  filename: string;
}

/** Stores a picture under a new name, so that it never overwrites another. @throws ConsoleError */
export async function uploadImage(place: keyof typeof places, file: File): Promise<StoredImage> {
  const { bucket, folder } = places[place];
  const blob = await redraw(file);
  const filename = `${folder}${Date.now()}_${newId().slice(0, 8)}.${blob.type === 'image/png' ? 'png' : 'jpg'}`;
  const { storage } = await backendClient();
  const { error } = await storage
    .from(bucket)
    .upload(filename, blob, { cacheControl: '3600', upsert: false, contentType: blob.type });
  if (error) {
    const isNetwork = !navigator.onLine || /fetch|network/i.test(error.message);
    throw new ConsoleError(isNetwork ? 'network' : 'rejected', 'upload', error.message);
  }
  return { url: portableImageUrl(storage.from(bucket).getPublicUrl(filename).data.publicUrl), filename };
}
