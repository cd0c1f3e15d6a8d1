/**
 * Pointer, touch and wheel input of the viewer. Own code, because the OrbitControls of three.js add 5 kB (gzip).
 * One finger rotates, two fingers zoom and pan, the wheel zooms, Shift or the right button pans.
 */

export interface GestureTarget {
  /** Rotates the part by a drag (pixels). */
  drag: (right: number, down: number) => void;
  move: (right: number, down: number) => void;
  /** A factor above 1 zooms in. */
  scale: (factor: number) => void;
}

interface Point {
  x: number;
  y: number;
}

/** Exponent of the zoom factor per pixel of the wheel. */
const WHEEL = 0.0015;

const middleOf = ([a, b]: Point[]): Point => ({
  x: ((a?.x ?? 0) + (b?.x ?? 0)) / 2,
  y: ((a?.y ?? 0) + (b?.y ?? 0)) / 2,
});
const spreadOf = ([a, b]: Point[]) => Math.hypot((a?.x ?? 0) - (b?.x ?? 0), (a?.y ?? 0) - (b?.y ?? 0));

/** @returns a function that removes the listeners. */
export function listenForGestures(element: HTMLElement, target: GestureTarget): () => void {
  const fingers = new Map<number, Point>();

  const down = (event: PointerEvent) => {
    element.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };
  const move = (event: PointerEvent) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const old = [...fingers.values()];
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (fingers.size === 1) {
      const act = event.shiftKey || event.buttons === 2 ? target.move : target.drag;
      act(event.clientX - before.x, event.clientY - before.y);
    } else if (fingers.size === 2) {
      const now = [...fingers.values()];
      const [from, to] = [middleOf(old), middleOf(now)];
      target.move(to.x - from.x, to.y - from.y);
      target.scale(spreadOf(now) / Math.max(1, spreadOf(old)));
    }
  };
  const up = (event: PointerEvent) => void fingers.delete(event.pointerId);
  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    target.scale(Math.exp(-event.deltaY * WHEEL));
  };
  const menu = (event: Event) => event.preventDefault(); // Open no context menu, because the right button pans.

  element.addEventListener('pointerdown', down);
  element.addEventListener('pointermove', move);
  element.addEventListener('pointerup', up);
  element.addEventListener('pointercancel', up);
  element.addEventListener('wheel', wheel, { passive: false });
  element.addEventListener('contextmenu', menu);
  return () => {
    element.removeEventListener('pointerdown', down);
    element.removeEventListener('pointermove', move);
    element.removeEventListener('pointerup', up);
    element.removeEventListener('pointercancel', up);
    element.removeEventListener('wheel', wheel);
    element.removeEventListener('contextmenu', menu);
  };
}
