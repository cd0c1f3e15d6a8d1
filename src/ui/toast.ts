import { SUCCESS_TOAST_MS } from '@/shared/app-limits';

/** Kinds of toasts. The toast library loads with the first toast. */
export type ToastKind = 'success' | 'error' | 'warning' | 'info';

export interface Toast {
  kind: ToastKind;
  title: string;
  description?: string;
  /** Messages with the same id replace one another. */
  id?: string;
  /** Duration (ms). */
  duration?: number;
  /** An action that is offered while the message is visible. */
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

/** The host calls this function when it is ready to show messages, and then receives the messages that came earlier. */
export function toastsReady(by: Show) {
  show = by;
  for (const message of waiting.splice(0)) show(message);
}

/** Registers the callback that loads the host when the first message comes. */
export function onFirstToast(listener: () => void) {
  wake = listener;
  if (waiting.length) listener();
}
