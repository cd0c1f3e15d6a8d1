/** The model of a GLB file with its own materials, in the light of the viewer. The worker reads its triangles. */
import { AmbientLight, DirectionalLight, Group, type Object3D } from 'three';
import { loadGlb } from '../rules/glb';

/** @param factor for the coordinates of a file in another unit @throws MeshError */
export async function readGlb(data: ArrayBuffer, factor: number): Promise<Object3D> {
  const model = new Group();
  const part = await loadGlb(data, true);
  part.scale.multiplyScalar(factor);
  model.add(part, new AmbientLight(0xffffff, 1.6), sun(1, -2, 3, 2.2), sun(-2, 1, 1, 0.8));
  model.updateMatrixWorld(true);
  return model;
}

function sun(x: number, y: number, z: number, strength: number): DirectionalLight {
  const light = new DirectionalLight(0xffffff, strength);
  light.position.set(x, y, z);
  return light;
}
