import { safePath } from '@/lib/safe-path';

/** Where a message leads: a path of this product, another site that gets a window of its own, or nowhere. */
export type Target = { path: string } | { href: string } | null;

/** Rule: a link that others wrote is a same-origin path or https, or it leads nowhere. */
export function targetOf(link: string | null, origin = location.origin): Target {
  const path = safePath(link);
  if (path) return { path };
  if (!link?.startsWith('https://') || !URL.canParse(link)) return null;
  const url = new URL(link);
  if (url.origin !== origin) return { href: url.href };
  const own = safePath(url.pathname + url.search + url.hash);
  return own === null ? null : { path: own };
}
