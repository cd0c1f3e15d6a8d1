import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import type { CertificateFields } from '@/data/admin/certificates';
import { formatNumber } from '@/lib/format';
import { adminCertificatesText as text } from '@/text/admin/certificates';
import { CertificateSheet } from '@/widgets/certificate/certificate-sheet';

/** Steps of the arrow keys (percent). */
const STEP = 1;
const LARGE_STEP = 5;

type NamePosition = CertificateFields['name_position'];

interface NameCanvasProps {
  id: string;
  fields: CertificateFields;
  name: string;
  onPlace: (place: NamePosition) => void;
  /** Called when a click or a drag ends. */
  onPlaced: () => void;
}

const inside = (percent: number) => Math.round(Math.min(100, Math.max(0, percent)) * 10) / 10;

const arrows: Record<string, NamePosition> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** The canvas of 800 × 565 on which the name is placed by click, drag or arrow keys. The sheet stays light in both themes. */
export function NameCanvas({ id, fields, name, onPlace, onPlaced }: NameCanvasProps) {
  const paper = useRef<HTMLDivElement>(null);
  const dragging = useRef(false);
  const { x, y } = fields.name_position;

  const placeAt = ({ clientX, clientY }: PointerEvent) => {
    const box = paper.current?.getBoundingClientRect();
    if (!box) return;
    onPlace({
      x: inside(((clientX - box.left) * 100) / box.width),
      y: inside(((clientY - box.top) * 100) / box.height),
    });
  };
  const onKey = (event: KeyboardEvent) => {
    const arrow = arrows[event.key];
    if (!arrow) return;
    event.preventDefault();
    const step = event.shiftKey ? LARGE_STEP : STEP;
    onPlace({ x: inside(x + arrow.x * step), y: inside(y + arrow.y * step) });
  };
  const end = () => {
    if (dragging.current) onPlaced();
    dragging.current = false;
  };
  return (
    <div>
      {/* biome-ignore lint/a11y/useSemanticElements: two values in one control, which no input has */}
      <div
        ref={paper}
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the name; the fields below do the same
        tabIndex={0}
        aria-label={text.canvas}
        onKeyDown={onKey}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          dragging.current = true;
          placeAt(event);
        }}
        onPointerMove={(event) => dragging.current && placeAt(event)}
        onPointerUp={end}
        onPointerCancel={end}
        className="relative max-w-[800px] cursor-crosshair touch-none overflow-hidden rounded-control border border-line bg-white"
      >
        <CertificateSheet certificate={{ ...fields, id }} name={name} label="" className="pointer-events-none" />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 border-info border-l border-dashed"
          style={{ left: `${x}%` }}
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-x-0 border-info border-t border-dashed"
          style={{ top: `${y}%` }}
        />
      </div>
      <p role="status" className="mt-1 text-muted text-xs">
        {text.canvasState(formatNumber(x), formatNumber(y))}
      </p>
    </div>
  );
}
