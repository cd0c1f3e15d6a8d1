/**
 * An object printed in layers, as pure geometry from data to SVG paths. `ui/printed-object.tsx` draws it.
 * Rule: a layer is orange only when it was earned. The drawing never shows more than the number beside it.
 */
import { seededIndex } from './seeded-random';

/** Segments of filament in one layer, as shares of the width. */
type Spans = readonly (readonly [from: number, to: number])[];

const around = (half: number): Spans => [[0.5 - half, 0.5 + half]];
const dome = (y: number, centre: number, radius: number) => Math.sqrt(Math.max(0.02, 1 - ((y - centre) / radius) ** 2));

/** Linear interpolation over evenly spaced `values`; `at` runs from 0 (first) to 1 (last). */
function between(values: readonly number[], at: number): number {
  const place = Math.min(1, Math.max(0, at)) * (values.length - 1);
  const [below = 0, above = below] = values.slice(Math.floor(place), Math.floor(place) + 2);
  return below + (above - below) * (place - Math.floor(place));
}
const FLAME_HALF = [0.22, 0.36, 0.41, 0.4, 0.32, 0.2, 0.12, 0.05];
const FLAME_CENTRE = [0.5, 0.5, 0.5, 0.48, 0.5, 0.6, 0.64, 0.6];

/** The shapes: each function returns the filament segments of the layer at height `y`, from 0 (bed) to 1 (top). */
const silhouettes = {
  vase: (y) =>
    around(
      y < 0.08
        ? 0.27
        : 0.2 +
            0.3 * Math.sin(Math.PI * Math.min(1, (y + 0.06) / 0.92)) ** 0.9 * (1 - 0.28 * y) +
            Math.max(0, y - 0.86) * 1.5,
    ),
  rocket: (y) => {
    if (y < 0.24)
      return [
        [0.08 + y * 0.5, 0.26],
        [0.32, 0.68],
        [0.74, 0.92 - y * 0.5],
      ];
    return around(y < 0.62 ? 0.22 : 0.22 * Math.sqrt(Math.max(0.01, 1 - ((y - 0.62) / 0.38) ** 2)));
  },
  boat: (y) => {
    if (y < 0.36) return [[0.16 - y * 0.16, 0.72 + y * 0.72]];
    if (y < 0.42) return [[0.1, 0.98]];
    if (y < 0.66)
      return [
        [0.2, 0.28],
        [0.5, 0.58],
      ];
    if (y < 0.76) return [[0.16, 0.62]];
    return [[0.24, 0.36]];
  },
  bulb: (y) =>
    around(y < 0.26 ? 0.17 + (Math.round(y * 40) % 2) * 0.015 : y < 0.34 ? 0.22 : 0.42 * dome(y, 0.67, 0.34)),
  cube: () => around(0.42),
  gear: (y) => {
    const half = 0.4 * dome(y, 0.5, 0.5) + (Math.sin(y * Math.PI * 9) > 0 ? 0.07 : 0);
    const hole = Math.abs(y - 0.5) < 0.16 ? 0.16 * Math.sqrt(1 - ((y - 0.5) / 0.16) ** 2) : 0;
    return hole > 0.04
      ? [
          [0.5 - half, 0.5 - hole],
          [0.5 + hole, 0.5 + half],
        ]
      : around(half);
  },
  pawn: (y) =>
    around(
      y < 0.12
        ? 0.38
        : y < 0.2
          ? 0.32 - 0.5 * (y - 0.12)
          : y < 0.58
            ? 0.2 - 0.14 * (y - 0.2)
            : y < 0.64
              ? 0.28
              : 0.23 * dome(y, 0.81, 0.19),
    ),
  // A body that narrows to a slanted tip.
  flame: (y) => {
    const [half, centre] = [between(FLAME_HALF, y), between(FLAME_CENTRE, y)];
    return [[centre - half, centre + half]];
  },
  disc: (y) => around(0.5 * dome(y, 0.5, 0.5)),
  // A trophy: foot, stem, and a bowl that opens towards the rim.
  cup: (y) => around(y < 0.1 ? 0.46 : y < 0.2 ? 0.34 : y < 0.42 ? 0.09 : 0.12 + 0.36 * Math.min(1, (y - 0.42) / 0.4)),
} satisfies Record<string, (y: number) => Spans>;

