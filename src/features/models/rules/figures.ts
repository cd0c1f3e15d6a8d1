/** Everything that the viewer shows about a mesh, computed in one pass of the worker. Pure. */
import { type Measures, measure } from './measure';
import { type Section, sectionAt } from './section';
import { type ThinWall, thinnestWall } from './thin-walls';
import { type Topology, topologyOf, weld } from './weld';

export interface MeshFigures extends Measures, Topology {
  thinWall: ThinWall | null;
}

/** A mesh that is ready to be sliced: its figures, welded vertices, and sections over its height. */
export interface AnalysedMesh {
  figures: MeshFigures;
  points: Uint32Array;
  /** Sections from bottom to top, at equal distances. `height`: above the bed (mm). */
  sections: { height: number; section: Section }[];
}

/** Number of horizontal sections of a part: enough outlines for the static drawing and the ghost lines. */
const SECTIONS = 18;

/** Measures and slices a mesh. @param lineWidth width of a printed line (mm). Walls thinner than two lines are reported as thin. */
export function analyse(positions: Float32Array, lineWidth: number): AnalysedMesh {
  const measures = measure(positions);
  const points = weld(positions, measures.bounds);
  const [bed, top] = [measures.bounds.min[2], measures.bounds.max[2]];
  const sections = Array.from({ length: SECTIONS }, (_, index) => {
    const height = ((index + 0.5) / SECTIONS) * (top - bed);
    return { height, section: sectionAt(positions, points, bed + height) };
  });
  const figures = {
    ...measures,
    ...topologyOf(points),
    thinWall: thinnestWall(sections, 2 * lineWidth),
  };
  return { figures, points, sections };
}
