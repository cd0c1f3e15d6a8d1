/**
 * The three.js scene of a part: bed, part, faint outlines of the layers above the cut, lines of the cut layer.
 * Rule: render a frame only after a change, so that an idle viewer uses no power.
 */
import { type Color, Group, type Mesh, type Object3D, Plane, Scene, Vector3, WebGLRenderer } from 'three';
import type { Bounds, Point } from '../rules/measure';
import { listenForGestures } from './gestures';
import type { LayerCut, SectionsOfMesh } from './mesh-protocol';
import { PartCamera } from './part-camera';
import { partMaterial } from './part-material';
import { readSceneColors, type SceneColors } from './scene-colors';
import { geometryOf } from './scene-geometry';
import { bedOf, disposeObjects, type Ghost, ghostLines, partMeshes, recolour, ribbonMesh } from './scene-objects';
import type { ViewName } from './views';

/** Rotation (radians) per press of an arrow key. */
const TURN = Math.PI / 16;
/** Rotation (radians) per dragged pixel. */
const DRAG = 0.008;
/** Zoom factor per press of plus or minus. */
const ZOOM = 1.2;
/** Minimum height of a drawn layer (CSS pixels). */
const LINE_PIXELS = 5;

export interface SceneMarks {
  /** Position of the overhang label on the canvas (CSS pixels); null when no overhang is visible. */
  overhang: readonly [number, number] | null;
}

export class PartScene {
  readonly #canvas: HTMLCanvasElement;
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #camera = new PartCamera();
  readonly #endGestures: () => void;
  readonly #onFrame: (marks: SceneMarks) => void;
  readonly #clip = new Plane(new Vector3(0, 0, -1), Infinity);
  #colors: SceneColors;
  #material: ReturnType<typeof partMaterial>;
  readonly #part = new Group();
  /** Meshes of the part that are not uploaded to the GPU yet; each frame uploads one. */
  #waiting: Mesh[] = [];
  #isCompiled = false;
  #isDisposed = false;
  #model: Object3D | undefined;
  #walls: Mesh | undefined;
  #infill: Mesh | undefined;
  #ghosts: Ghost[] = [];
  #bounds: Bounds | undefined;
  #places: readonly Point[] = [];
  #cut = Infinity;
  #frame = 0;

