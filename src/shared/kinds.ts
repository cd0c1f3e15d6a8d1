/**
 * Kinds that the page, the worker, the server and SQL share. `npm run db:baseline` writes each list into supabase/schemas/constants.sql as a
 * function, with this comment as its own.
 */

/** Kinds of notifications that can be muted; errors always arrive. */
export const mutableKinds = ['info', 'success', 'warning'] as const;
/** Topics of notifications; learners choose which are pushed to their devices. */
export const pushTopics = ['lesson', 'event', 'achievement', 'comment', 'billing', 'admin'] as const;
/** Topics of contact requests. */
export const contactTopics = ['mentor', 'payment', 'technical', 'other'] as const;
/** Places of the form for the store's launch. */
export const launchSources = ['store_page', 'admin_page', 'dashboard'] as const;
/** Every published version of each text to which people consent, the newest last. */
export const legalTexts = {
  terms: ['2025-06-16'],
  privacy: ['2025-06-16', '2026-11-29'],
  refund: ['2025-06-16'],
  age: ['2026-11-23'],
} as const;
