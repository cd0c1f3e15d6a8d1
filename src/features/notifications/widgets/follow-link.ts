import { safePath } from '@/shared/safe-path';

/** Target of a notification: a path of the app, another site in a new window, or none. */
export type Target = { path: string } | { href: string } | null;

/** Rule: follow only same-origin paths and https URLs, because the link is untrusted input. */
export function targetOf(link: string | null, origin = location.origin): Target {
  const path = safePath(link);
  if (path) return { path };
  if (!link?.startsWith('https://') || !URL.canParse(link)) return null;
  const url = new URL(link);
  if (url.origin !== origin) return { href: url.href };
  const own = safePath(url.pathname + url.search + url.hash);
  return own === null ? null : { path: own };
}
