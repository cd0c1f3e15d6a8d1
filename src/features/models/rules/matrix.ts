/** Affine transforms of 3MF: twelve numbers, row by row, for row vectors (the last row is the translation). Pure. */

export type Affine = readonly number[];

export const IDENTITY: Affine = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0];

export const scaling = (factor: number): Affine => IDENTITY.map((value) => value * factor);

/** The transform that applies `first`, then `second`. */
export function combine(first: Affine, second: Affine): Affine {
  const cell = (row: number, column: number) =>
    [0, 1, 2].reduce(
      (sum, k) => sum + (first[row * 3 + k] ?? 0) * (second[k * 3 + column] ?? 0),
      row === 3 ? (second[9 + column] ?? 0) : 0,
    );
  return Array.from({ length: 12 }, (_, index) => cell(Math.floor(index / 3), index % 3));
}

/** Determinant of a transform. If it is negative, the transform mirrors the mesh, and two corners of each triangle must be swapped. */
export function determinant([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0]: Affine): number {
  return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
}

/** Reads the attribute `transform`; undefined when it is not twelve numbers. */
export function parseAffine(text: string): Affine | undefined {
  const numbers = text.trim().split(/\s+/).map(Number);
  return numbers.length === 12 && numbers.every(Number.isFinite) ? numbers : undefined;
}
