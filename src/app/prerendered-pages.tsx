import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { paths } from '@/config/paths';
import { STORAGE_KEYS } from '@/config/persisted-names';
import { inlineLinkClass } from '@/features/auth/auth-frame';
import { LoginPage } from '@/features/auth/login-page';
import { PhoneIntro } from '@/features/auth/phone-intro';
import { LandingPage } from '@/features/landing/landing-page';
import { PricingMobilePage } from '@/features/pricing/pricing-page';
import { mobileAgent } from '@/lib/device';
import { network } from '@/text/auth';
import { common, PRODUCT, titles } from '@/text/common';
import { prerenderedText } from '@/text/prerendered';
import { Banner } from '@/ui/banner';
import { HeaderBar } from './site-header';
import { hydrate } from './start/hydrate';

export interface PrerenderedPage {
  /** File name in dist. A static host that omits `.html` serves it at this URL without configuration. */
  file: string;
  /** The same title that useTitle sets later. */
  title: string;
  /** The module whose code and styles the screen needs. */
  page: string;
  markup: string;
  styles: string;
}

/** Markup of a public screen as a visitor sees it before any code runs. */
const renderPage = (path: string, screen: ReactNode, needsScripts = false) =>
  renderToStaticMarkup(
    <StaticRouter location={path}>
      <HeaderBar identity={null} />
      {needsScripts && (
        <>
          <noscript>
            <p className="mx-auto max-w-[1200px] md:px-10">{prerenderedText.noScripts}</p>
          </noscript>
          <div className="script-failed-notice mx-auto max-w-[1200px] px-4 pt-4 md:px-16">
            <Banner kind="network" title={network.title}>
              {network.text}{' '}
              <a href={path} className={inlineLinkClass}>
                {common.reload}
              </a>
            </Banner>
          </div>
        </>
      )}
      {screen}
    </StaticRouter>,
  );

/** Hides a page from a signed-in account, which gets a different screen. */
const hiddenFromAccounts =
  ':root[data-signed-in] #prerendered { display: none } :root[data-signed-in] #root { display: block !important }';

export const prerenderedPages: readonly PrerenderedPage[] = [
  {
    file: 'landing.html',
    title: titles.landing,
    page: 'src/features/landing/landing-page.tsx',
    markup: renderPage(paths.landing, <LandingPage />),
    // Hide the printed object until its animation starts; without scripts it stays visible.
    styles: '@media (scripting: enabled) { #prerendered .ld-bed .printing { visibility: hidden } }',
  },
  {
    file: 'login.html',
    title: titles.login,
    page: 'src/features/auth/login-page.tsx',
    markup: renderPage(
      paths.login,
      <>
        <LoginPage />
        <PhoneIntro />
      </>,
      true,
    ),
    styles: hiddenFromAccounts,
  },
  {
    file: 'pricing_mobile.html',
    title: titles.pricing,
    page: 'src/features/pricing/pricing-page.tsx',
    markup: renderPage(paths.pricingMobile, <PricingMobilePage />),
    styles: hiddenFromAccounts,
  },
];

export { PRODUCT };

/** The inline script in the head of a prerendered document: it calls `hydrate`, whose parameters are described there. */
export const hydrateScript = (entry: string, modules: readonly string[]) =>
  `(${hydrate})(${JSON.stringify(entry)},${JSON.stringify(modules)},${JSON.stringify(STORAGE_KEYS.identity)},${mobileAgent})`;
