import { SUCCESS_TOAST_MS } from '@/config/limits';

/** Short messages that come and go. The library behind them is loaded with the first one. */
export type ToastKind = 'success' | 'error' | 'warning' | 'info';

export interface Toast {
  kind: ToastKind;
  title: string;
  description?: string;
  /** How long it stays, ms. */
  duration?: number;
  /** What can still be done about it, for as long as it stays. */
  action?: { label: string; onClick: () => void };
}

type Show = (toast: Toast) => void;

let show: Show | undefined;
let wake: (() => void) | undefined;
const waiting: Toast[] = [];

export function toast(kind: ToastKind, title: string, options: Omit<Toast, 'kind' | 'title'> = {}) {
  const message = { kind, title, ...(kind === 'success' && { duration: SUCCESS_TOAST_MS }), ...options };
  if (show) return show(message);
  waiting.push(message);
  wake?.();
}

/** The host calls this when it can show: what waited is shown now. */
export function toastsReady(by: Show) {
  show = by;
  for (const message of waiting.splice(0)) show(message);
}

/** The host is told when the first toast waits. */
export function onFirstToast(listener: () => void) {
  wake = listener;
  if (waiting.length) listener();
}
