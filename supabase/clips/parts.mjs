// The printed parts. For a height from 0 (bed) to 1 (top), a part returns the closed outlines of its slice and their
// infill; `toolpath` converts that into walls and infill lines in printing order.

const TAU = Math.PI * 2;

const ring = (radiusAt, steps = 120) =>
  Array.from({ length: steps }, (_, i) => {
    const angle = (i / steps) * TAU;
    const radius = radiusAt(angle);
    return [Math.cos(angle) * radius, Math.sin(angle) * radius];
  });

const box = (halfX, halfY, corner, shiftX = 0) => {
  const points = [];
  for (const [sx, sy, from] of [
    [1, 1, 0],
    [-1, 1, 90],
    [-1, -1, 180],
    [1, -1, 270],
  ]) {
    for (let i = 0; i <= 6; i++) {
      const angle = ((from + i * 15) * Math.PI) / 180;
      points.push([
        shiftX + sx * (halfX - corner) + Math.cos(angle) * corner,
        sy * (halfY - corner) + Math.sin(angle) * corner,
      ]);
    }
  }
  return resample(points, 96);
};

function resample(points, steps) {
  const closed = [...points, points[0]];
  const lengths = [0];
  for (let i = 1; i < closed.length; i++) lengths.push(lengths[i - 1] + distance(closed[i - 1], closed[i]));
  const total = lengths.at(-1);
  let k = 1;
  return Array.from({ length: steps }, (_, i) => {
    const want = (i / steps) * total;
    while (lengths[k] < want) k++;
    const share = (want - lengths[k - 1]) / (lengths[k] - lengths[k - 1] || 1);
    return [0, 1].map((axis) => closed[k - 1][axis] + (closed[k][axis] - closed[k - 1][axis]) * share);
  });
}

const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

const normals = (points) =>
  points.map((_, i) => {
    const before = points.at(i - 1);
    const after = points[(i + 1) % points.length];
    const length = distance(before, after) || 1;
    return [(after[1] - before[1]) / length, -(after[0] - before[0]) / length];
  });

const inset = (points, by) => {
  const out = normals(points);
  return points.map(([x, y], i) => [x - out[i][0] * by, y - out[i][1] * by]);
};

const hull = (height) => {
  const flare = 0.62 + 0.38 * Math.min(1, height / 0.42) ** 0.7;
  const points = [];
  for (let i = 0; i <= 40; i++) {
    const along = i / 40; // stern → bow
    const width =
      along < 0.45 ? 0.86 + 0.14 * Math.sin((along / 0.45) * 1.57) : Math.cos(((along - 0.45) / 0.55) * 1.5) ** 0.72;
    points.push([(-0.92 + along * (1.66 + 0.36 * flare)) * 0.95, 0.46 * flare * Math.max(0.015, width)]);
  }
  return resample([...points.map(([x, y]) => [x, -y]), ...points.reverse()], 150);
};

/** The radius of the rocket: a slim body, an ogive on top, three fins that widen downwards. `angle` in radians, `at` = height from 0 to 1. */
export const rocketRadius = (at, angle) => {
  const nose = Math.max(0, (at - 0.56) / 0.45);
  const body = 0.3 * Math.sqrt(Math.max(0.004, 1 - nose * nose)) - (at < 0.06 ? (0.06 - at) * 1.2 : 0);
  const reach = at < 0.1 ? 0.44 : Math.max(0, 0.44 * (1 - (at - 0.1) / 0.3));
  const off = Math.abs(((((angle + TAU / 12) % (TAU / 3)) + TAU / 3) % (TAU / 3)) - TAU / 6);
  return body + reach * Math.max(0, 1 - (off / 0.17) ** 2);
};

/** The radius of the vase from the first lesson. */
export const vaseRadius = (at, angle) => {
  const body =
    0.3 +
    0.42 * Math.sin(Math.PI * Math.min(1, (at + 0.07) / 0.94)) ** 0.9 * (1 - 0.26 * at) +
    (at > 0.84 ? (at - 0.84) * 1.3 : 0);
  return body * (1 + 0.075 * Math.cos(7 * (angle - at * 1.5)));
};

