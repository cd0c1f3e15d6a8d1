/**
 * Says what a file of the learner is: by the end of its name, otherwise by its content, which also opens a ZIP file of models.
 * Rule: never import a parser here. This module loads before the viewer, and the parsers need three.js.
 */
import { readZip, type ZipEntry, ZipError } from '@/shared/zip';
import { MAX_MODEL_BYTES, type ModelFormat, modelFormat } from './model-format';

/** Why a file is not shown: a format that has no triangles to show, or an archive that cannot be used. */
export type Rejection =
  | 'STEP'
  | 'IGES'
  | 'AMF'
  | 'G-code'
  | 'unknown'
  | 'archive-empty'
  | 'archive-damaged'
  | 'archive-large'
  | 'unreadable';

export interface ArchivedModel {
  /** Path in the archive. */
  name: string;
  size: number;
  /** Unpacks the model. */
  open: () => Promise<OwnFile>;
}

export interface ModelArchive {
  name: string;
  models: ArchivedModel[];
  /** Number of files that are not models. */
  others: number;
}

export type OwnFile =
  | { kind: 'model'; file: File }
  | { kind: 'archive'; archive: ModelArchive }
  | { kind: 'rejected'; name: string; reason: Rejection };

const rejectedEndings: Readonly<Record<string, Rejection>> = {
  step: 'STEP',
  stp: 'STEP',
  iges: 'IGES',
  igs: 'IGES',
  amf: 'AMF',
  gcode: 'G-code',
  gco: 'G-code',
  bgcode: 'G-code',
};

/** Bytes from the start of a file that show its format. Exporters write long comments before the first coordinates. */
const HEAD_BYTES = 65_536;
const [STL_HEADER_BYTES, STL_TRIANGLE_BYTES] = [84, 50];

/** The first match decides: comments of G-code also name models. */
const signs: readonly [ModelFormat | Rejection | 'zip', RegExp][] = [
  ['zip', /^PK\p{Cc}{2}/u],
  ['glb', /^glTF/],
  ['ply', /^ply\s/],
  ['G-code', /^GCDE/],
  ['STEP', /^\s*ISO-10303-21/],
  ['AMF', /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)?<amf\b/i],
  ['stl', /^(?:\s*#.*[\n\r])*\s*solid/i],
  ['obj', /^v(?:[ \t]+[-+]?[\d.]+(?:e[-+]?\d+)?){3}/im],
  ['G-code', /^[ \t]*(?:G(?:[0-3]|28|9[0-2])|M(?:8[234]|10[4-9]|1[49]0))\b/m],
];

/** A count of triangles that fits the length, as in the parser of STL. */
function isBinaryStl(head: DataView, size: number): boolean {
  const count = head.byteLength >= STL_HEADER_BYTES ? head.getUint32(80, true) : 0;
  const rest = size - STL_HEADER_BYTES - count * STL_TRIANGLE_BYTES;
  return count > 0 && rest >= 0 && rest < STL_TRIANGLE_BYTES;
}

async function formatOf(file: Blob): Promise<ModelFormat | Rejection | 'zip'> {
  const head = await file.slice(0, HEAD_BYTES).arrayBuffer();
  if (isBinaryStl(new DataView(head), file.size)) return 'stl';
  const text = new TextDecoder().decode(head);
  return signs.find(([, sign]) => sign.test(text))?.[0] ?? 'unknown';
}

const ofSystem = /(^|\/)(__MACOSX\/|\._)/;
const baseName = (path: string) => path.slice(path.lastIndexOf('/') + 1);
const isModel = (format: string): format is ModelFormat => modelFormat(`a.${format}`) !== null;

/** The file under a name that tells its format, because the viewer chooses the parser by the name. */
const named = (file: Blob, name: string, format: string) =>
  new File([file], modelFormat(name) ? name : `${name}.${format}`);

async function unpacked(entry: ZipEntry): Promise<OwnFile> {
  const name = baseName(entry.name);
  if (entry.size > MAX_MODEL_BYTES) return { kind: 'rejected', name, reason: 'archive-large' };
  try {
    return { kind: 'model', file: new File([await entry.blob()], name) };
  } catch (error) {
    if (error instanceof ZipError) return { kind: 'rejected', name, reason: 'archive-damaged' };
    throw error;
  }
}

async function readArchive(file: File): Promise<OwnFile> {
  // Only the chosen model is unpacked, and its declared size is checked before, so that the whole archive may be larger.
  const entries = [...(await readZip(file, { bytes: Infinity, ratio: Infinity })).values()].filter(
    ({ name }) => !ofSystem.test(name),
  );
  if (entries.some(({ name }) => /(^|\/)3D\/[^/]+\.model$/i.test(name)))
    return { kind: 'model', file: named(file, file.name, '3mf') };
  const found = entries.filter(({ name }) => modelFormat(name));
  const models = found
    .map((entry) => ({ name: entry.name.normalize(), size: entry.size, open: () => unpacked(entry) }))
    .sort((a, b) => a.name.localeCompare(b.name, 'bg', { numeric: true }));
  if (models.length > 0)
    return { kind: 'archive', archive: { name: file.name, models, others: entries.length - models.length } };
  const [only] = entries;
  const other = only && entries.length === 1 ? rejectedEndings[endingOf(only.name)] : undefined;
  return { kind: 'rejected', name: file.name, reason: other ?? 'archive-empty' };
}

const endingOf = (name: string) => /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** Recognises a file that the learner chose. */
export async function ownFile(file: File): Promise<OwnFile> {
  if (modelFormat(file.name)) return { kind: 'model', file };
  const format = rejectedEndings[endingOf(file.name)] ?? (await formatOf(file));
  if (format !== 'zip')
    return isModel(format)
      ? { kind: 'model', file: named(file, file.name, format) }
      : { kind: 'rejected', name: file.name, reason: format };
  try {
    return await readArchive(file);
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    return { kind: 'rejected', name: file.name, reason: 'archive-damaged' };
  }
}
