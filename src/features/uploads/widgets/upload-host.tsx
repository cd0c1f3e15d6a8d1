import { Suspense } from 'react';
import { lazyWithRetry } from '@/ui/lazy-with-retry';
import { SilentErrorBoundary } from '@/ui/silent-error-boundary';
import { useHasQueue } from '../mutations/queue-upload';

const UploadPanel = lazyWithRetry(() => import('./upload-panel').then((module) => module.UploadPanel));

/** Loads the upload queue after the screen, and only if this device has something to upload. */
export const UploadHost = () =>
  useHasQueue() && (
    <SilentErrorBoundary>
      <Suspense>
        <UploadPanel />
      </Suspense>
    </SilentErrorBoundary>
  );
