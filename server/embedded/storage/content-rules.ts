// Which files each bucket accepts. Rule: the first bytes of a video or picture decide its type, never the name or type that the uploader sent;
// a resource must have a listed extension and the signature of its format, because learners open it on their own machine.
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

const zipped = /^application\/(zip|vnd\.openxmlformats-officedocument\..+|vnd\.oasis\.opendocument\..+)$|^model\/3mf$/;
const compound = /^application\/x-cfb$/;
/** Formats that begin with a signature: the types that `file-type` may find in a resource with this extension. */
const signatures: Record<string, RegExp> = {
  pdf: /^application\/pdf$/,
  zip: zipped,
  '3mf': zipped,
  docx: zipped,
  xlsx: zipped,
  pptx: zipped,
  odt: zipped,
  ods: zipped,
  odp: zipped,
  doc: /^application\/(x-cfb|rtf)$/,
  xls: compound,
  ppt: compound,
  glb: /^model\/gltf-binary$/,
  png: /^image\/a?png$/,
  jpg: /^image\/jpeg$/,
  jpeg: /^image\/jpeg$/,
  webp: /^image\/webp$/,
  gif: /^image\/gif$/,
  mp4: /^(video\/(mp4|x-m4v|quicktime)|audio\/(mp4|x-m4a))$/,
  webm: /^(video|audio)\/(webm|matroska)$/,
  mp3: /^audio\/mpeg$/,
};
/** Types of programs. A resource whose format has no signature may have any content except a program. */
const program = /^application\/(x-msdownload|x-elf|x-mach-binary|java-vm|x-deb|x-rpm|vnd\.android\.package-archive)$/;

function isWhatItsNameSays(key: string, found: string | undefined): boolean {
  const signature = signatures[extensionOf(key)];
  return signature ? found !== undefined && signature.test(found) : !program.test(found ?? '');
}

/** True if the bucket checks a file's content, so that the first bytes must be read before the file is accepted. */
export const isCheckedByContent = (bucket: string): boolean => bucket === 'resources' || bucket in typesByContent;

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
  if (!isCheckedByContent(bucket)) return declared;
  const found = (await fileTypeFromBuffer(head).catch(() => undefined))?.mime;
  if (bucket === 'resources') return isWhatItsNameSays(key, found) ? resourceType(key) : undefined;
  return found && typesByContent[bucket]?.[found];
}

/** Buckets whose files are always offered as a download: a browser must never open one as a page of this origin. */
export const isAttachment = (bucket: string): boolean => bucket === 'resources';
