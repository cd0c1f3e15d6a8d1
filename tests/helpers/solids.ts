/** Reference solids as unindexed triangles (mm) with exact volume and size, and writers of the file formats that the tests read. */
import { strToU8, zipSync } from 'fflate';

type Corner = readonly [number, number, number];

const TAU = Math.PI * 2;

/** Splits a quadrilateral into two triangles. */
const quad = (a: Corner, b: Corner, c: Corner, d: Corner): Corner[] => [a, b, c, a, c, d];

export const box = (w: number, d: number, h: number, [x, y, z]: Corner = [0, 0, 0]): number[] => {
  const at = (i: number, j: number, k: number): Corner => [x + i * w, y + j * d, z + k * h];
  return [
    quad(at(0, 0, 0), at(0, 1, 0), at(1, 1, 0), at(1, 0, 0)),
    quad(at(0, 0, 1), at(1, 0, 1), at(1, 1, 1), at(0, 1, 1)),
    quad(at(0, 0, 0), at(1, 0, 0), at(1, 0, 1), at(0, 0, 1)),
    quad(at(1, 0, 0), at(1, 1, 0), at(1, 1, 1), at(1, 0, 1)),
    quad(at(1, 1, 0), at(0, 1, 0), at(0, 1, 1), at(1, 1, 1)),
    quad(at(0, 1, 0), at(0, 0, 0), at(0, 0, 1), at(0, 1, 1)),
  ].flat(2);
};

/** A solid of revolution from its profile (radius, height), bottom first; a radius of 0 at an end closes the solid. */
export function turned(profile: readonly (readonly [number, number])[], steps: number): number[] {
  const at = (index: number, step: number): Corner => {
    const [radius = 0, height = 0] = profile[index] ?? [];
    const angle = ((step % steps) / steps) * TAU;
    return [radius * Math.cos(angle), radius * Math.sin(angle), height];
  };
  const corners: Corner[] = [];
  for (let index = 0; index + 1 < profile.length; index += 1)
    for (let step = 0; step < steps; step += 1) {
      const [a, b, c, d] = [at(index, step), at(index, step + 1), at(index + 1, step + 1), at(index + 1, step)];
      if (profile[index]?.[0]) corners.push(a, b, profile[index + 1]?.[0] ? c : d);
      if (profile[index + 1]?.[0]) corners.push(a, c, d);
    }
  return corners.flat();
}

const arc = (steps: number, point: (angle: number) => readonly [number, number]) =>
  Array.from({ length: steps + 1 }, (_, index) => point((index / steps) * Math.PI - Math.PI / 2)).map(
    ([radius, height]) => [Math.abs(radius) < 1e-9 ? 0 : radius, height] as const,
  );

