// Which files each bucket accepts. Rule: the first bytes of a video or picture decide its type, never the name or type that the uploader sent;
// a resource must have a listed extension, because learners open it on their own machine.
import { fileTypeFromBuffer } from 'file-type';
import { extensionOf, resourceTypes } from '../../../src/shared/resource-types';

/** Bytes that `file-type` needs to recognise every format below. */
export const SNIFF_BYTES = 4100;

const videoTypes: Record<string, string> = {
  'video/mp4': 'video/mp4',
  'video/x-m4v': 'video/mp4',
  'video/webm': 'video/webm',
  'video/quicktime': 'video/quicktime',
};
const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'];
const templateTypes = ['image/jpeg', 'image/png', 'image/webp'];
const same = (types: string[]) => Object.fromEntries(types.map((type) => [type, type]));

/** For each bucket: stored type by detected type. A bucket that is missing here stores the declared type. */
const typesByContent: Record<string, Record<string, string>> = {
  videos: videoTypes,
  images: same(imageTypes),
  'certificate-templates': same(templateTypes),
};

/** True if the bucket checks a file's content, so that the first bytes must be read before the file is accepted. */
export const isCheckedByContent = (bucket: string): boolean => bucket in typesByContent;

/** The stored type of a course file by its extension. @returns undefined if the extension is not allowed. */
export const resourceType = (key: string): string | undefined => resourceTypes[extensionOf(key)];

/** False if the name alone excludes the file, before any byte has arrived. */
export const isAllowedName = (bucket: string, key: string): boolean =>
  bucket !== 'resources' || resourceType(key) !== undefined;

/**
 * The type under which a file is stored.
 * @param head the first SNIFF_BYTES bytes, or all of a shorter file.
 * @returns undefined if the bucket does not accept such a file.
 */
export async function storedType(
  bucket: string,
  key: string,
  head: Uint8Array,
  declared: string,
): Promise<string | undefined> {
  if (bucket === 'resources') return resourceType(key);
  const accepted = typesByContent[bucket];
  if (!accepted) return declared;
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  return found && accepted[found.mime];
}

/** Buckets whose files are always offered as a download: a browser must never open one as a page of this origin. */
export const isAttachment = (bucket: string): boolean => bucket === 'resources';
