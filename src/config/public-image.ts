import { backendConfig } from './env';

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
