/** Constants of the visitors' forms; kept out of `limits.ts`, because every first paint loads that file. */

/** A launch sign-up that is repeated within this time (ms) gets the response of the first one (specification 3 §9). */
export const LAUNCH_REPEAT_MS = 86_400_000;
/** Duration of the toasts after a launch sign-up (ms). */
export const LAUNCH_TOAST_MS = { success: 3_000, error: 5_000 } as const;
/** How long the demo form shows 'Submitting...' (ms; specification 1 §9). */
export const DEMO_SUBMIT_MS = 1_500;
