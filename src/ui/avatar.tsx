import { useState } from 'react';
import { classNames } from '@/ui/class-names';
import { hueOf } from '@/ui/drawing/slice';

interface AvatarProps {
  /** The person's name, from which the initial and a constant colour are derived. */
  name: string;
  src?: string | null | undefined;
  size?: number;
  className?: string;
}

/** A picture or an initial. The avatar is decorative: the name is beside it or in the surrounding control. */
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