// Each slice: loops = outlines with the number of walls and, optionally, the direction of a hole; fill = infill spacing, 0 = hollow.
export const PARTS = {
  vase: {
    layers: 44,
    height: 1.75,
    slice(at) {
      return {
        loops: [{ points: ring((a) => vaseRadius(at, a), 210), walls: at < 0.05 ? 2 : 1 }],
        fill: at < 0.05 ? 0.085 : 0,
      };
    },
  },
  cube: {
    layers: 32,
    height: 1.24,
    slice(at) {
      const solid = at < 0.04 || at > 0.95;
      const notch = at > 0.2 && at < 0.8 ? 0.045 : 0;
      const points = box(0.62, 0.62, 0.06).map(([x, y]) => {
        // Two faces have a diagonal cross pressed into them: each height shows one arm of the „X".
        const arm = Math.abs(at - 0.5) * 0.9;
        const near = (v) => Math.min(Math.abs(v - arm), Math.abs(v + arm)) < 0.075;
        if (x > 0.6 && near(y)) return [x - notch, y];
        if (y < -0.6 && near(x)) return [x, y + notch];
        return [x, y];
      });
      return { loops: [{ points, walls: 2 }], fill: solid ? 0.075 : 0.24 };
    },
  },
  boat: {
    layers: 40,
    height: 1.3,
    slice(at) {
      if (at < 0.4) return { loops: [{ points: hull(at), walls: 2 }], fill: at < 0.06 || at > 0.34 ? 0.08 : 0.3 };
      if (at < 0.48) return { loops: [{ points: hull(0.42), walls: 2 }], fill: 0 };
      if (at < 0.74) return { loops: [{ points: box(0.34, 0.3, 0.07, -0.22), walls: 2 }], fill: 0 };
      if (at < 0.81) return { loops: [{ points: box(0.42, 0.36, 0.1, -0.22), walls: 2 }], fill: 0.08 };
      return { loops: [{ points: ring(() => 0.13, 48).map(([x, y]) => [x - 0.36, y]), walls: 2 }], fill: 0 };
    },
  },
  gear: {
    layers: 22,
    height: 0.72,
    slice(at) {
      const twist = (0.5 - Math.abs(at - 0.5)) * 0.34;
      const tooth = (a) => Math.max(-1, Math.min(1, Math.cos(a * 14) * 2.1));
      const outer = resample(
        ring((a) => 0.84 + 0.1 * tooth(a - twist), 480),
        320,
      );
      const bore = ring(() => 0.24, 60).reverse();
      return {
        loops: [
          { points: outer, walls: 2 },
          { points: bore, walls: 2 },
        ],
        fill: at < 0.06 || at > 0.93 ? 0.075 : 0.22,
      };
    },
  },
  pawn: {
    layers: 42,
    height: 1.8,
    slice(at) {
      let radius = 0.58;
      if (at >= 0.07) radius = 0.52 - 0.9 * (at - 0.07);
      if (at >= 0.17) radius = 0.4 - 0.62 * Math.sin(Math.min(1, (at - 0.17) / 0.42) * 1.57) * 0.34;
      if (at >= 0.6) radius = 0.33;
      if (at >= 0.66) radius = 0.32 * Math.sqrt(Math.max(0.02, 1 - ((at - 0.82) / 0.19) ** 2));
      const solid = at < 0.05 || at > 0.93 || (at > 0.58 && at < 0.68);
      return { loops: [{ points: ring(() => radius, 96), walls: 2 }], fill: solid ? 0.08 : 0.2 };
    },
  },
  rocket: {
    layers: 48,
    height: 1.85,
    slice(at) {
      const solid = at < 0.05 || at > 0.95;
      return {
        loops: [
          {
            points: resample(
              ring((a) => rocketRadius(at, a), 420),
              220,
            ),
            walls: at > 0.97 ? 1 : 2,
          },
        ],
        fill: solid ? 0.08 : 0.22,
      };
    },
  },
  bulb: {
    layers: 46,
    height: 1.75,
    slice(at) {
      let radius = 0.25 + 0.03 * Math.cos(at * 150);
      if (at > 0.25) radius = 0.27 + (at - 0.25) * 0.7;
      if (at > 0.34) radius = 0.6 * Math.sqrt(Math.max(0.006, 1 - ((at - 0.655) / 0.348) ** 2));
      return {
        loops: [{ points: ring(() => radius, 120), walls: at < 0.25 ? 2 : 1 }],
        fill: at < 0.05 || (at > 0.24 && at < 0.28) ? 0.08 : 0,
      };
    },
  },
  bracket: {
    layers: 40,
    height: 1.2,
    slice(at) {
      if (at < 0.12) {
        const hole = (x) =>
          ring(() => 0.11, 40)
            .map(([px, py]) => [px + x, py - 0.12])
            .reverse();
        return {
          loops: [
            { points: box(0.85, 0.62, 0.1), walls: 2 },
            { points: hole(-0.24), walls: 2 },
            { points: hole(0.24), walls: 2 },
          ],
          fill: at < 0.05 || at > 0.07 ? 0.062 : 0.2,
        };
      }
      // A back wall, supported by two ribs that get shorter towards the top.
      const front = Math.min(0.42, (at - 0.12) * 1.35 - 0.5);
      const ribs =
        front > 0.38
          ? []
          : [-0.72, 0.56].flatMap((x) => [
              [x, 0.42],
              [x, front],
              [x + 0.16, front],
              [x + 0.16, 0.42],
            ]);
      const outline = [[-0.85, 0.62], [-0.85, 0.42], ...ribs, [0.85, 0.42], [0.85, 0.62]];
      return { loops: [{ points: resample(outline, 240), walls: 2 }], fill: at > 0.95 ? 0.08 : 0.2 };
    },
  },
};

