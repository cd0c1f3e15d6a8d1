import { Suspense, useEffect } from 'react';
import { lazyWithRetry } from '@/ui/lazy-with-retry';
import { BANNER_ID } from './banner-id';
import type { AuthMessage } from './text/auth';

const AuthBanner = lazyWithRetry(() => import('./auth-banner').then((module) => module.AuthBanner));

/** The banner of a form. Its code loads while the learner types; until then the message is shown as plain text. */
export function LazyBanner({ message, onClose }: { message: AuthMessage | null; onClose: () => void }) {
  // Skip the React compiler: this code loads on the first visit, and the compiler's memo caches would add more code than they are worth.
  'use no memo';
  useEffect(() => {
    AuthBanner.preload().catch(() => undefined);
  }, []);
  if (!message) return null;
  return (
    <Suspense
      fallback={
        <p id={BANNER_ID} role="status" className="font-bold text-danger">
          {message.text}
        </p>
      }
    >
      <AuthBanner message={message} onClose={onClose} />
    </Suspense>
  );
}
