/**
 * Loads the page at `href` from the server when the code of its screen is missing: a newer version replaced it before the worker cached it.
 * Rule: only a screen that is opened inside the running page calls this, so the page cannot reload in a loop; and only if the server answers,
 * because the running page is better than an error page.
 */
export async function openInNewVersion(href: string): Promise<void> {
  const answer = await fetch(href, { cache: 'no-store', headers: { Accept: 'text/html' } }).catch(() => undefined);
  if (!answer?.ok) return;
  if (location.href === href) location.reload();
  else location.assign(href);
  await new Promise(() => undefined); // Never resolves, because the page is being replaced.
}
