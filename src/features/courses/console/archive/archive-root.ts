// Finds the course in the entries of a ZIP file, or says what else the file is.
import type { ZipEntry } from '@/shared/zip';
import { MANIFEST } from './model';

type Entries = ReadonlyMap<string, ZipEntry>;

export type ForeignArchive = 'scorm' | 'cartridge' | 'h5p' | 'office' | 'moodle' | 'models';

/** Length of the part of a manifest that names its kind (bytes). */
const HEAD_BYTES = 16_384;

const isOfSystem = (name: string) => /(^|\/)(__MACOSX\/|\._|\.DS_Store$)/.test(name);
const nearest = (names: readonly string[], wanted: RegExp) =>
  names.filter((name) => wanted.test(name)).sort((a, b) => a.split('/').length - b.split('/').length)[0];

/** Maps each path inside the course to its entry. An archive that was unpacked and zipped again has a folder before these paths. */
export function courseEntries(entries: Entries): Entries {
  const names = [...entries.keys()].filter((name) => !isOfSystem(name));
  const manifest = nearest(names, new RegExp(`(^|/)${MANIFEST.replace('.', '\\.')}$`));
  const folder = manifest?.slice(0, -MANIFEST.length) ?? '';
  // Programs of macOS write names in decomposed Unicode.
  return new Map(
    [...entries]
      .filter(([name]) => name.startsWith(folder))
      .map(([name, entry]) => [name.slice(folder.length).normalize(), entry]),
  );
}

/** Recognises an archive that is no course. @returns its kind and the file that proves it; undefined for an unknown archive */
export async function foreignArchive(entries: Entries): Promise<{ kind: ForeignArchive; file: string } | undefined> {
  const names = [...entries.keys()].filter((name) => !isOfSystem(name));
  const manifest = nearest(names, /(^|\/)imsmanifest\.xml$/i);
  if (manifest) {
    const head = (await entries.get(manifest)?.blob())?.slice(0, HEAD_BYTES);
    return {
      kind: /imscc|common ?cartridge/i.test((await head?.text()) ?? '') ? 'cartridge' : 'scorm',
      file: manifest,
    };
  }
  const signs: [ForeignArchive, RegExp][] = [
    ['h5p', /(^|\/)h5p\.json$/],
    ['office', /^(ppt|word|xl)\/[^/]+\.xml$/],
    ['moodle', /(^|\/)moodle_backup\.xml$/],
    ['models', /\.(stl|3mf|glb|obj|ply|step|stp)$/i],
  ];
  for (const [kind, sign] of signs) {
    const file = nearest(names, sign);
    if (file) return { kind, file };
  }
  return undefined;
}
