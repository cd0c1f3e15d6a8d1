import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { formatNumber } from '@/shared/format/format';
import { stageText } from '../text/viewer';

interface LayerSliderProps {
  layer: number;
  layers: number;
  /** The layer as text: number, total, height. */
  words: string;
  onChange: (layer: number) => void;
}

/** Share of all layers by which Page Up and Page Down move. */
const PAGE = 0.1;

/** Vertical slider beside the part. The thumb is 44 px and shows the layer number. */
export function LayerSlider({ layer, layers, words, onChange }: LayerSliderProps) {
  const track = useRef<HTMLDivElement>(null);
  const share = layers > 1 ? (layer - 1) / (layers - 1) : 1;
  const choose = (next: number) => onChange(Math.max(1, Math.min(layers, Math.round(next))));
  const follow = ({ clientY }: PointerEvent) => {
    const box = track.current?.getBoundingClientRect();
    if (box?.height) choose(1 + (1 - (clientY - box.top) / box.height) * (layers - 1));
  };
  const page = Math.max(1, Math.round(layers * PAGE));
  const steps: Record<string, number> = {
    ArrowUp: layer + 1,
    ArrowRight: layer + 1,
    ArrowDown: layer - 1,
    ArrowLeft: layer - 1,
    PageUp: layer + page,
    PageDown: layer - page,
    Home: 1,
    End: layers,
  };
  const press = (event: KeyboardEvent) => {
    const next = steps[event.key];
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    choose(next);
  };
  return (
    <div className="flex h-full w-16 flex-col items-center gap-1 text-muted text-xs">
      <span className="num" aria-hidden="true">
        {formatNumber(layers)}
      </span>
      <div
        role="slider"
        tabIndex={0}
        aria-label={stageText.slider}
        aria-orientation="vertical"
        aria-valuemin={1}
        aria-valuemax={layers}
        aria-valuenow={layer}
        aria-valuetext={words}
        onKeyDown={press}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          follow(event);
        }}
        onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && follow(event)}
        className="group relative flex w-11 grow cursor-ns-resize touch-none justify-center py-[22px] outline-none"
      >
        <div ref={track} className="relative w-1.5 rounded-full bg-(--ghost)">
          <div className="absolute inset-x-0 bottom-0 rounded-full bg-accent" style={{ height: `${share * 100}%` }} />
          <div
            className="num absolute left-1/2 grid size-11 -translate-x-1/2 translate-y-1/2 place-items-center rounded-full border-2 border-ink bg-surface font-bold text-ink text-xs outline-accent-ink outline-offset-2 group-focus-visible:outline-3"
            style={{ bottom: `${share * 100}%` }}
          >
            {layer}
          </div>
        </div>
      </div>
      <span aria-hidden="true">{stageText.firstLayer}</span>
    </div>
  );
}
