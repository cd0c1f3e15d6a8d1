/** Recognizes model files by name. This module is separate, so that the list of a lesson's files does not load the parsers. Pure. */

export type ModelFormat = 'stl' | '3mf' | 'glb';

/** The format that the extension of a file name indicates; null for other files. */
export function modelFormat(fileName: string): ModelFormat | null {
  const ending = /\.(stl|3mf|glb)$/i.exec(fileName)?.[1]?.toLowerCase();
  return ending === 'stl' || ending === '3mf' || ending === 'glb' ? ending : null;
}
