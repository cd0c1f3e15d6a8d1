/** Recognizes model files by name. Separate from the parsers, because the list of a lesson's files needs only this check. Pure. */

export type ModelFormat = 'stl' | '3mf' | 'glb';

/** The format that the extension of a file name indicates; null for other files. */
export function modelFormat(fileName: string): ModelFormat | null {
  const ending = /\.(stl|3mf|glb)$/i.exec(fileName)?.[1]?.toLowerCase();
  return ending === 'stl' || ending === '3mf' || ending === 'glb' ? ending : null;
}
