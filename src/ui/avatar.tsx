import { useState } from 'react';
import { classNames } from '@/lib/class-names';
import { hueOf } from '@/lib/slice';

interface AvatarProps {
  /** Whose; the initial comes from it, and the colour, always the same for a name. */
  name: string;
  src?: string | null | undefined;
  size?: number;
  className?: string;
}

/** A face or an initial. An ornament: the name stands beside it or in the control around it. */
export function Avatar({ name, src, size = 36, className }: AvatarProps) {
  const [broken, setBroken] = useState<string>();
  const initial = [...name.trim()][0]?.toLocaleUpperCase('bg') ?? '·';
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'inline-grid shrink-0 place-items-center overflow-hidden rounded-full hued font-extrabold text-ink leading-none',
        className,
      )}
      style={{ width: size, height: size, fontSize: size * 0.44, '--hue': hueOf(name) }}
    >
      {src && src !== broken ? (
        <img src={src} alt="" className="size-full object-cover" onError={() => setBroken(src)} />
      ) : (
        initial
      )}
    </span>
  );
}
