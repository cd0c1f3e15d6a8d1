import { Suspense, useEffect, useState } from 'react';
import { lazyWithRetry } from '@/ui/lazy-with-retry';
import { onFirstToast } from './toast';

const Toaster = lazyWithRetry(() => import('./toaster').then((module) => module.Toaster));

/** Container of toasts. The toast library loads with the first toast. */
export function ToastHost({ label }: { label: string }) {
  const [needed, setNeeded] = useState(false);
  useEffect(() => onFirstToast(() => setNeeded(true)), []);
  return needed ? (
    <Suspense>
      <Toaster label={label} />
    </Suspense>
  ) : null;
}
