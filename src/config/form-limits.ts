/** Constants of the forms of visitors; apart from `limits.ts`, which every first paint pays for. */

/** A launch sign-up of the same address within this time is answered as one of today, ms (specification 3 §9). */
export const LAUNCH_REPEAT_MS = 86_400_000;
/** Toasts of the launch sign-up, ms. */
export const LAUNCH_TOAST_MS = { success: 3_000, error: 5_000 } as const;
/** The demo form says 'Submitting...' for so long, ms (specification 1 §9). */
export const DEMO_SUBMIT_MS = 1_500;
