// Makes supabase/media/resources/kalibracionno-kubche-20mm.stl: a closed 20 mm cube with 0.6 mm chamfers, so that neither
// the squashed first layer nor a rounded corner disturbs the caliper. Binary STL, millimetres, standing on z = 0.
import { writeFileSync } from 'node:fs';

const HALF = 10;
const CHAMFER = 0.6;
const IN = HALF - CHAMFER;
const AXES = [0, 1, 2];

const point = (axis, sign, others) => {
  const p = [0, 0, 0];
  p[axis] = sign * HALF;
  AXES.filter((a) => a !== axis).forEach((a, i) => {
    p[a] = others[i] * IN;
  });
  return p;
};

const triangles = [];
const subtract = (a, b) => a.map((v, i) => v - b[i]);
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const dot = (a, b) => a.reduce((sum, v, i) => sum + v * b[i], 0);

/** The solid is convex and centred on the origin, so the normal of a face must point away from the origin. */
function face(...corners) {
  for (let i = 2; i < corners.length; i++) {
    const [a, b, c] = [corners[0], corners[i - 1], corners[i]];
    const normal = cross(subtract(b, a), subtract(c, a));
    triangles.push(dot(normal, a) > 0 ? [a, b, c] : [a, c, b]);
  }
}

for (const axis of AXES) {
  for (const sign of [-1, 1])
    face(
      ...[
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
      ].map((others) => point(axis, sign, others)),
    );
}
for (const along of AXES) {
  const [u, v] = AXES.filter((a) => a !== along);
  for (const su of [-1, 1]) {
    for (const sv of [-1, 1]) {
      const at = (axis, end) => {
        const p = [0, 0, 0];
        p[along] = end * IN;
        p[u] = su * (axis === u ? HALF : IN);
        p[v] = sv * (axis === v ? HALF : IN);
        return p;
      };
      face(at(u, -1), at(u, 1), at(v, 1), at(v, -1));
    }
  }
}
for (const sx of [-1, 1]) {
  for (const sy of [-1, 1]) {
    for (const sz of [-1, 1])
      face([sx * HALF, sy * IN, sz * IN], [sx * IN, sy * HALF, sz * IN], [sx * IN, sy * IN, sz * HALF]);
  }
}

const file = Buffer.alloc(84 + triangles.length * 50);
file.write('Sloy calibration cube 20 mm, chamfer 0.6 mm', 0, 'ascii');
file.writeUInt32LE(triangles.length, 80);
triangles.forEach((corners, i) => {
  const normal = cross(subtract(corners[1], corners[0]), subtract(corners[2], corners[0]));
  const length = Math.hypot(...normal);
  [normal.map((v) => v / length), ...corners.map(([x, y, z]) => [x, y, z + HALF])].flat().forEach((value, k) => {
    file.writeFloatLE(value, 84 + i * 50 + k * 4);
  });
});
writeFileSync(new URL('../media/resources/kalibracionno-kubche-20mm.stl', import.meta.url), file);
process.stdout.write(`${triangles.length} triangles, ${file.length} bytes\n`);
