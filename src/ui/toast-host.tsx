import { Suspense, useEffect, useState } from 'react';
import { latePart } from '@/lib/late-part';
import { onFirstToast } from './toast';

const Toaster = latePart(() => import('./toaster').then((module) => module.Toaster));

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
