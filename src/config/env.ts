/** The build's settings for the backend and the payment service. */

/** The publishable key of the embedded backend; it is not a secret. */
export const LOCAL_PUBLISHABLE_KEY = 'sb_publishable_sloy_local';

export interface BackendConfig {
  url: string;
  key: string;
}

/**
 * The backend that the app uses. If both variables are set, it is the Supabase project that they name. If neither is set, it is the embedded
 * backend at the page's origin.
 * @throws Error 'Missing Supabase environment variables...' when only one of the two is given (specification 1 §8).
 */
export function backendConfig(
  origin: string,
  url = import.meta.env.VITE_SUPABASE_URL,
  key = import.meta.env.VITE_SUPABASE_KEY,
): BackendConfig {
  if (!url && !key) return { url: origin, key: LOCAL_PUBLISHABLE_KEY };
  if (!url || !key) throw new Error('Missing Supabase environment variables...');
  return { url, key };
}

/** Base URL of the payment service: the build's variable, else port 4242 for a page on localhost (specification 1 §7), else the page's origin. */
export function serviceBase(
  page: { hostname: string; origin: string },
  url = import.meta.env.VITE_PAYMENTS_URL,
): string {
  if (url) return url.replace(/\/+$/, '');
  return page.hostname === 'localhost' || page.hostname === '127.0.0.1' ? 'http://localhost:4242' : page.origin;
}