export type Shape = keyof typeof silhouettes;

/** Shapes of courses. `flame` is reserved for the streak, `disc` and `cup` for achievements. */
export const courseShapes: readonly Shape[] = ['vase', 'boat', 'rocket', 'bulb', 'cube', 'gear', 'pawn'];

/** The shape of a course: the author's choice, otherwise a shape derived from the course's id. */
export function shapeOf(id: string, chosen?: string | null): Shape {
  if (chosen && chosen in silhouettes) return chosen as Shape;
  return courseShapes[seededIndex(id, courseShapes.length)] ?? 'vase';
}

export interface PrintedInput {
  shape: Shape;
  /** Number of layers of the whole object, for example the lessons of a course. */
  total: number;
  /** Number of printed layers. The fraction is the printed share of the current layer. */
  done: number;
  width: number;
  height: number;
  /** Minimum number of lines, so that a course of two lessons still looks like an object. Each layer then has several lines. */
  minLines?: number;
  /** Share of the height above which all layers are displaced, as in a print with a layer shift. */
  slipAt?: number | undefined;
}

export interface Printed {
  /** SVG path of the remaining layers. */
  ghost: string;
  /** SVG path of the printed layers. */
  hot: string;
  stroke: number;
  /** Position of the nozzle, when a layer is being printed. */
  nozzle: { x: number; y: number } | null;
}

const DEFAULT_LINES = 12;
/** Minimum distance between lines (px). A small drawing of many layers draws proportionally fewer lines. */
const MIN_GAP = 2.6;
/** Displacement of shifted layers, as a share of the width. */
const SLIP = 0.14;
const round = (value: number) => Math.round(value * 10) / 10;
const line = (from: number, to: number, y: number) => `M${round(from)} ${round(y)}H${round(to)}`;

export function printed({
  shape,
  total,
  done,
  width,
  height,
  minLines = DEFAULT_LINES,
  slipAt = 1,
}: PrintedInput): Printed {
  const layers = Math.max(1, Math.floor(total));
  const perLayer = Math.max(1, Math.ceil(minLines / layers));
  const lines = Math.max(1, Math.min(layers * perLayer, Math.floor(height / MIN_GAP)));
  const finished = (Math.min(layers, Math.max(0, done)) * lines) / layers;
  const gap = height / lines;
  const stroke = round(Math.max(1.6, gap * 0.7));
  let ghost = '';
  let hot = '';
  let nozzle: Printed['nozzle'] = null;
  for (let index = 0; index < lines; index++) {
    const y = height - gap * (index + 0.5);
    const height0to1 = (index + 0.5) / lines;
    const aside = height0to1 > slipAt ? SLIP : 0;
    const spans = silhouettes[shape](height0to1).map(([from, to]) => {
      const middle = ((from + to) / 2 + aside) * width;
      const half = Math.max(0.1, ((to - from) * width - stroke) / 2);
      return [middle - half, middle + half] as const;
    });
    const share = Math.min(1, Math.max(0, finished - index));
    let left = share * spans.reduce((sum, [from, to]) => sum + to - from, 0);
    for (const [from, to] of spans) {
      const until = share === 1 ? to : Math.min(to, from + left);
      if (until < to) ghost += line(from, to, y);
      if (until > from) {
        hot += line(from, until, y);
        if (share < 1) nozzle = { x: round(until), y: round(y - stroke / 2) };
      }
      left -= Math.max(0, until - from);
    }
  }
  return { ghost, hot, stroke, nozzle };
}
