import { CheckCircle2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Logo, PrintedObject } from '@/ui/printed-object';
import { SliceCover } from '@/ui/slice-cover';
import { Cues, LessonFrame, VIDEO_LAYERS } from './lesson-frame';
import { showcase } from './text/landing';

type Phase = 'initial' | 'entering' | 'fullscreen' | 'exiting';

/** Media query under which the section is animated. Twin: landing.css. */
const MOVES = '(min-width: 1080px) and (min-height: 560px) and (prefers-reduced-motion: no-preference)';
const STILL_LAYER = 18;
/** The section is "entering" while its top edge is between 0 and this share of the window's height. */
const ENTERING = 0.7;
const FIRST_LAYER = 3;
const within = (value: number) => Math.min(1, Math.max(0, value));

function phaseOf(top: number, bottom: number, view: number): Phase {
  if (top > view * ENTERING) return 'initial';
  if (top > 0) return 'entering';
  return bottom >= view ? 'fullscreen' : 'exiting';
}

/** Follows the scroll position: the phase, the printed layer, and the CSS variable `--grow` of the section. */
function useScrollScene() {
  const place = useRef<HTMLElement>(null);
  const [scene, setScene] = useState<{ phase: Phase; layer: number }>({ phase: 'initial', layer: STILL_LAYER });
  useEffect(() => {
    const moves = window.matchMedia(MOVES);
    const look = () => {
      const section = place.current;
      if (!section) return;
      if (!moves.matches) return setScene({ phase: 'fullscreen', layer: STILL_LAYER });
      const { top, bottom, height } = section.getBoundingClientRect();
      const view = document.documentElement.clientHeight;
      const phase = phaseOf(top, bottom, view);
      const layer = FIRST_LAYER + Math.round(within(-top / (height - view)) * (VIDEO_LAYERS - FIRST_LAYER));
      const grow = phase === 'exiting' ? within(bottom / view) : 1 - within(top / (view * ENTERING));
      section.style.setProperty('--grow', grow.toFixed(3));
      setScene((now) => (now.phase === phase && now.layer === layer ? now : { phase, layer }));
    };
    look();
    const gone = new AbortController();
    for (const kind of ['scroll', 'resize'])
      window.addEventListener(kind, look, { passive: true, signal: gone.signal });
    moves.addEventListener('change', look, { signal: gone.signal });
    return () => gone.abort();
  }, []);
  return { place, ...scene };
}

export function Showcase() {
  const { place, phase, layer } = useScrollScene();
  const lessons = Math.round((layer / VIDEO_LAYERS) * 12);
  return (
    <>
      <div className="ld-wide ld-intro">
        <h2 id="showcase">{showcase.title}</h2>
        <p className="ld-lead">{showcase.lead}</p>
      </div>
      <section ref={place} aria-labelledby="showcase" data-phase={phase} className="ld-show">
        <div className="ld-screen">
          <div className="ld-lesson">
            <div className="ld-bar">
              <Logo />
              <span className="ld-saved">
                <CheckCircle2 size={16} aria-hidden="true" />
                {showcase.saved}
              </span>
            </div>
            <div>
              <LessonFrame layer={layer} />
              <h3>{showcase.lesson}</h3>
              <p>
                {showcase.course} · {showcase.teacher}
              </p>
            </div>
            <div className="ld-side">
              <div className="ld-card ld-course">
                <SliceCover seed={showcase.course} hue={32} />
                <div className="ld-row">
                  <PrintedObject shape="vase" total={12} done={lessons} width={52} height={52} label="" />
                  <p>
                    <b>{showcase.course}</b>
                    <br />
                    <span className="num">{showcase.done(lessons)}</span>
                  </p>
                </div>
              </div>
              <h3>{showcase.captions}</h3>
              <Cues layer={layer} />
            </div>
          </div>
        </div>
      </section>
    </>
  );
}