function torus(major: number, minor: number, steps: number): number[] {
  const at = (i: number, j: number): Corner => {
    const [u, v] = [((i % steps) / steps) * TAU, ((j % steps) / steps) * TAU];
    const radius = major + minor * Math.cos(v);
    return [radius * Math.cos(u), radius * Math.sin(u), minor * Math.sin(v)];
  };
  return Array.from({ length: steps * steps }, (_, index) => {
    const [i, j] = [Math.floor(index / steps), index % steps];
    return quad(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
  }).flat(2);
}

export const solids: {
  name: string;
  positions: Float32Array;
  volume: number;
  size: readonly [number, number, number];
}[] = [
  { name: 'cube', positions: Float32Array.from(box(20, 20, 20)), volume: 8_000, size: [20, 20, 20] },
  {
    name: 'box far from the origin',
    positions: Float32Array.from(box(60, 40, 5, [900, -700, 300])),
    volume: 12_000,
    size: [60, 40, 5],
  },
  {
    name: 'cylinder',
    positions: Float32Array.from(
      turned(
        [
          [0, 0],
          [10, 0],
          [10, 30],
          [0, 30],
        ],
        720,
      ),
    ),
    volume: Math.PI * 100 * 30,
    size: [20, 20, 30],
  },
  {
    name: 'cone',
    positions: Float32Array.from(
      turned(
        [
          [0, 0],
          [15, 0],
          [0, 40],
        ],
        720,
      ),
    ),
    volume: (Math.PI * 225 * 40) / 3,
    size: [30, 30, 40],
  },
  {
    name: 'sphere',
    positions: Float32Array.from(
      turned(
        arc(256, (angle) => [12 * Math.cos(angle), 12 * Math.sin(angle)]),
        512,
      ),
    ),
    volume: (4 / 3) * Math.PI * 12 ** 3,
    size: [24, 24, 24],
  },
  {
    name: 'torus',
    positions: Float32Array.from(torus(20, 6, 256)),
    volume: 2 * Math.PI ** 2 * 20 * 36,
    size: [52, 52, 12],
  },
];

export function binaryStl(positions: ArrayLike<number>, header = 'Sloy'): Uint8Array<ArrayBuffer> {
  const count = positions.length / 9;
  const bytes = new Uint8Array(84 + count * 50);
  bytes.set(strToU8(header).subarray(0, 80));
  const view = new DataView(bytes.buffer);
  view.setUint32(80, count, true);
  for (let index = 0; index < positions.length; index += 1)
    view.setFloat32(84 + Math.floor(index / 9) * 50 + 12 + (index % 9) * 4, positions[index] ?? 0, true);
  return bytes;
}

export function asciiStl(positions: ArrayLike<number>, number = (value: number) => value.toExponential(8)): string {
  const lines = ['solid part of a test'];
  for (let at = 0; at < positions.length; at += 9) {
    lines.push('  facet normal 0 0 0', '    outer loop');
    for (let corner = 0; corner < 9; corner += 3)
      lines.push(`      vertex ${[0, 1, 2].map((axis) => number(positions[at + corner + axis] ?? 0)).join(' ')}`);
    lines.push('    endloop', '  endfacet');
  }
  return [...lines, 'endsolid part of a test', ''].join('\n');
}

export const RELATIONSHIPS =
  '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r0" Target="/3D/3dmodel.model" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>';

/** The mesh of a 3MF object as XML. */
export function threemfMesh(positions: ArrayLike<number>): string {
  const corners = positions.length / 3;
  const vertices = Array.from(
    { length: corners },
    (_, k) => `<vertex x="${positions[k * 3]}" y="${positions[k * 3 + 1]}" z="${positions[k * 3 + 2]}"/>`,
  );
  const triangles = Array.from(
    { length: corners / 3 },
    (_, k) => `<triangle v1="${k * 3}" v2="${k * 3 + 1}" v3="${k * 3 + 2}"/>`,
  );
  return `<mesh><vertices>${vertices.join('')}</vertices><triangles>${triangles.join('')}</triangles></mesh>`;
}

export const threemfModel = (resources: string, build: string, unit = 'millimeter') =>
  `<?xml version="1.0" encoding="UTF-8"?><model unit="${unit}" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02" xmlns:p="http://schemas.microsoft.com/3dmanufacturing/production/2015/06"><resources>${resources}</resources><build>${build}</build></model>`;

export const threemf = (model: string, others: Record<string, string> = {}): Uint8Array<ArrayBuffer> => {
  const parts = { '_rels/.rels': RELATIONSHIPS, '3D/3dmodel.model': model, ...others };
  return Uint8Array.from(
    zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]))),
  );
};

/** A GLB container with a JSON chunk and no binary chunk. */
export function glb(json: unknown): Uint8Array<ArrayBuffer> {
  const text = strToU8(JSON.stringify(json));
  const padded = Math.ceil(text.length / 4) * 4;
  const bytes = new Uint8Array(20 + padded).fill(32, 20);
  bytes.set(text, 20);
  const view = new DataView(bytes.buffer);
  for (const [index, word] of [0x46546c67, 2, bytes.length, padded, 0x4e4f534a].entries())
    view.setUint32(index * 4, word, true);
  return bytes;
}
