/** The build's backend settings, read once. */

/** The publishable key of the embedded backend: a name, not a secret. */
export const LOCAL_PUBLISHABLE_KEY = 'sb_publishable_sloy_local';

export interface BackendConfig {
  url: string;
  key: string;
}

/**
 * The backend to talk to. Neither variable: the page's own origin (the embedded backend). Both: that Supabase project.
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

/** Base URL of the service without /config.json: the one of the build, otherwise port 4242 for a page on localhost (specification 1 §7), otherwise the page's own origin. */
export function serviceBase(
  page: Pick<Location, 'hostname' | 'origin'>,
  url = import.meta.env.VITE_PAYMENTS_URL,
): string {
  if (url) return url.replace(/\/+$/, '');
  return page.hostname === 'localhost' || page.hostname === '127.0.0.1' ? 'http://localhost:4242' : page.origin;
}
