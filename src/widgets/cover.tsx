import { useState } from 'react';
import { classNames } from '@/lib/class-names';
import { SliceCover } from '@/ui/slice-cover';

interface CoverProps {
  /** The id of the thing, from which its slice is drawn. */
  seed: string;
  src: string | null;
  hue?: number | null;
  className?: string;
}

/** The picture of a course, a news item or an event: its own, else its slice, also where its own cannot be had. An ornament. */
export function Cover({ seed, src, hue, className }: CoverProps) {
  const [broken, setBroken] = useState<string>();
  if (!src || src === broken)
    return <SliceCover seed={seed} {...(hue === undefined ? {} : { hue })} className={className ?? ''} />;
  return (
    <img
      src={src}
      alt=""
      loading="lazy"
      onError={() => setBroken(src)}
      className={classNames('aspect-video w-full bg-sunk object-cover', className)}
    />
  );
}
