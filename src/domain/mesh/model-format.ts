/** Which files are models. Apart from the parsers, because the list of a lesson's files needs only this. Pure. */

export type ModelFormat = 'stl' | '3mf' | 'glb';

/** The format that the name of a file promises. */
export function modelFormat(fileName: string): ModelFormat | null {
  const ending = /\.(stl|3mf|glb)$/i.exec(fileName)?.[1]?.toLowerCase();
  return ending === 'stl' || ending === '3mf' || ending === 'glb' ? ending : null;
}
