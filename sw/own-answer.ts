/**
 * Recognises foreign responses: the sign-in page of a captive portal, or a host's start page in place of a missing file.
 * Rule: never cache a foreign response. A cached page in place of code would break the app until the next version.
 */
import type { WorkboxPlugin } from 'workbox-core';

/** The root element of our `index.html`. The other prerendered pages have it too. */
const OWN_PAGE = 'id="root"';

/** True for an HTML response. If a request for a file gets HTML, the response is foreign. */
export const isHtml = (answer: Response) => /^text\/html\b/i.test(answer.headers.get('Content-Type') ?? '');

/** Whether a response is the product's own. Reads a clone of a page, so that the response itself can still be stored. */
export async function isOwnAnswer(url: string, answer: Response): Promise<boolean> {
  if (!answer.ok) return false;
  const isPage = new URL(url).pathname.endsWith('.html');
  if (isPage !== isHtml(answer)) return false;
  return !isPage || (await answer.clone().text()).includes(OWN_PAGE);
}

/** Keeps foreign responses out of the precache. The installation then fails, and the browser repeats it later. */
export const ownAnswers: WorkboxPlugin = {
  cacheWillUpdate: async ({ request, response }) => ((await isOwnAnswer(request.url, response)) ? response : null),
};

/** Keeps HTML out of caches whose files are never pages. Opaque responses (status 0) pass, because they have no readable type. */
export const noPages: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) => (isHtml(response) ? null : response),
};
