import { useState } from 'react';
import { publicImageUrl } from '@/shared/product';
import { classNames } from '@/ui/class-names';
import { SliceCover } from '@/ui/slice-cover';

interface CoverProps {
  /** Id from which the fallback drawing is generated. */
  seed: string;
  src: string | null;
  hue?: number | null;
  className?: string;
}

/** Cover of a course, news item or event: its own picture, or a generated drawing if there is none or it fails to load. Decorative. */
export function Cover({ seed, src, hue, className }: CoverProps) {
  const [broken, setBroken] = useState<string>();
  if (!src || src === broken)
    return <SliceCover seed={seed} {...(hue === undefined ? {} : { hue })} className={className ?? ''} />;
  return (
    <img
      src={publicImageUrl(src)}
      alt=""
      loading="lazy"
      onError={() => setBroken(src)}
      className={classNames('aspect-video w-full bg-sunk object-cover', className)}
    />
  );
}
