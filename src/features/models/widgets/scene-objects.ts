/** The objects of the scene: the part, the bed, the faint outlines of the layers above the cut, the lines of the cut layer. */
import {
  type BufferGeometry,
  type Color,
  DoubleSide,
  LineBasicMaterial,
  LineDashedMaterial,
  LineLoop,
  LineSegments,
  type Material,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  Sphere,
} from 'three';
import type { Bounds } from '../rules/measure';
import type { SectionsOfMesh } from './mesh-protocol';
import { geometryOf, middleOf, radiusOf } from './scene-geometry';
import { bedLines } from './views';

/** Objects whose colour follows the theme. */
const COLOR_OF = new WeakMap<Object3D, Color>();

/** Maximum number of triangles in one mesh. Uploading 20 MB in one frame would block the page of a slow phone for a tenth of a second. */
const TRIANGLES_PER_MESH = 100_000;

export function partMeshes(positions: Float32Array, bounds: Bounds, material: Material): Mesh[] {
  const sphere = new Sphere(middleOf(bounds), radiusOf(bounds));
  const step = TRIANGLES_PER_MESH * 9;
  return Array.from({ length: Math.ceil(positions.length / step) }, (_, piece) => {
    const geometry = geometryOf(positions.subarray(piece * step, (piece + 1) * step));
    // Set the bounding sphere here. Without it, three.js would read every vertex to compute one.
    geometry.boundingSphere = sphere;
    return new Mesh(geometry, material);
  });
}

export function bedOf(bounds: Bounds, color: Color): Object3D {
  const bed = new LineSegments(geometryOf(bedLines(bounds)), new LineBasicMaterial({ color }));
  COLOR_OF.set(bed, color);
  return bed;
}

/** The outline of the part at one height. The outline is visible while the cut is below this height. */
export interface Ghost {
  height: number;
  line: LineLoop<BufferGeometry, LineDashedMaterial>;
}

/** Dashed outlines of the sections, hidden at first. @param bed height of the bed (mm) */
export function ghostLines(sections: SectionsOfMesh, bed: number, color: Color): Ghost[] {
  const material = new LineDashedMaterial({ color, dashSize: 1.2, gapSize: 1.6 });
  return sections.flatMap(({ height, section }) =>
    section.outlines.map(({ points }) => {
      const corners = Array.from({ length: points.length / 2 }, (_, k) => [
        points[k * 2]!,
        points[k * 2 + 1]!,
        bed + height,
      ]);
      const line = new LineLoop(geometryOf(Float32Array.from(corners.flat())), material);
      line.computeLineDistances();
      line.visible = false;
      return { height: bed + height, line };
    }),
  );
}

/** An empty mesh for the lines of a layer. The lines lie on the cut surface, so they are drawn after it to avoid z-fighting. */
export function ribbonMesh(color: Color): Mesh {
  const mesh = new Mesh(undefined, new MeshBasicMaterial({ color, side: DoubleSide }));
  mesh.frustumCulled = false;
  mesh.renderOrder = 1;
  COLOR_OF.set(mesh, color);
  return mesh;
}

/** Applies the current theme colours to the objects that follow the theme. */
export function recolour(scene: Object3D): void {
  scene.traverse((object) => {
    const own = COLOR_OF.get(object);
    if (own) (object as Mesh<BufferGeometry, MeshBasicMaterial>).material.color.copy(own);
  });
}

export function disposeObjects(scene: Object3D): void {
  scene.traverse((object) => {
    const { geometry, material } = object as Mesh; // The cast is imprecise: groups and lights have neither, so the next lines check both.
    geometry?.dispose();
    for (const each of material ? ([material].flat() as Material[]) : []) each.dispose();
  });
}
