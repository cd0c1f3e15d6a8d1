import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { stageText } from '../text/viewer';
import { PartScene } from './part-scene';
import { watchTheme } from './scene-colors';
import type { ModelState, OpenedModel } from './use-model';
import type { ViewName } from './views';

interface PartCanvasProps {
  name: string;
  model: OpenedModel;
  measured: ModelState['measured'];
  cut: ModelState['cut'];
  /** Height above the bed (mm); null shows the whole part. */
  height: number | null;
  layer: number;
  layerHeight: number;
  view: { name: ViewName };
  wire: boolean;
  ownMaterials: boolean;
  onHome: () => void;
  /** Called when there is no WebGL (false) or the GPU context was lost (true). */
  onFailure: (isLost: boolean) => void;
}

const keys: Record<string, (scene: PartScene) => void> = {
  ArrowLeft: (scene) => scene.turn(-1, 0),
  ArrowRight: (scene) => scene.turn(1, 0),
  ArrowUp: (scene) => scene.turn(0, 1),
  ArrowDown: (scene) => scene.turn(0, -1),
  '+': (scene) => scene.zoom(1),
  '=': (scene) => scene.zoom(1),
  '-': (scene) => scene.zoom(-1),
};

/** The interactive part: pointer, touch and keys rotate it. */
export function PartCanvas(props: PartCanvasProps) {
  const { name, model, measured, cut, height, layer, layerHeight, view, wire, ownMaterials, onFailure, onHome } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const callout = useRef<HTMLDivElement>(null);
  const [scene, setScene] = useState<PartScene | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a scene lives as long as its model
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    let next: PartScene;
    try {
      next = new PartScene(element, ({ overhang }) => {
        const label = callout.current;
        if (!label) return;
        label.hidden = !overhang || overhang[0] < 150;
        if (overhang)
          label.style.transform = `translate(${overhang[0] - 8}px, ${overhang[1]}px) translate(-100%, -50%)`;
      });
    } catch (error) {
      console.warn('No WebGL:', error);
      onFailure(false);
      return;
    }
    // Upload the part in a later task, because this task has already blocked the page for long by creating the WebGL context.
    const timer = setTimeout(() => {
      next.setPart(model.positions, model.bounds);
      setScene(next);
    });
    const observer = new ResizeObserver(() => next.resize());
    observer.observe(element);
    const lost = (event: Event) => {
      event.preventDefault();
      onFailure(true);
    };
    element.addEventListener('webglcontextlost', lost);
    const stopWatching = watchTheme(() => next.recolour());
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      element.removeEventListener('webglcontextlost', lost);
      stopWatching();
      next.dispose();
    };
  }, [model]);

  useEffect(() => {
    if (!measured) return;
    const { overhang, volume } = measured.figures;
    scene?.setFigures(measured.sections, overhang?.places ?? [], volume < 0);
  }, [scene, measured]);
  useEffect(() => scene?.setModel(ownMaterials && model.own ? model.own : undefined), [scene, ownMaterials, model]);
  useEffect(() => scene?.setView(view.name), [scene, view]);
  useEffect(() => scene?.setWireframe(wire), [scene, wire]);
  useEffect(() => scene?.setCut(height, layerHeight), [scene, height, layerHeight]);
  useEffect(() => {
    if (cut?.layer === layer && height !== null) scene?.setLayer(cut);
  }, [scene, cut, height, layer]);

  const press = (event: KeyboardEvent) => {
    if (!scene || event.altKey || event.ctrlKey || event.metaKey) return;
    const act = event.key === 'Home' ? onHome : keys[event.key];
    if (!act) return;
    event.preventDefault();
    act(scene);
  };
  const overhang = measured?.figures.overhang;
  return (
    <div className="absolute inset-0 overflow-hidden rounded-card">
      <div
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys turn the part
        tabIndex={0}
        aria-label={stageText.label(name)}
        aria-description={stageText.keys}
        onKeyDown={press}
        className="size-full rounded-card -outline-offset-4"
      >
        <canvas ref={canvas} className="block size-full touch-none cursor-grab active:cursor-grabbing" />
      </div>
      {overhang && !(ownMaterials && model.own) && (
        <div
          ref={callout}
          hidden
          aria-hidden="true"
          className="pointer-events-none absolute top-0 left-0 flex items-center gap-2 font-bold text-info text-sm max-md:hidden [&[hidden]]:hidden"
        >
          <span className="rounded-control bg-surface/80 px-1.5">{stageText.overhang(overhang.degrees)}</span>
          <span className="h-0.5 w-10 bg-info" />
        </div>
      )}
    </div>
  );
}
