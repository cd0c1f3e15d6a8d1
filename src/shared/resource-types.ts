/** File types and sizes that courses and lessons accept. The server checks the same table. */
import { RESOURCE_LIMIT_BYTES } from './limits';

/** Extensions of course files and the media type under which each is stored. No html, svg, js or exe. */
export const resourceTypes: Readonly<Record<string, string>> = {
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
  amf: 'application/octet-stream',
  gcode: 'text/plain',
  bgcode: 'application/octet-stream',
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

export const extensionOf = (name: string): string => /\.([a-z0-9]{1,16})$/i.exec(name)?.[1]?.toLowerCase() ?? '';

/** Why a file is rejected before it is sent; undefined if it is accepted. */
export function faultOfResource({
  name,
  size,
}: {
  name: string;
  size: number;
}): 'empty' | 'too-large' | 'type' | undefined {
  if (size === 0) return 'empty';
  if (size > RESOURCE_LIMIT_BYTES) return 'too-large';
  return extensionOf(name) in resourceTypes ? undefined : 'type';
}
