import { PictureError, type PictureFault, posterFrom } from '@/device/transfers/uploads/poster';
import { VIDEO_LIMIT_BYTES } from '@/shared/limits';

// Checks and converts chosen files. This module is separate from mutations.ts, so that a form does not load the upload queue.

/** Reason for rejecting a chosen file before reading it. */
export type FileFault = 'empty' | 'too-large' | 'type';

const VIDEO_NAME = /\.(mp4|m4v|webm|mov|mkv)$/i;

/** Checks size and type of a file without reading it. */
export function faultOfFile(file: File): FileFault | undefined {
  if (file.size === 0) return 'empty';
  if (file.size > VIDEO_LIMIT_BYTES) return 'too-large';
  return VIDEO_NAME.test(file.name) || file.type.startsWith('video/') ? undefined : 'type';
}

/** Converts a chosen picture to a poster of 1280 × 720. @returns the reason if that is not possible */
export const posterOfPicture = (picture: File): Promise<Blob | PictureFault> =>
  posterFrom(picture).then(
    (poster) => poster ?? 'too_slow',
    (error: unknown) => (error instanceof PictureError ? error.fault : 'no_picture'),
  );
