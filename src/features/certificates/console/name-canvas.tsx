import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import type { CertificateFields } from '@/features/console-kit/requests/rows';
import { formatNumber } from '@/shared/format/format';
import { LETTER } from '../widgets/certificate-sheet';
import { fittingFontSize, nameWidth, SHEET } from '../widgets/sheet';
import { SampleSheet } from './sample-sheet';
import { adminCertificatesText as text } from './text';

/** Distance that an arrow key moves the name (percent of the sheet). */
const STEP = 1;
const LARGE_STEP = 5;

type NamePosition = CertificateFields['name_position'];

interface NameCanvasProps {
  id: string;
  fields: CertificateFields;
  name: string;
  onPlace: (place: NamePosition) => void;
  /** Called when a click or a drag ends, after `onPlace`. */
  onPlaced: () => void;
}

const inside = (percent: number) => Math.round(Math.min(100, Math.max(0, percent)) * 10) / 10;

const arrows: Record<string, NamePosition> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Width and height (percent of the sheet) of the frame around the name. */
function nameFrame({ name_position, name_font_size: wanted }: CertificateFields, name: string) {
  const width = name.length * LETTER * wanted;
  const size = fittingFontSize(wanted, width, nameWidth(name_position.x));
  return {
    width: ((name.length * LETTER + 1) * size * 100) / SHEET.width,
    height: (size * 1.5 * 100) / SHEET.height,
  };
}

const line = 'pointer-events-none absolute border-info border-dashed';
const mark = 'pointer-events-none absolute rounded bg-ink px-1.5 py-0.5 font-bold text-surface text-xs num';

/** The frame around the name, guide lines from the sheet's edges to the frame, and the position (percent) at the edges. */
function Guides({ place: { x, y }, frame }: { place: NamePosition; frame: { width: number; height: number } }) {
  const [left, right] = [x - frame.width / 2, x + frame.width / 2];
  const [top, bottom] = [y - frame.height / 2, y + frame.height / 2];
  return (
    <div aria-hidden="true" className="[--info:#1f5fae]">
      <span
        className="pointer-events-none absolute rounded border-2 border-info"
        style={{ left: `${left}%`, top: `${top}%`, width: `${frame.width}%`, height: `${frame.height}%` }}
      />
      <span className={`${line} border-l`} style={{ left: `${x}%`, top: 0, height: `${Math.max(0, top)}%` }} />
      <span className={`${line} border-l`} style={{ left: `${x}%`, top: `${bottom}%`, bottom: 0 }} />
      <span className={`${line} border-t`} style={{ top: `${y}%`, left: 0, width: `${Math.max(0, left)}%` }} />
      <span className={`${line} border-t`} style={{ top: `${y}%`, left: `${right}%`, right: 0 }} />
      <span className={`${mark} top-1 -translate-x-1/2`} style={{ left: `clamp(2rem, ${x}%, 100% - 2rem)` }}>
        {formatNumber(x)} %
      </span>
      <span className={`${mark} left-1 -translate-y-1/2`} style={{ top: `clamp(1rem, ${y}%, 100% - 1rem)` }}>
        {formatNumber(y)} %
      </span>
    </div>
  );
}

/** An 800 × 565 px canvas where a click, a drag or the arrow keys place the name. The sheet stays light in both themes. */
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
      {/* biome-ignore lint/a11y/useSemanticElements: the control has two values, and no input element does */}
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
        <SampleSheet certificate={{ ...fields, id }} name={name} label="" className="pointer-events-none" />
        <Guides place={fields.name_position} frame={nameFrame(fields, name)} />
      </div>
      <p role="status" className="mt-1 text-muted text-xs">
        {text.canvasState(formatNumber(x), formatNumber(y))}
      </p>
    </div>
  );
}
