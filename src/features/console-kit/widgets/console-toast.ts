import { type Toast, toast } from '@/ui/toast';

/** Durations of the console's messages (ms, specification 3 §9). */
const DURATION_MS = { success: 3_000, error: 5_000, undo: 8_000 } as const;

type Options = Pick<Toast, 'description' | 'action'>;

/** Short messages of the console. */
export const consoleToast = {
  success: (title: string, options: Options = {}) =>
    toast('success', title, { duration: DURATION_MS.success, ...options }),
  error: (title: string, options: Options = {}) => toast('error', title, { duration: DURATION_MS.error, ...options }),
  info: (title: string, options: Options = {}) => toast('info', title, { duration: DURATION_MS.error, ...options }),
  /** A message with an undo button. */
  undo: (title: string, action: NonNullable<Toast['action']>) =>
    toast('success', title, { duration: DURATION_MS.undo, action }),
};
