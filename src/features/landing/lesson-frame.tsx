import { PrintedObject } from '@/ui/printed-object';
import { showcase } from './text/landing';

export const VIDEO_LAYERS = 26;
const VIDEO_SECONDS = 372;
const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** A drawn lesson player: its video shows a vase with the layers printed so far. */
export function LessonFrame({ layer }: { layer: number }) {
  const share = layer / VIDEO_LAYERS;
  return (
    <figure className="ld-video">
      <PrintedObject
        shape="vase"
        total={VIDEO_LAYERS}
        done={Math.min(VIDEO_LAYERS, layer + 0.4)}
        minLines={VIDEO_LAYERS}
        width={250}
        height={230}
        label={showcase.video(layer, VIDEO_LAYERS)}
      />
      <figcaption className="num">
        <span className="ld-track" aria-hidden="true">
          <i style={{ width: `${share * 100}%` }} />
        </span>
        <span>
          {clock(Math.round(share * VIDEO_SECONDS))} / {clock(VIDEO_SECONDS)}
        </span>
        <span>{showcase.layer(layer, VIDEO_LAYERS)}</span>
      </figcaption>
    </figure>
  );
}

/** The captions of the video in `LessonFrame`, with the current line marked. */
export function Cues({ layer }: { layer: number }) {
  const now = Math.min(showcase.cues.length - 1, Math.floor((layer / VIDEO_LAYERS) * showcase.cues.length));
  return (
    <ol className="ld-cues">
      {showcase.cues.map(({ at, text }, index) => (
        <li key={at} data-now={index === now}>
          <span className="num">{at}</span>
          {text}
        </li>
      ))}
    </ol>
  );
}
