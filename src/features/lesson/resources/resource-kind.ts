import {
  Archive,
  Box,
  DraftingCompass,
  File,
  FileText,
  Image,
  type LucideIcon,
  Printer,
  Settings2,
  Table,
} from 'lucide-react';
import type { ResourceRow } from '@/shared/rows';
import { lessonResources } from '../text/lesson';

type Kind = keyof typeof lessonResources.kinds;

/** File extensions by kind. Servers give no useful MIME types for models and profiles. */
const endings: Record<Exclude<Kind, 'file'>, readonly string[]> = {
  model: ['stl', '3mf', 'obj', 'ply', 'glb', 'gltf', 'amf', 'blend'],
  cad: ['step', 'stp', 'iges', 'igs', 'f3d', 'fcstd', 'scad', 'dxf', 'dwg'],
  gcode: ['gcode', 'bgcode'],
  profile: ['ini', 'json', 'curaprofile', 'orca_printer'],
  table: ['csv', 'xls', 'xlsx', 'ods'],
  document: ['pdf', 'txt', 'md', 'doc', 'docx', 'odt'],
  picture: ['png', 'jpg', 'jpeg', 'webp', 'svg', 'gif'],
  archive: ['zip', '7z', 'rar', 'gz'],
};

/** Names of formats whose file extension is another word. */
const names: Readonly<Record<string, string>> = {
  stp: 'STEP',
  igs: 'IGES',
  gcode: 'G-code',
  bgcode: 'G-code',
  f3d: 'Fusion',
  fcstd: 'FreeCAD',
  scad: 'OpenSCAD',
  blend: 'Blender',
};

const icons: Record<Kind, LucideIcon> = {
  model: Box,
  cad: DraftingCompass,
  gcode: Printer,
  profile: Settings2,
  table: Table,
  document: FileText,
  picture: Image,
  archive: Archive,
  file: File,
};

export function resourceKind({ file_name }: Pick<ResourceRow, 'file_name'>): { Icon: LucideIcon; words: string } {
  const ending = /\.([^.]+)$/.exec(file_name)?.[1]?.toLowerCase();
  const kinds = Object.keys(endings) as Exclude<Kind, 'file'>[]; // The cast is safe because `endings` has only these keys.
  const kind = kinds.find((name) => ending !== undefined && endings[name].includes(ending)) ?? 'file';
  const format = ending && (names[ending] ?? ending.toUpperCase());
  return { Icon: icons[kind], words: [lessonResources.kinds[kind], format].filter(Boolean).join(' ') };
}
