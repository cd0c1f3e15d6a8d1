/** An orthographic camera that orbits, zooms and pans around a target. */
import { OrthographicCamera, Vector3 } from 'three';
import type { Bounds, Point } from '../rules/measure';
import { middleOf, radiusOf } from './scene-geometry';
import { type ViewName, viewDirections } from './views';

/** Size of the view as a multiple of the part, so that a margin stays free. */
const MARGIN = 1.06;
/** Canvas width (CSS pixels) below which the part moves aside to make room for the slider. */
const NARROW = 500;
/** Distance (CSS pixels) by which the part moves aside on such a narrow canvas. */
const ASIDE = 26;
const ZOOM_LIMITS = { min: 0.5, max: 20 };
/** Largest angle of the camera above the horizon (radians). It is just below vertical, because beyond vertical left and right would swap. */
const STEEPEST = Math.PI / 2 - 0.001;

export class PartCamera {
  readonly eye = new OrthographicCamera();
  readonly #target = new Vector3();
  #bounds: Bounds | undefined;
  #width = 1;
  #height = 1;

  constructor() {
    this.eye.up.set(0, 0, 1);
  }

  look(bounds: Bounds, view: ViewName): void {
    this.#bounds = bounds;
    this.#target.copy(middleOf(bounds));
    const distance = radiusOf(bounds) * 4;
    this.eye.position
      .set(...viewDirections[view])
      .setLength(distance)
      .add(this.#target);
    this.eye.lookAt(this.#target);
    this.eye.zoom = 1;
    this.resize(this.#width, this.#height);
  }

  /** @param width and height of the canvas (CSS pixels) */
  resize(width: number, height: number): void {
    this.#width = Math.max(1, width);
    this.#height = Math.max(1, height);
    if (!this.#bounds) return;
    const radius = radiusOf(this.#bounds);
    const half = (radius * MARGIN) / Math.min(1, this.#width / this.#height);
    const wide = (half * this.#width) / this.#height;
    const aside = this.#width < NARROW ? (ASIDE * 2 * wide) / this.#width : 0;
    Object.assign(this.eye, { left: aside - wide, right: aside + wide, top: half, bottom: -half });
    Object.assign(this.eye, { near: 0.01, far: radius * 12 });
    this.eye.updateProjectionMatrix();
  }

  /** Turns the camera around the part (radians). */
  turn(right: number, up: number): void {
    const offset = this.eye.position.clone().sub(this.#target);
    const length = offset.length();
    const around = Math.atan2(offset.y, offset.x) + right;
    const above = Math.asin(Math.max(-1, Math.min(1, offset.z / length))) + up;
    const height = Math.max(-STEEPEST, Math.min(STEEPEST, above));
    offset.set(Math.cos(height) * Math.cos(around), Math.cos(height) * Math.sin(around), Math.sin(height));
    this.eye.position.copy(offset.multiplyScalar(length)).add(this.#target);
    this.eye.lookAt(this.#target);
  }

  scale(factor: number): void {
    this.eye.zoom = Math.max(ZOOM_LIMITS.min, Math.min(ZOOM_LIMITS.max, this.eye.zoom * factor));
    this.eye.updateProjectionMatrix();
  }

  /** Moves the part on the screen (CSS pixels). */
  move(right: number, down: number): void {
    const shift = new Vector3(-right, down, 0).multiplyScalar(this.#millimetresPerPixel());
    shift.applyQuaternion(this.eye.quaternion);
    this.#target.add(shift);
    this.eye.position.add(shift);
  }

  /** Height on the screen (CSS pixels) of a vertical millimetre of the part. */
  pixelsPerUprightMillimetre(): number {
    const { x, y } = this.eye.position.clone().sub(this.#target).normalize();
    // Lower bound for the view from above, where a vertical millimetre has no height.
    return Math.max(0.4, Math.hypot(x, y)) / this.#millimetresPerPixel();
  }

  /** Position of a point of the part on the canvas (CSS pixels). */
  project(place: Point): [number, number] {
    const { x, y } = new Vector3(...place).project(this.eye);
    return [((x + 1) / 2) * this.#width, ((1 - y) / 2) * this.#height];
  }

  #millimetresPerPixel = () => (this.eye.top - this.eye.bottom) / this.eye.zoom / this.#height;
}
