import type { ReactNode } from 'react';
import { PrintedObject } from '@/ui/printed-object';

interface CheckoutFrameProps {
  title: string;
  /** Number of printed layers, out of ten. */
  printed: number;
  children: ReactNode;
  action: ReactNode;
}

export function CheckoutFrame({ title, printed, children, action }: CheckoutFrameProps) {
  return (
    <main className="mx-auto grid min-h-[90dvh] max-w-lg place-content-center justify-items-center gap-3 px-6 text-center">
      <PrintedObject shape="vase" total={10} done={printed} width={112} height={120} label="" />
      <h1 className="mt-3 text-2xl">{title}</h1>
      <div aria-live="polite" className="text-muted">
        {children}
      </div>
      <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div>
    </main>
  );
}
