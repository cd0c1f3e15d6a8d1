import { StrictMode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { createMemoryRouter } from 'react-router-dom';
import { prerenderedText } from '@/app/text/prerendered';
import { network } from '@/features/accounts/text/auth';
import { paths } from '@/shared/paths';
import { PRODUCT, titles } from '@/shared/text/common';
import { Banner } from '@/ui/banner';
import { App, firstScreen, openRouter } from './app';
import { structuredData } from './structured-data';

interface PrerenderedPage {
  path: string;
  title: string;
  /** The module whose styles the screen needs. */
  module: string;
  /** JSON-LD for search engines. */
  data?: object;
}

const pages: readonly PrerenderedPage[] = [
  { path: paths.landing, title: titles.landing, module: 'src/features/landing/landing-page.tsx', data: structuredData },
  { path: paths.login, title: titles.login, module: 'src/features/accounts/login-page.tsx' },
  { path: paths.register, title: titles.register, module: 'src/features/accounts/register-page.tsx' },
  { path: paths.pricing, title: titles.pricing, module: 'src/features/billing/pricing-page.tsx' },
  { path: paths.pricingMobile, title: titles.pricing, module: 'src/features/billing/pricing-page.tsx' },
  ...([paths.terms, paths.privacy, paths.refund] as const).map((path, index) => ({
    path,
    title: [titles.terms, titles.privacy, titles.refund][index] ?? '',
    module: 'src/features/legal/legal-page.tsx',
  })),
];

/** The markup of a public page for a visitor on a desktop, as `hydrateRoot` expects it. */
async function markupOf(path: string): Promise<string> {
  const router = openRouter((routes) => createMemoryRouter(routes, { initialEntries: [path] }));
  await firstScreen(router);
  const { prelude } = await prerender(
    <StrictMode>
      <App router={router} />
    </StrictMode>,
    // A large part would otherwise come in a template that a script moves into its place.
    { progressiveChunkSize: Number.MAX_SAFE_INTEGER },
  );
  return new Response(prelude).text();
}

/**
 * The public pages that the build prerenders. The server sends each at its own URL (server/web/static-files.ts). Rendered while this module loads,
 * because the build's runner imports no screen afterwards.
 */
export const prerenderedPages = await Promise.all(
  pages.map(async (page) => ({ ...page, markup: await markupOf(page.path) })),
);

/** Above the page: why nothing happens without scripts, or when they do not load. */
export const notices = renderToStaticMarkup(
  <>
    <noscript>
      <p className="mx-auto max-w-[1200px] px-4 md:px-10">{prerenderedText.noScripts}</p>
    </noscript>
    <div id="script-failed" className="mx-auto max-w-[1200px] px-4 pt-4 md:px-16">
      <Banner kind="network" title={network.title}>
        {network.text}
      </Banner>
    </div>
  </>,
);

export { PRODUCT };
