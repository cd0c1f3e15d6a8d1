// Makes the printable files of the lessons: node supabase/clips/make-parts-stl.mjs. Binary STL, millimetres, standing on z = 0.
//   vaza-90mm.stl, raketa-80mm.stl   the vase and the rocket of the clips, from the same functions
//   konzola-60x40.stl                the bracket from the lesson on sketches
//   test-za-hlabini-5mm.stl          five holes of 5.1 to 5.5 mm, a low stud that marks the smallest hole, and a pin of 5 mm
//   kula-za-retrakcia.stl            four towers on one plate: every layer needs three travel moves
// Rule: a body is closed: each edge belongs to two triangles, once in each direction (checked by tests/db/seed.test.ts).
import { writeFileSync } from 'node:fs';
import { rocketRadius, vaseRadius } from './parts.mjs';

const TAU = Math.PI * 2;
const subtract = (a, b) => a.map((v, i) => v - b[i]);
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

/** Joins two outlines with the same number of points, the lower one first; both are counter-clockwise. */
const strip = (low, high) =>
  low.flatMap((a, i) => {
    const k = (i + 1) % low.length;
    return [
      [a, low[k], high[k]],
      [a, high[k], high[i]],
    ];
  });
const fan = (points, middle) => points.map((p, i) => [middle, p, points[(i + 1) % points.length]]);
const at = (points, z) => points.map(([x, y]) => [x, y, z]);
const circle = (x, y, radius, steps) =>
  Array.from({ length: steps }, (_, i) => [
    x + Math.cos((i / steps) * TAU) * radius,
    y + Math.sin((i / steps) * TAU) * radius,
  ]);

/** A body from a stack of outlines, closed at both ends. */
function loft(outlines) {
  const middle = (points) => [0, 1, 2].map((axis) => points.reduce((sum, p) => sum + p[axis], 0) / points.length);
  const last = outlines.at(-1);
  return [
    ...fan([...outlines[0]].reverse(), middle(outlines[0])),
    ...outlines.slice(1).flatMap((outline, i) => strip(outlines[i], outline)),
    ...fan(last, middle(last)),
  ];
}

const turned = (radiusAt, height, rings, steps) =>
  loft(
    Array.from({ length: rings + 1 }, (_, i) => {
      const share = i / rings;
      return Array.from({ length: steps }, (_, k) => {
        const angle = (k / steps) * TAU;
        const radius = radiusAt(Math.min(0.999, share), angle) * height;
        return [Math.cos(angle) * radius, Math.sin(angle) * radius, share * height];
      });
    }),
  );

/** Extrudes a flat outline, which must be counter-clockwise and star-shaped around `middle`. */
const extrude = (outline, height, middle) => [
  ...fan(at([...outline].reverse(), 0), [...middle, 0]),
  ...strip(at(outline, 0), at(outline, height)),
  ...fan(at(outline, height), [...middle, height]),
];

const STEPS = 64;
/** The outline of a square cell, with as many points as its circle, so that neighbouring cells share their points. */
const rim = (x, half) =>
  circle(0, 0, 1, STEPS).map(([cx, cy]) => {
    const reach = half / Math.max(Math.abs(cx), Math.abs(cy));
    // Rounding gives neighbouring cells identical coordinates for the points that they share.
    return [x + cx * reach, cy * reach].map((v) => Math.round(v * 1e6) / 1e6);
  });

/** A plate made of a row of square cells: { hole } has a hole, { tower, rise } a tower; `hole` and `tower` are diameters. */
function plate(cells, size, thickness) {
  const half = size / 2;
  return cells.flatMap(({ hole, tower, rise }, i) => {
    const x = i * size;
    const square = rim(x, half);
    const round = circle(x, 0, (hole ?? tower) / 2, STEPS);
    const isOutside = (a, b) =>
      !(i > 0 && Math.abs(a[0] - (x - half)) < 1e-9 && Math.abs(b[0] - (x - half)) < 1e-9) &&
      !(i < cells.length - 1 && Math.abs(a[0] - (x + half)) < 1e-9 && Math.abs(b[0] - (x + half)) < 1e-9);
    const sides = square.flatMap((a, k) => {
      const b = square[(k + 1) % STEPS];
      if (!isOutside(a, b)) return [];
      return [
        [
          [...a, 0],
          [...b, 0],
          [...b, thickness],
        ],
        [
          [...a, 0],
          [...b, thickness],
          [...a, thickness],
        ],
      ];
    });
    const top = strip(at(square, thickness), at(round, thickness));
    if (hole) {
      const wall = strip(at([...round].reverse(), 0), at([...round].reverse(), thickness));
      return [...sides, ...top, ...wall, ...strip(at(round, 0), at(square, 0))];
    }
    return [
      ...sides,
      ...top,
      ...strip(at(round, thickness), at(round, thickness + rise)),
      ...fan(at(round, thickness + rise), [x, 0, thickness + rise]),
      ...fan(at([...square].reverse(), 0), [x, 0, 0]),
    ];
  });
}

const moved = (triangles, by) => triangles.map((corners) => corners.map((p) => p.map((v, i) => v + by[i])));

/** The cross-section of the bracket in x and z, with the inner corner rounded by 4 mm; the bracket is printed on its side. */
function bracket() {
  const corner = Array.from({ length: 9 }, (_, i) => {
    const angle = Math.PI * 1.5 - (i / 8) * (Math.PI / 2);
    return [9 + Math.cos(angle) * 4, 9 + Math.sin(angle) * 4];
  });
  const outline = [[0, 0], [60, 0], [60, 5], ...corner, [5, 40], [0, 40]];
  return extrude(outline, 30, [2.5, 2.5]);
}

const FILES = {
  'vaza-90mm.stl': turned((share, angle) => vaseRadius(share, angle) / 1.75, 90, 60, 84),
  'raketa-80mm.stl': turned((share, angle) => rocketRadius(share, angle) / 1.85, 80, 56, 90),
  'konzola-60x40.stl': bracket(),
  'test-za-hlabini-5mm.stl': [
    ...plate([{ tower: 3, rise: 1 }, ...[5.1, 5.2, 5.3, 5.4, 5.5].map((hole) => ({ hole }))], 10, 6),
    ...moved(loft([at(circle(0, 0, 2.5, STEPS), 0), at(circle(0, 0, 2.5, STEPS), 16)]), [25, 14, 0]),
  ],
  'kula-za-retrakcia.stl': plate(Array(4).fill({ tower: 6, rise: 40 }), 16, 1.2),
};

for (const [name, triangles] of Object.entries(FILES)) {
  const file = Buffer.alloc(84 + triangles.length * 50);
  file.write(`Sloy ${name}`, 0, 'ascii');
  file.writeUInt32LE(triangles.length, 80);
  triangles.forEach((corners, i) => {
    const normal = cross(subtract(corners[1], corners[0]), subtract(corners[2], corners[0]));
    const length = Math.hypot(...normal) || 1;
    [normal.map((v) => v / length), ...corners].flat().forEach((value, k) => {
      file.writeFloatLE(value, 84 + i * 50 + k * 4);
    });
  });
  writeFileSync(new URL(`../media/resources/${name}`, import.meta.url), file);
  process.stdout.write(`${name}: ${triangles.length} triangles, ${file.length} bytes\n`);
}
