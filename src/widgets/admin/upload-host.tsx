import { Suspense } from 'react';
import { useHasQueue } from '@/data/uploads/queue-upload';
import { lazyWithRetry } from '@/lib/lazy-with-retry';
import { SilentErrorBoundary } from '@/widgets/silent-error-boundary';

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
