import { useId } from 'react';
import { classNames } from '@/lib/class-names';
import { hueOf, slice } from '@/lib/slice';

interface SliceCoverProps {
  /** The id of the thing: the same id is always the same cover. */
  seed: string;
  hue?: number | null;
  /** News, events and certificates have the hue of their category. */
  category?: string | null | undefined;
  className?: string;
}

/** The picture of a thing that has none: one slice of a solid, its walls and its infill. An ornament, hidden from screen readers. */
export function SliceCover({ seed, hue, category, className }: SliceCoverProps) {
  const clip = useId();
  const { perimeters, infill } = slice(seed);
  const colour = `oklch(0.62 0.17 ${hue ?? hueOf(category || seed)})`;
  return (
    <svg
      viewBox="0 0 320 180"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      fill="none"
      stroke={colour}
      strokeLinejoin="round"
      className={classNames('block aspect-video w-full', className)}
      style={{ background: `color-mix(in oklab, ${colour} 9%, var(--surface))` }}
    >
      <clipPath id={clip}>
        <path d={perimeters.at(-1)} />
      </clipPath>
      <path d={infill} clipPath={`url(#${clip})`} strokeWidth="0.9" opacity="0.45" />
      {perimeters.map((wall, index) => (
        <path key={wall} d={wall} strokeWidth={index ? 2.2 : 3.4} opacity={1 - index * 0.2} />
      ))}
    </svg>
  );
}
