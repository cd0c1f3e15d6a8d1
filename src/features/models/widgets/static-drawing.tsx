import { classNames } from '@/ui/class-names';
import { type Bounds, sizeOf } from '../rules/measure';
import type { SectionsOfMesh } from './mesh-protocol';

interface StaticDrawingProps {
  bounds: Bounds;
  sections: SectionsOfMesh;
  /** Height above the bed (mm) up to which the part is printed. */
  cut: number;
  label: string;
  className?: string;
}

/** Projection from the front right and above, like the viewer's isometric view. */
const [RIGHT, DEEP] = [Math.cos(Math.PI / 6), 0.3];

/** Draws the part without WebGL: outlines of its layers, orange up to the cut and dashed above it. */
export function StaticDrawing({ bounds, sections, cut, label, className }: StaticDrawingProps) {
  const [width, depth, height] = sizeOf(bounds);
  const [x0, y0] = [(bounds.min[0] + bounds.max[0]) / 2, (bounds.min[1] + bounds.max[1]) / 2];
  const place = (x: number, y: number, z: number) =>
    `${((x - x0 + (y - y0)) * RIGHT).toFixed(2)} ${((x - x0 - (y - y0)) * DEEP - z).toFixed(2)}`;
  const pathOf = (isPrinted: boolean) =>
    sections
      .filter((section) => section.height <= cut === isPrinted)
      .flatMap(({ height: z, section }) =>
        section.outlines.map(({ points, isClosed }) => {
          // A fine mesh has more vertices than the drawing has pixels: skip some.
          const step = Math.max(1, Math.floor(points.length / 2 / 240));
          const corners: string[] = [];
          for (let at = 0; at < points.length / 2; at += step)
            corners.push(place(points[at * 2]!, points[at * 2 + 1]!, z));
          return `M${corners.join('L')}${isClosed ? 'Z' : ''}`;
        }),
      )
      .join('');
  const [wide, tilt] = [(width + depth) * RIGHT, (width + depth) * DEEP];
  const box = { x: -wide / 2, y: -height - tilt / 2, w: wide, h: height + tilt };
  const pad = Math.max(box.w, box.h) * 0.08;
  const line = Math.max(box.w, box.h) / 130;
  const bed = [
    place(bounds.min[0], bounds.min[1], 0),
    place(bounds.max[0], bounds.min[1], 0),
    place(bounds.max[0], bounds.max[1], 0),
    place(bounds.min[0], bounds.max[1], 0),
  ].join('L');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${box.x - pad} ${box.y - pad} ${box.w + 2 * pad} ${box.h + 2 * pad}`}
      fill="none"
      strokeLinejoin="round"
      className={classNames('size-full', className)}
    >
      <path d={`M${bed}Z`} stroke="var(--ghost)" strokeWidth={line * 0.6} />
      <path
        d={pathOf(false)}
        stroke="var(--control)"
        strokeWidth={line * 0.6}
        strokeDasharray={`${line * 1.6} ${line * 2}`}
      />
      <path d={pathOf(true)} stroke="var(--accent)" strokeWidth={line * 1.4} />
    </svg>
  );
}
