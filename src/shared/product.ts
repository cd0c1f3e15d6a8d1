/** What belongs to this school: its backend and payment service, its pictures, legal texts and course files. */

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

// Pictures.

const backendUrl = () => backendConfig(location.origin).url;

/** The URL of a picture. `stored` is an https URL, a path of the backend, or a key in the public bucket `images`. */
export function publicImageUrl(stored: string): string {
  if (stored.startsWith('/storage/')) return backendUrl() === location.origin ? stored : `${backendUrl()}${stored}`;
  return /^(https:|\/)/i.test(stored)
    ? stored
    : `${backendUrl()}/storage/v1/object/public/images/${stored.split('/').map(encodeURIComponent).join('/')}`;
}

/** Reduces a URL of the backend to its path, so that stored URLs stay valid when the server moves. Twin: sync.portable_url. */
export function portableImageUrl(url: string): string {
  const host = [backendUrl(), location.origin].find((origin) => url.startsWith(`${origin}/`));
  return host ? url.slice(host.length) : url;
}

// Versions of the texts to which people consent, stored with each consent. Twin: consents.version.
// Rule: when a text changes, its version becomes the date of the change, also in `legalTexts`; `tests/unit/features/legal/legal-versions.test.ts` compares the texts with the
// recorded hashes.

export const LEGAL_VERSIONS = {
  terms: '2025-06-16',
  privacy: '2026-11-29',
  refund: '2025-06-16',
  /** The statement at registration that the person is old enough. */
  age: '2026-11-23',
} as const;

const { terms, privacy, refund, age } = LEGAL_VERSIONS;
/** The texts to which people consent when they register, and when they buy. */
export const REGISTRATION_CONSENTS = { terms, privacy, age } as const;
export const PURCHASE_CONSENTS = { terms, privacy, refund } as const;

// The version of the wire.

/**
 * Version of the wire protocol: the shapes of `sync_pull`, `sync_push` and the journal documents. Each call sends it as `p_version`.
 * Rule: raise WIRE_VERSION when a shape changes (a test hashes the schemas) and deploy the server before the app. Raise LOWEST_WIRE_VERSION only
 * when the server can no longer serve an older app. Twin of both: sync.check_wire_version.
 * Guarantees: an app below the lowest version gets `client_too_old`, an app above the server's version `server_too_old`. In both cases
 * documents stay pending until the app or the server is updated.
 */
export const WIRE_VERSION = 1;
export const LOWEST_WIRE_VERSION = 1;

// Phones and documents.

/** Recognises user agents of phones and tablets. The build also writes this pattern into the script of index.html. */
export const mobileAgent = /Android|webOS|iPhone|iPad|iPod|BlackBerry|IEMobile|Opera Mini|Mobile/i;

/** The file in dist of a prerendered page. A static host that omits `.html` serves it at this URL without configuration. */
export const documentName = (path: string) => `${path.slice(1) || 'landing'}.html`;
