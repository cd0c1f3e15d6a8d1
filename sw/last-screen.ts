/**
 * Puts the last rendered screen of a dashboard's URL into the shell, so that a start shows content before any code has run.
 * `src/app/start/keep-last-screen.ts` stores it; `last-screen.ts` beside it removes it when the real screen has content.
 */
import { LAST_SCREEN_CACHE, SCREEN_UNTIL } from '../src/shared/names';

/** @param shell index.html @returns `shell` with the last screen of `url`, if there is one */
export async function withLastScreen(url: URL, shell: Response): Promise<Response> {
  const kept = await caches.match(url.href, { cacheName: LAST_SCREEN_CACHE });
  if (!kept || Date.now() > Number(kept.headers.get(SCREEN_UNTIL))) return shell;
  const [html, screen] = await Promise.all([shell.text(), kept.text()]);
  const headers = new Headers(shell.headers);
  for (const name of ['content-length', 'content-encoding', 'etag']) headers.delete(name);
  return new Response(
    html.replace('<div id="root">', (root) => screen + root),
    { headers },
  );
}
