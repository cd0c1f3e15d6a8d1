/**
 * Recognises answers that are not the product's own: the sign-in page of a captive portal, or the start page of a host for a missing file.
 * Rule: such an answer is never cached. A cached page in place of code would break the app until the next version.
 */
import type { WorkboxPlugin } from 'workbox-core';

/** The root element of our `index.html`. The other prerendered pages have it too. */
const OWN_PAGE = 'id="root"';

/** A page where a file was asked for is the answer of a captive portal. */
export const isHtml = (answer: Response) => /^text\/html\b/i.test(answer.headers.get('Content-Type') ?? '');

/** Reads a copy of a page, so that the answer itself can still be stored. */
export async function isOwnAnswer(url: string, answer: Response): Promise<boolean> {
  if (!answer.ok) return false;
  const isPage = new URL(url).pathname.endsWith('.html');
  if (isPage !== isHtml(answer)) return false;
  return !isPage || (await answer.clone().text()).includes(OWN_PAGE);
}

/** Keeps foreign answers out of the precache. The installation then fails, and the browser repeats it later. */
export const ownAnswers: WorkboxPlugin = {
  cacheWillUpdate: async ({ request, response }) => ((await isOwnAnswer(request.url, response)) ? response : null),
};

/** The same for files that are never pages. Opaque answers (status 0) have no readable type. */
export const noPages: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) => (isHtml(response) ? null : response),
};
