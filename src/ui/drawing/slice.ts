/** Geometry of a generated cover: perimeters and infill of a sliced solid, from a seed, in a 320 × 180 box. */
import { seededIndex, seededRandom } from './seeded-random';

export interface Slice {
  /** Walls from the outside inwards. The last one bounds the infill. */
  perimeters: string[];
  infill: string;
}

const POINTS = 112;
const WALLS = [0, 6.5, 13, 19.5];
const TURN = Math.PI * 2;

export function slice(seed: string): Slice {
  const random = seededRandom(seed);
  const corners = 4 + 2 * Math.floor(random() * 5);
  const [pinch, bend, swell] = [0.5 + random() * 2.2, 0.6 + random() * 1.9, 0.6 + random() * 1.9];
  const turn = random() * TURN;
  const centre = 176 + random() * 48;
  const angle = 34 + random() * 24;
  // The superformula: a few numbers give stars, flowers, gears and pebbles.
  const radius = (a: number) =>
    (Math.abs(Math.cos((corners * a) / 4)) ** bend + Math.abs(Math.sin((corners * a) / 4)) ** swell) ** (-1 / pinch);
  const angles = Array.from({ length: POINTS }, (_, index) => (index / POINTS) * TURN);
  const largest = Math.max(...angles.map(radius));
  const wall = (inset: number) =>
    `${angles
      .map((a, index) => {
        const reach = Math.max(4, (radius(a) / largest) * 106 - inset);
        return `${index ? 'L' : 'M'}${(centre + Math.cos(a + turn) * reach * 1.24).toFixed(1)} ${(90 + Math.sin(a + turn) * reach).toFixed(1)}`;
      })
      .join('')}Z`;
  const slant = Math.tan((angle * Math.PI) / 180) * 200;
  let infill = '';
  for (let x = -200; x < 520; x += 11)
    infill += `M${x} -10l${slant.toFixed(1)} 200M${x + slant} -10l${(-slant).toFixed(1)} 200`;
  return { perimeters: WALLS.map(wall), infill };
}

/** Hues of the filaments (degrees of oklch), far enough apart to be distinguishable. */
const HUES = [48, 85, 130, 158, 195, 232, 258, 292, 328, 18];

/** The hue for a seed or a category name. The same text always gives the same hue. */
export const hueOf = (seed: string) => HUES[seededIndex(`hue ${seed}`, HUES.length)] ?? 48;
