import { lazy, Suspense, useEffect, useState } from 'react';
import { onFirstToast } from './toast';

const Toaster = lazy(() => import('./toaster').then((module) => ({ default: module.Toaster })));

/** Where toasts appear; empty and light until there is one. */
export function ToastHost({ label }: { label: string }) {
  const [needed, setNeeded] = useState(false);
  useEffect(() => onFirstToast(() => setNeeded(true)), []);
  return needed ? (
    <Suspense>
      <Toaster label={label} />
    </Suspense>
  ) : null;
}
