// Creates the poster of a lesson (1280 × 720) from a video frame or a chosen picture, and re-encodes pictures.

const WIDTH = 1280;
const HEIGHT = 720;
/** Time limit (ms) for each step of reading a frame, because the browser may be unable to play the file. */
const TIMEOUT_MS = 10_000;

const eventOf = (target: EventTarget, name: string) =>
  new Promise<void>((resolve, reject) => {
    target.addEventListener(name, () => resolve(), { once: true });
    target.addEventListener('error', () => reject(new Error('The frame cannot be shown')), { once: true });
    setTimeout(() => reject(new Error('The frame does not come')), TIMEOUT_MS);
  });

/** Time (ms) after which a picture with very many pixels is refused, because the page does not answer meanwhile. */
const PICTURE_MS = 5_000;

/** Why a chosen file cannot be drawn. `heic`: a photo of an iPhone in a browser that cannot decode it. */
export type PictureFault = 'heic' | 'too_slow' | 'no_picture';

export class PictureError extends Error {
  override name = 'PictureError';
  readonly fault: PictureFault;

  constructor(fault: PictureFault) {
    super(fault);
    this.fault = fault;
  }
}

/** HEIF files name their brand after the first box's length. */
const isHeic = async (picture: Blob) => /^.{4}ftyp(hei|hev|mif1|msf1)/s.test(await picture.slice(0, 12).text());

/** Decodes and draws a chosen picture, both within the limit. @throws PictureError */
async function withPicture<T>(picture: Blob, draw: (bitmap: ImageBitmap) => Promise<T>): Promise<T> {
  const drawing = createImageBitmap(picture)
    .catch(async () => {
      throw new PictureError((await isHeic(picture)) ? 'heic' : 'no_picture');
    })
    .then((bitmap) => draw(bitmap).finally(() => bitmap.close()));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new PictureError('too_slow')), PICTURE_MS);
  });
  try {
    return await Promise.race([drawing, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The context of a canvas whose picture becomes a JPEG: without a ground, JPEG shows transparent parts black. */
function onWhite(canvas: HTMLCanvasElement): CanvasRenderingContext2D | null {
  const context = canvas.getContext('2d');
  if (context) {
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  return context;
}

/** Draws a source of `width` × `height` as a poster, cropped to 16:9. Re-encoding removes all metadata. */
export function drawn(source: CanvasImageSource, width: number, height: number): Promise<Blob | undefined> {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const scale = Math.max(WIDTH / width, HEIGHT / height);
  const [w, h] = [width * scale, height * scale];
  onWhite(canvas)?.drawImage(source, (WIDTH - w) / 2, (HEIGHT - h) / 2, w, h);
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/jpeg', 0.86));
}

/** Draws the video frame at the time `at` (s) as a poster. @returns undefined if this browser cannot play the file */
export async function posterOf(file: Blob, at: number): Promise<Blob | undefined> {
  const video = document.createElement('video');
  const url = URL.createObjectURL(file);
  try {
    video.muted = true;
    // `metadata` loads the frame at the time in the URL and little more; `auto` would take three times the memory.
    video.preload = 'metadata';
    // With the time in the URL, the browser decodes only once, from that time, which takes a third of the memory of a seek from the start.
    video.src = `${url}#t=${at}`;
    await eventOf(video, 'loadeddata');
    const wanted = Math.min(at, Math.max(0, video.duration - 0.1));
    if (video.seeking || Math.abs(video.currentTime - wanted) > 0.5) {
      const seeked = eventOf(video, 'seeked');
      if (!video.seeking) video.currentTime = wanted;
      await seeked;
    }
    return await drawn(video, video.videoWidth, video.videoHeight);
  } catch {
    return undefined;
  } finally {
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(url);
  }
}

/** Converts a chosen picture to a poster. @throws PictureError */
export const posterFrom = (picture: Blob): Promise<Blob | undefined> =>
  withPicture(picture, (bitmap) => drawn(bitmap, bitmap.width, bitmap.height));

/**
 * Re-encodes a picture without EXIF and other metadata.
 * @param longest maximum length of the longer side (px)
 * @throws PictureError
 */
export const reencoded = (picture: Blob, longest = 1_600): Promise<Blob> =>
  withPicture(picture, async (bitmap) => {
    const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(bitmap.width * scale);
    canvas.height = Math.round(bitmap.height * scale);
    // Keep PNG, because JPEG has no transparency. Photos in other formats that have it are rare and would be large as PNG.
    const type = picture.type === 'image/png' ? 'image/png' : 'image/jpeg';
    const context = type === 'image/png' ? canvas.getContext('2d') : onWhite(canvas);
    context?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.88));
    if (!blob) throw new PictureError('too_slow');
    return blob;
  });
