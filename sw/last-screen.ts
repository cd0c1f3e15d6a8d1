/**
 * Keeps the last rendered screen of each dashboard URL and puts it into the shell at the next navigation, so that a start shows content before any
 * code has run. `src/app/start/keep-last-screen.ts` makes the markup; `last-screen.ts` beside it removes it when the real screen has content.
 */
import { LAST_SCREEN_CACHE } from '../src/shared/names';

/** A message of the page that is being hidden. */
export interface KeptScreen {
  /** Path and query. */
  path: string;
  /** Markup to put before #root. */
  html: string;
  /** End of the time in which the guard admits the account without the server (Unix time in ms). */
  until: number;
}

export const isKeptScreen = (data: object): data is KeptScreen => 'path' in data && 'html' in data && 'until' in data;

const UNTIL = 'x-until';

export async function keepScreen({ path, html, until }: KeptScreen): Promise<void> {
  const cache = await caches.open(LAST_SCREEN_CACHE);
  await cache.put(path, new Response(html, { headers: { [UNTIL]: String(until) } }));
}

/** @param shell index.html @returns `shell` with the last screen of `url`, if there is one */
export async function withLastScreen(url: URL, shell: Response): Promise<Response> {
  const kept = await caches.match(url.href, { cacheName: LAST_SCREEN_CACHE });
  if (!kept || Date.now() > Number(kept.headers.get(UNTIL))) return shell;
  const [html, screen] = await Promise.all([shell.text(), kept.text()]);
  const headers = new Headers(shell.headers);
  for (const name of ['content-length', 'content-encoding', 'etag']) headers.delete(name);
  return new Response(
    html.replace('<div id="root">', (root) => screen + root),
    { headers },
  );
}
