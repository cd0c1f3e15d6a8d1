// Finds the course in the entries of a ZIP file, or says what else the file is.
import type { ZipEntry } from '@/shared/zip';
import { MANIFEST } from './model';

type Entries = ReadonlyMap<string, ZipEntry>;

export type ForeignArchive = 'scorm' | 'cartridge' | 'h5p' | 'office' | 'moodle' | 'models';

/** A manifest has its kind near its start. */
const HEAD_BYTES = 16_384;

const isOfSystem = (name: string) => /(^|\/)(__MACOSX\/|\._|\.DS_Store$)/.test(name);
const nearest = (names: readonly string[], wanted: RegExp) =>
  names.filter((name) => wanted.test(name)).sort((a, b) => a.split('/').length - b.split('/').length)[0];

/** The entries by their names in the course, also if the archive was unpacked and zipped again with its folder. */
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

/** What an archive without a course is, and the file that shows it; undefined if it is not known. */
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
