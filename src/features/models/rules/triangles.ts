/** Collects the triangles of what a loader of three.js has read. Pure. */
import { type BufferGeometry, InstancedMesh, Matrix4, Mesh, type Object3D, Vector3 } from 'three';
import { checkTriangleCount, isCoordinate, MeshError } from './mesh-error';

/** World matrices of a mesh: one, or one per instance. */
function placesOf(mesh: Mesh): Matrix4[] {
  if (!(mesh instanceof InstancedMesh)) return [mesh.matrixWorld];
  return Array.from({ length: mesh.count }, (_, index) => {
    const place = new Matrix4();
    mesh.getMatrixAt(index, place);
    return place.premultiply(mesh.matrixWorld);
  });
}

const cornersOf = ({ index, attributes }: BufferGeometry) =>
  Math.floor((index?.count ?? attributes.position?.count ?? 0) / 3) * 3;

/** Returns nine coordinates for each triangle, with the model's transforms, instances, bones and morph targets. @throws MeshError */
export function trianglesOf(root: Object3D): Float32Array<ArrayBuffer> {
  root.updateMatrixWorld(true);
  const meshes: Mesh[] = [];
  root.traverse((object) => {
    if (object instanceof Mesh) meshes.push(object);
  });
  const used = meshes.flatMap((mesh) => placesOf(mesh).map((place) => ({ mesh, place })));
  const count = used.reduce((sum, { mesh }) => sum + cornersOf(mesh.geometry) / 3, 0);
  checkTriangleCount(count);
  const positions = new Float32Array(count * 9);
  const corner = new Vector3();
  let to = 0;
  for (const { mesh, place } of used) {
    const { index } = mesh.geometry;
    const isMirrored = place.determinant() < 0;
    for (let at = 0; at < cornersOf(mesh.geometry); at += 1) {
      // Swap the second and third corner of a mirrored triangle, which would otherwise face inwards.
      const turned = isMirrored && at % 3 > 0 ? at + (at % 3 === 1 ? 1 : -1) : at;
      mesh.getVertexPosition(index ? index.getX(turned) : turned, corner).applyMatrix4(place);
      if (!isCoordinate(corner.x) || !isCoordinate(corner.y) || !isCoordinate(corner.z))
        throw new MeshError({ code: 'bad-number', triangle: Math.floor(to / 9) + 1 });
      corner.toArray(positions, to);
      to += 3;
    }
  }
  return positions;
}
