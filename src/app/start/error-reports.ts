import { isPreview } from '@/device/session/session-store';

/** Reports an error that nothing handled. The code that decides and sends loads with the first one. Never throws. */
export function reportUnhandled(error: unknown): void {
  if (isPreview || !(error instanceof Error)) return;
  import('@/features/client-errors/requests').then(({ sendReport }) => sendReport(error)).catch(() => undefined);
}

export function watchErrors(): void {
  addEventListener('error', ({ error }) => reportUnhandled(error));
  addEventListener('unhandledrejection', ({ reason }) => reportUnhandled(reason));
}
