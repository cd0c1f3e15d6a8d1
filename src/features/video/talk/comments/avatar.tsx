import { useState } from 'react';

/** A face, or the first letter of the name where there is none or it cannot be shown. */
export function Avatar({ name, url }: { name: string; url: string | null }) {
  const [broken, setBroken] = useState<string>();
  if (url && broken !== url)
    return (
      <img
        src={url}
        alt=""
        loading="lazy"
        width={40}
        height={40}
        onError={() => setBroken(url)}
        className="size-10 shrink-0 rounded-full bg-sunk object-cover"
      />
    );
  return (
    <span aria-hidden="true" className="grid size-10 shrink-0 place-items-center rounded-full bg-sunk font-extrabold text-accent-ink">
      {name.trim().charAt(0).toUpperCase()}
    </span>
  );
}
