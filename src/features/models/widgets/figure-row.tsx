import type { ReactNode } from 'react';

/** A value with its label, in a `dl`. */
export function FigureRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 text-sm max-md:text-base">
      <dt className="text-muted">{name}</dt>
      <dd className="num ml-auto text-right font-bold">{children}</dd>
    </div>
  );
}
