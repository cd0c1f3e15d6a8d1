import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { PARTNER_ADVANCE_MS } from '@/shared/app-limits';
import { IconButton } from '@/ui/button';
import { type Shape, shapeOf } from '@/ui/drawing/printed';
import { PrintedObject } from '@/ui/printed-object';
import { useMedia } from '@/ui/use-media';
import { partners } from './text/landing';

/** Distance (px) from which a pointer movement counts as a swipe. */
const SWIPE_PX = 40;
const marks: readonly { name: string; shape: Shape }[] = partners.names.map((name) => ({ name, shape: shapeOf(name) }));

/** True while the mouse is over the carousel or the focus is inside it. Also reports swipes. */
function useTouched(place: RefObject<HTMLElement | null>, onSwipe: (step: 1 | -1) => void) {
  const [over, setOver] = useState(false);
  const [within, setWithin] = useState(false);
  const swipe = useRef(onSwipe);
  useEffect(() => {
    swipe.current = onSwipe;
  });
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    let from: number | null = null;
    const gone = new AbortController();
    const on = <K extends keyof HTMLElementEventMap>(kind: K, then: (event: HTMLElementEventMap[K]) => void) =>
      element.addEventListener(kind, then, { signal: gone.signal });
    on('pointerenter', ({ pointerType }) => setOver(pointerType === 'mouse'));
    on('pointerleave', () => setOver(false));
    on('focusin', () => setWithin(true));
    on('focusout', () => setWithin(false));
    on('pointerdown', ({ clientX }) => {
      from = clientX;
    });
    on('pointercancel', () => {
      from = null;
    });
    on('pointerup', ({ clientX }) => {
      const way = from === null ? 0 : clientX - from;
      from = null;
      if (Math.abs(way) >= SWIPE_PX) swipe.current(way < 0 ? 1 : -1);
    });
    return () => gone.abort();
  }, [place]);
  return over || within;
}

/** The partners' logos in a ring that advances every three seconds, unless somebody interacts with it or prefers reduced motion. */
export function PartnerCarousel() {
  const place = useRef<HTMLElement>(null);
  const [{ turn, way }, setTurn] = useState<{ turn: number; way: 1 | -1 | 0 }>({ turn: 0, way: 0 });
  /** Undefined until the visitor has pressed the button. */
  const [chosen, setPlaying] = useState<boolean>();
  const isStill = useMedia('(prefers-reduced-motion: reduce)', true);
  const playing = chosen ?? !isStill;
  const move = (step: 1 | -1) => setTurn((now) => ({ turn: now.turn + step, way: step }));
  const held = useTouched(place, move);
  const running = playing && !held;
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setTurn((now) => ({ turn: now.turn + 1, way: 1 })), PARTNER_ADVANCE_MS);
    return () => clearInterval(timer);
  }, [running]);

  const count = marks.length;
  // Start the ring with the previous logo, outside the visible part, so that it can animate out and back in.
  const ring = marks.map((_, index) => marks[(((turn - 1 + index) % count) + count) % count] ?? marks[0]!);
  return (
    <section
      ref={place}
      aria-label={partners.label}
      aria-roledescription="carousel"
      data-running={running}
      className="ld-wide ld-partners"
    >
      <h2>{partners.title}</h2>
      <div className="ld-window">
        <ul key={turn} data-way={way}>
          {ring.map(({ name, shape }) => (
            <li key={name}>
              <PrintedObject shape={shape} total={9} done={9} minLines={9} width={34} height={34} label="" />
              {name}
            </li>
          ))}
        </ul>
      </div>
      <div className="ld-controls">
        <IconButton label={partners.previous} onClick={() => move(-1)}>
          <ChevronLeft size={22} aria-hidden="true" />
        </IconButton>
        <IconButton label={playing ? partners.pause : partners.play} onClick={() => setPlaying(!playing)}>
          {playing ? <Pause size={20} aria-hidden="true" /> : <Play size={20} aria-hidden="true" />}
        </IconButton>
        <IconButton label={partners.next} onClick={() => move(1)}>
          <ChevronRight size={22} aria-hidden="true" />
        </IconButton>
      </div>
    </section>
  );
}
