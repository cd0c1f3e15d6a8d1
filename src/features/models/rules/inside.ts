/** Whether points are inside a closed mesh. Pure. */

/** A direction that is parallel to no usual face or edge. */
const RAY = [0.5773, 0.5211, 0.6287] as const;

/** Counts the triangles that a ray from the point meets (Möller and Trumbore); an odd number means inside. */
function isInside(px: number, py: number, pz: number, mesh: Float32Array): boolean {
  const [dx, dy, dz] = RAY;
  let crossings = 0;
  for (let at = 0; at < mesh.length; at += 9) {
    const [ax, ay, az] = [mesh[at]!, mesh[at + 1]!, mesh[at + 2]!];
    const [ux, uy, uz] = [mesh[at + 3]! - ax, mesh[at + 4]! - ay, mesh[at + 5]! - az];
    const [vx, vy, vz] = [mesh[at + 6]! - ax, mesh[at + 7]! - ay, mesh[at + 8]! - az];
    const [hx, hy, hz] = [dy * vz - dz * vy, dz * vx - dx * vz, dx * vy - dy * vx];
    const area = ux * hx + uy * hy + uz * hz;
    if (area === 0) continue;
    const [sx, sy, sz] = [px - ax, py - ay, pz - az];
    const u = (sx * hx + sy * hy + sz * hz) / area;
    if (u < 0 || u > 1) continue;
    const [qx, qy, qz] = [sy * uz - sz * uy, sz * ux - sx * uz, sx * uy - sy * ux];
    const v = (dx * qx + dy * qy + dz * qz) / area;
    if (v < 0 || u + v > 1) continue;
    if ((vx * qx + vy * qy + vz * qz) / area > 0) crossings += 1;
  }
  return crossings % 2 === 1;
}

/** Most pairs of a point and a triangle that are compared: about two seconds on a phone. */
const MAX_PAIRS = 100_000_000;

/** True if all corners of `inner` are inside `outer`. False, too, for meshes that are too large to compare. */
export function isWhollyInside(inner: Float32Array, outer: Float32Array): boolean {
  if ((inner.length / 3) * (outer.length / 9) > MAX_PAIRS) return false;
  for (let at = 0; at < inner.length; at += 3)
    if (!isInside(inner[at]!, inner[at + 1]!, inner[at + 2]!, outer)) return false;
  return inner.length > 0;
}
