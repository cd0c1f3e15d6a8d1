// Rules for the content of stored files. Rule: a video or picture is what its first bytes say, never what the uploader calls it;
// a resource has one of the listed extensions, because a file of a course is opened on the learner's own machine.
import { fileTypeFromBuffer } from 'file-type';

/** Bytes that `file-type` needs to recognise every format below. */
export const SNIFF_BYTES = 4100;

/** Extensions of course files and the media type under which each is stored. No html, svg, js or exe. */
const resourceTypes: Record<string, string> = {
  pdf: 'application/pdf',
  zip: 'application/zip',
  stl: 'model/stl',
  '3mf': 'model/3mf',
  obj: 'model/obj',
  glb: 'model/gltf-binary',
  gltf: 'model/gltf+json',
  ply: 'application/octet-stream',
  step: 'model/step',
  stp: 'model/step',
  iges: 'model/iges',
  igs: 'model/iges',
  gcode: 'text/plain',
  scad: 'text/plain',
  ini: 'text/plain',
  txt: 'text/plain',
  md: 'text/plain',
  csv: 'text/csv',
  vtt: 'text/vtt',
  json: 'application/json',
  curaprofile: 'application/octet-stream',
  f3d: 'application/octet-stream',
  fcstd: 'application/octet-stream',
  blend: 'application/octet-stream',
  dxf: 'application/octet-stream',
  dwg: 'application/octet-stream',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mp3: 'audio/mpeg',
};

const videoTypes: Record<string, string> = {
  'video/mp4': 'video/mp4',
  'video/x-m4v': 'video/mp4',
  'video/webm': 'video/webm',
  'video/quicktime': 'video/quicktime',
};
const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'];
const templateTypes = ['image/jpeg', 'image/png', 'image/webp'];
const same = (types: string[]) => Object.fromEntries(types.map((type) => [type, type]));

/** For each bucket: the stored type of what the bytes are. A bucket that is not named here has no rule. */
const typesByContent: Record<string, Record<string, string>> = {
  videos: videoTypes,
  images: same(imageTypes),
  'certificate-templates': same(templateTypes),
};

const extensionOf = (key: string) => /\.([a-z0-9]{1,16})$/i.exec(key)?.[1]?.toLowerCase() ?? '';

/** Does the content decide, so that the first bytes must be read before the file is accepted? */
export const isCheckedByContent = (bucket: string): boolean => bucket in typesByContent;

/** The stored type of a course file by its extension. @returns undefined if the extension is not allowed. */
export const resourceType = (key: string): string | undefined => resourceTypes[extensionOf(key)];

/** Is this name acceptable before any byte has arrived? */
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