  /** @throws if the browser has no WebGL */
  constructor(canvas: HTMLCanvasElement, onFrame: (marks: SceneMarks) => void) {
    this.#canvas = canvas;
    this.#onFrame = onFrame;
    this.#renderer = new WebGLRenderer({ canvas, alpha: true, antialias: true, powerPreference: 'low-power' });
    this.#renderer.localClippingEnabled = true;
    // Do not check for shader errors, because the check would block the page until the GPU has compiled the shader.
    this.#renderer.debug.checkShaderErrors = false;
    this.#colors = readSceneColors(canvas.parentElement ?? document.body);
    this.#material = partMaterial(
      { part: this.#colors.accent, gap: this.#colors.gap, inside: this.#colors.inside, blue: this.#colors.blue },
      new Vector3(0.35, -0.75, 0.55).normalize().toArray(),
    );
    this.#endGestures = listenForGestures(canvas, {
      drag: (right, down) => this.#changing(() => this.#camera.turn(-right * DRAG, down * DRAG)),
      move: (right, down) => this.#changing(() => this.#camera.move(right, down)),
      scale: (factor) => this.#changing(() => this.#camera.scale(factor)),
    });
  }

  /** Requests one frame. */
  draw = () => {
    if (!this.#isCompiled) return;
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      const next = this.#waiting.shift();
      if (next) this.#part.add(next);
      this.#setStride();
      this.#renderer.render(this.#scene, this.#camera.eye);
      this.#onFrame({ overhang: this.#mark() });
      if (this.#waiting.length > 0) this.draw();
    });
  };

  setPart(positions: Float32Array, bounds: Bounds): void {
    const [first, ...others] = partMeshes(positions, bounds, this.#material);
    if (first) this.#part.add(first);
    this.#waiting = others;
    this.#scene.add(this.#part);
    this.#frameBounds(bounds);
    const show = () => {
      this.#isCompiled = !this.#isDisposed;
      this.draw();
    };
    // Draw only after the GPU has compiled the shaders. Drawing earlier would block the page until the shaders are compiled.
    this.#renderer.compileAsync(this.#scene, this.#camera.eye).then(show, show);
  }

  /** Shows a GLB model with its own materials and lights instead of the printed look. */
  setModel(model: Object3D | undefined): void {
    if (this.#model) this.#scene.remove(this.#model);
    this.#model = model;
    if (model) {
      this.#scene.add(model);
      model.traverse((object) => {
        const { material } = object as Mesh; // The cast is imprecise: groups and lights have no material, so the next line checks it.
        for (const each of material ? [material].flat() : []) each.clippingPlanes = [this.#clip];
      });
    }
    this.#part.visible = !model;
    this.draw();
  }

  setFigures(sections: SectionsOfMesh, places: readonly Point[], isInverted: boolean): void {
    this.#places = places;
    this.#uniform('side', isInverted ? -1 : 1);
    this.#ghosts = ghostLines(sections, this.#bounds?.min[2] ?? 0, this.#colors.ghost);
    for (const { line } of this.#ghosts) this.#scene.add(line);
    this.#showCut();
  }

  /** @param height above the bed (mm); null shows the whole part */
  setCut(height: number | null, layer: number): void {
    const bed = this.#bounds?.min[2] ?? 0;
    this.#cut = height === null ? Infinity : bed + height;
    this.#uniform('cut', this.#cut);
    this.#uniform('layer', layer);
    this.#clip.constant = this.#cut;
    for (const mesh of [this.#walls, this.#infill]) if (mesh) mesh.visible = false;
    this.#showCut();
  }

  setLayer(cut: LayerCut): void {
    this.#walls = this.#ribbons(this.#walls, cut.walls, this.#colors.accent);
    this.#infill = this.#ribbons(this.#infill, cut.infill, this.#colors.infill);
    this.draw();
  }

  setWireframe(isOn: boolean): void {
    this.#uniform('wire', isOn);
    this.draw();
  }

  setView(view: ViewName): void {
    const bounds = this.#bounds;
    if (bounds) this.#changing(() => this.#camera.look(bounds, view));
  }

  /** Rotates by arrow key presses. */
  turn(right: number, up: number): void {
    this.#changing(() => this.#camera.turn(right * TURN, up * TURN));
  }

  /** Zooms by plus and minus key presses. */
  zoom(steps: number): void {
    this.#changing(() => this.#camera.scale(ZOOM ** steps));
  }

  resize(): void {
    const { clientWidth, clientHeight } = this.#canvas;
    if (!clientWidth || !clientHeight) return;
    const scale = Math.min(devicePixelRatio, 2);
    this.#renderer.setPixelRatio(scale);
    this.#renderer.setSize(clientWidth, clientHeight, false);
    this.#uniform('scale', scale);
    this.#camera.resize(clientWidth, clientHeight);
    this.draw();
  }

  /** Reads the theme's colours again. */
  recolour(): void {
    const colors = readSceneColors(this.#canvas.parentElement ?? document.body);
    // The cast is safe because both objects have the same keys.
    for (const [name, color] of Object.entries(this.#colors)) color.copy(colors[name as keyof SceneColors]);
    recolour(this.#scene);
    for (const { line } of this.#ghosts) line.material.color.copy(this.#colors.ghost);
    this.draw();
  }

  dispose(): void {
    this.#isDisposed = true;
    cancelAnimationFrame(this.#frame);
    this.#endGestures();
    disposeObjects(this.#scene);
    this.#renderer.dispose();
  }

  #uniform(name: string, value: number | boolean): void {
    const uniform = this.#material.uniforms[name];
    if (uniform) uniform.value = value;
  }

  #frameBounds(bounds: Bounds): void {
    this.#bounds = bounds;
    this.#uniform('bed', bounds.min[2]);
    this.#scene.add(bedOf(bounds, this.#colors.bed));
    this.resize();
    this.setView('isometric');
  }

  /** Draws every layer if layers are high enough on the screen, otherwise every second, fourth, eighth … layer. */
  #setStride(): void {
    const layer = Number(this.#material.uniforms.layer?.value ?? 1);
    const pixels = layer * this.#camera.pixelsPerUprightMillimetre();
    this.#uniform('stride', 2 ** Math.max(0, Math.ceil(Math.log2(LINE_PIXELS / pixels))));
  }

  #changing(change: () => void): void {
    change();
    this.draw();
  }

  #showCut(): void {
    for (const { height, line } of this.#ghosts) line.visible = height > this.#cut;
    this.draw();
  }

  #ribbons(before: Mesh | undefined, triangles: Float32Array, color: Color): Mesh {
    const mesh = before ?? ribbonMesh(color);
    if (!before) this.#scene.add(mesh);
    mesh.geometry.dispose();
    mesh.geometry = geometryOf(triangles);
    mesh.visible = true;
    return mesh;
  }

  /** Screen position of the leftmost overhang below the cut. */
  #mark(): readonly [number, number] | null {
    const seen = this.#places.filter(([, , z]) => z <= this.#cut).map((place) => this.#camera.project(place));
    return seen.length > 0 ? seen.reduce((left, place) => (place[0] < left[0] ? place : left)) : null;
  }
}
