import type { ReactNode } from 'react';

/** A section of the page for one kind of control. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-10">
      <h2 className="mb-4 border-line border-b pb-2 text-xl">{title}</h2>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 md:grid-cols-2">{children}</div>
    </section>
  );
}

/** One control in one state, with the name of the state. */
export function Specimen({ name, wide = false, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? 'md:col-span-2' : undefined}>
      <p className="mb-2 text-muted text-xs">{name}</p>
      <div className="flex flex-wrap items-center gap-3">{children}</div>
    </div>
  );
}
