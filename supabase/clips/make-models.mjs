// Makes the models of the lessons that are not STL: node supabase/clips/make-models.mjs. The same input always gives the same bytes.
//   lampa-74mm.3mf       a lamp with an overhang of 67° between layers 121 and 148; millimetres, standing on z = 0
//   raketa-stoyka.glb    the rocket of the videos on a stand, with an embedded texture; metres, y upwards, as glTF requires
// Rule: a body is closed: each edge belongs to two triangles, once in each direction (tests/db/seed.test.ts measures it).
import { writeFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { rocketRadius } from './parts.mjs';

const TAU = Math.PI * 2;

/** A closed body of revolution: a bottom point, rings of `steps` corners, a top point. */
function turned(radiusAt, height, rings, steps) {
  const corners = [[0, 0, 0]];
  for (let ring = 0; ring <= rings; ring += 1) {
    const z = (ring / rings) * height;
    for (let step = 0; step < steps; step += 1) {
      const angle = (step / steps) * TAU;
      const radius = Math.max(0.05, radiusAt(Math.min(z, height * 0.9995), angle));
      corners.push([Math.cos(angle) * radius, Math.sin(angle) * radius, z]);
    }
  }
  corners.push([0, 0, height]);
  const at = (ring, step) => 1 + ring * steps + (step % steps);
  const triangles = [];
  for (let step = 0; step < steps; step += 1) {
    triangles.push([0, at(0, step + 1), at(0, step)]);
    for (let ring = 0; ring < rings; ring += 1) {
      triangles.push([at(ring, step), at(ring, step + 1), at(ring + 1, step + 1)]);
      triangles.push([at(ring, step), at(ring + 1, step + 1), at(ring + 1, step)]);
    }
    triangles.push([corners.length - 1, at(rings, step), at(rings, step + 1)]);
  }
  return { corners, triangles };
}

/** Radius of the lamp (mm): foot, neck, the overhanging flare, bowl and dome. */
function lampRadius(z) {
  if (z < 20) return 13.5;
  if (z < 24.2) return 13.5 - ((z - 20) / 4.2) * 3;
  const flare = 5.2 * Math.tan((67 * Math.PI) / 180);
  if (z < 29.4) return 10.5 + ((z - 24.2) / 5.2) * flare;
  if (z < 44) return 10.5 + flare + (15.5 - flare) * Math.sin(((z - 29.4) / 14.6) * (Math.PI / 2));
  return 26 * Math.sqrt(Math.max(0, 1 - ((z - 44) / 30) ** 2));
}

function threemf({ corners, triangles }, title) {
  const vertex = ([x, y, z]) => `<vertex x="${x.toFixed(4)}" y="${y.toFixed(4)}" z="${z.toFixed(4)}"/>`;
  const triangle = ([a, b, c]) => `<triangle v1="${a}" v2="${b}" v3="${c}"/>`;
  const model = `<?xml version="1.0" encoding="UTF-8"?>
<model unit="millimeter" xml:lang="bg" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02">
<metadata name="Title">${title}</metadata>
<resources><object id="1" type="model"><mesh><vertices>${corners.map(vertex).join('')}</vertices><triangles>${triangles.map(triangle).join('')}</triangles></mesh></object></resources>
<build><item objectid="1"/></build>
</model>`;
  const types =
    '<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/></Types>';
  const relations =
    '<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Target="/3D/3dmodel.model" Id="rel0" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>';
  const files = { '[Content_Types].xml': types, '_rels/.rels': relations, '3D/3dmodel.model': model };
  const entries = Object.entries(files).map(([name, text]) => [name, strToU8(text)]);
  return zipSync(Object.fromEntries(entries), { level: 9, mtime: new Date(2026, 10, 20) });
}

/** A small PNG from rows of [r, g, b]. */
function png(rows) {
  const chunk = (name, data) => {
    const body = Buffer.concat([Buffer.from(name, 'ascii'), data]);
    const whole = Buffer.alloc(body.length + 8);
    whole.writeUInt32BE(data.length, 0);
    body.copy(whole, 4);
    whole.writeUInt32BE(crc32(body), body.length + 4);
    return whole;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(rows[0].length, 0);
  header.writeUInt32BE(rows.length, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const pixels = Buffer.concat(rows.map((row) => Buffer.from([0, ...row.flat()])));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The texture: orange layers with a light joint between them, and two white bands below the nose. */
const stripes = png(
  Array.from({ length: 128 }, (_, row) => {
    const color = row > 36 && row < 46 ? [245, 240, 232] : row % 4 === 3 ? [250, 190, 150] : [242, 89, 13];
    return Array.from({ length: 4 }, () => color);
  }),
);

/** Converts a point from z upwards in millimetres to y upwards in metres. */
const upright = ([x, y, z]) => [x / 1_000, z / 1_000, -y / 1_000];

function glb(bodies, texture) {
  const parts = [];
  const bufferViews = [];
  const accessors = [];
  let length = 0;
  const view = (bytes, target) => {
    bufferViews.push({ buffer: 0, byteOffset: length, byteLength: bytes.length, ...(target && { target }) });
    const padded = Buffer.alloc(Math.ceil(bytes.length / 4) * 4);
    padded.set(bytes);
    parts.push(padded);
    length += padded.length;
    return bufferViews.length - 1;
  };
  const accessor = (typed, componentType, type, count, extra = {}) => {
    const bufferView = view(Buffer.from(typed.buffer), type === 'SCALAR' ? 34963 : 34962);
    accessors.push({ bufferView, componentType, type, count, ...extra });
    return accessors.length - 1;
  };
  const meshes = bodies.map(({ name, material, corners, triangles, height }) => {
    const places = corners.map(upright);
    const normals = places.map(() => [0, 0, 0]);
    for (const [a, b, c] of triangles) {
      const [u, v] = [b, c].map((k) => places[k].map((value, axis) => value - places[a][axis]));
      const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
      for (const k of [a, b, c]) for (const axis of [0, 1, 2]) normals[k][axis] += normal[axis];
    }
    const unit = normals.map((normal) => normal.map((value) => value / (Math.hypot(...normal) || 1)));
    const limit = (pick) =>
      [0, 1, 2].map((axis) => Math.fround(pick(...places.map((place) => Math.fround(place[axis])))));
    const attributes = {
      POSITION: accessor(Float32Array.from(places.flat()), 5126, 'VEC3', places.length, {
        min: limit(Math.min),
        max: limit(Math.max),
      }),
      NORMAL: accessor(Float32Array.from(unit.flat()), 5126, 'VEC3', places.length),
      TEXCOORD_0: accessor(
        Float32Array.from(corners.flatMap(([, , z]) => [0.5, 1 - z / height])),
        5126,
        'VEC2',
        places.length,
      ),
    };
    const indices = accessor(Uint32Array.from(triangles.flat()), 5125, 'SCALAR', triangles.length * 3);
    return { name, primitives: [{ attributes, indices, material }] };
  });
  const image = view(texture);
  const json = {
    asset: { version: '2.0', generator: 'Sloy' },
    scene: 0,
    scenes: [{ nodes: meshes.map((_, index) => index) }],
    nodes: meshes.map(({ name }, mesh) => ({ name, mesh, translation: [0, bodies[mesh].lift / 1_000, 0] })),
    meshes,
    materials: [
      {
        name: 'слоеве',
        pbrMetallicRoughness: { baseColorTexture: { index: 0 }, metallicFactor: 0, roughnessFactor: 0.7 },
      },
      {
        name: 'стойка',
        pbrMetallicRoughness: { baseColorFactor: [0.2, 0.22, 0.26, 1], metallicFactor: 0, roughnessFactor: 0.8 },
      },
    ],
    textures: [{ source: 0, sampler: 0 }],
    samplers: [{ magFilter: 9729, minFilter: 9987 }],
    images: [{ bufferView: image, mimeType: 'image/png' }],
    accessors,
    bufferViews,
    buffers: [{ byteLength: length }],
  };
  const text = Buffer.from(JSON.stringify(json));
  const padded = Buffer.alloc(Math.ceil(text.length / 4) * 4, 32);
  padded.set(text);
  const binary = Buffer.concat(parts);
  const words = (...values) => Buffer.from(Uint32Array.from(values).buffer);
  const total = 12 + 8 + padded.length + 8 + binary.length;
  return Buffer.concat([
    words(0x46546c67, 2, total, padded.length, 0x4e4f534a),
    padded,
    words(binary.length, 0x004e4942),
    binary,
  ]);
}

const rocket = turned((z, angle) => (rocketRadius(z / 80, angle) / 1.85) * 80, 80, 56, 90);
const stand = turned((z) => (z < 3 ? 24 : 24 - ((z - 3) / 3) * 8), 6, 12, 90);

const FILES = {
  'lampa-74mm.3mf': threemf(turned(lampRadius, 74, 148, 96), 'Лампа 74 mm'),
  'raketa-stoyka.glb': glb(
    [
      { name: 'ракета', material: 0, lift: 6, height: 80, ...rocket },
      { name: 'стойка', material: 1, lift: 0, height: 6, ...stand },
    ],
    stripes,
  ),
};

for (const [name, bytes] of Object.entries(FILES)) {
  writeFileSync(new URL(`../media/resources/${name}`, import.meta.url), bytes);
  process.stdout.write(`${name}: ${bytes.length} bytes\n`);
}
