import { useId } from 'react';
import { classNames } from '@/ui/class-names';
import { hueOf, slice } from '@/ui/drawing/slice';

interface SliceCoverProps {
  /** Id of the item. The same id always gives the same cover. */
  seed: string;
  hue?: number | null;
  /** Hue of the category, for news, events and certificates. */
  category?: string | null | undefined;
  className?: string;
}

/** Generated cover of an item without a picture: a sliced solid with walls and infill. Decorative, hidden from screen readers. */
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
