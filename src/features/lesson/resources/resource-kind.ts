import { Archive, Box, File, FileText, Image, type LucideIcon, Settings2, Table } from 'lucide-react';
import type { ResourceRow } from '@/shared/rows';
import { lessonResources } from '../text/lesson';

type Kind = keyof typeof lessonResources.kinds;

/** File extensions by kind. Servers give no useful MIME types for models and profiles. */
const endings: Record<Exclude<Kind, 'file'>, readonly string[]> = {
  model: ['stl', '3mf', 'obj', 'step', 'stp', 'blend', 'f3d', 'gcode', 'bgcode'],
  profile: ['ini', 'json', 'curaprofile', 'orca_printer'],
  table: ['csv', 'xls', 'xlsx', 'ods'],
  document: ['pdf', 'txt', 'md', 'doc', 'docx', 'odt'],
  picture: ['png', 'jpg', 'jpeg', 'webp', 'svg', 'gif'],
  archive: ['zip', '7z', 'rar', 'gz'],
};

const icons: Record<Kind, LucideIcon> = {
  model: Box,
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
  return { Icon: icons[kind], words: [lessonResources.kinds[kind], ending?.toUpperCase()].filter(Boolean).join(' ') };
}