function infill(loops, spacing, angle) {
  const turn = ([x, y], by) => [x * Math.cos(by) - y * Math.sin(by), x * Math.sin(by) + y * Math.cos(by)];
  const turned = loops.map((points) => points.map((p) => turn(p, -angle)));
  const lines = [];
  let flip = false;
  for (let y = -2 + spacing / 2; y < 2; y += spacing) {
    const cuts = [];
    for (const points of turned) {
      for (let i = 0; i < points.length; i++) {
        const a = points[i];
        const b = points[(i + 1) % points.length];
        if (a[1] <= y !== b[1] <= y) cuts.push(a[0] + ((y - a[1]) / (b[1] - a[1])) * (b[0] - a[0]));
      }
    }
    cuts.sort((p, q) => p - q);
    const row = [];
    for (let i = 0; i + 1 < cuts.length; i += 2)
      if (cuts[i + 1] - cuts[i] > 0.03)
        row.push([
          [cuts[i], y],
          [cuts[i + 1], y],
        ]);
    if (flip) row.reverse();
    for (const [from, to] of row) lines.push(flip ? [to, from] : [from, to]);
    flip = !flip;
  }
  return lines.map((line) => line.map((p) => turn(p, angle)));
}

/** The moves of the whole print by layer: { from, to, kind: 'wall' | 'fill' | 'travel', normal, outer }. Lengths are in part units. */
export function toolpath(part) {
  return Array.from({ length: part.layers }, (_, layer) => {
    const { loops, fill } = part.slice((layer + 0.5) / part.layers);
    const z = ((layer + 0.5) / part.layers) * part.height;
    const moves = [];
    let last = null;
    const go = (from, to, kind, normal, outer) => {
      if (last && distance(last, from) > 0.02) moves.push({ from: last, to: from, kind: 'travel' });
      moves.push({ from, to, kind, normal, outer });
      last = to;
    };
    const width = 0.055;
    if (fill > 0) {
      const inner = loops.map(({ points, walls }) => inset(points, width * walls));
      for (const [from, to] of infill(inner, fill, layer % 2 ? Math.PI / 4 : -Math.PI / 4)) go(from, to, 'fill');
    }
    for (const { points, walls } of loops) {
      for (let wall = walls - 1; wall >= 0; wall--) {
        const path = wall ? inset(points, width * wall) : points;
        const out = normals(path);
        for (let i = 0; i < path.length; i++) go(path[i], path[(i + 1) % path.length], 'wall', out[i], wall === 0);
      }
    }
    return { z, moves };
  });
}
