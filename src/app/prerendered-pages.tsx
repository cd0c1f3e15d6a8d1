import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { paths } from '@/config/paths';
import { STORAGE_KEYS } from '@/config/persisted-names';
import { inlineLinkClass } from '@/features/auth/auth-frame';
import { LoginPage } from '@/features/auth/login-page';
import { LandingPage } from '@/features/landing/landing-page';
import { mobileAgent } from '@/lib/device';
import { network } from '@/text/auth';
import { common, PRODUCT, titles } from '@/text/common';
import { stillText } from '@/text/prerendered';
import { Banner } from '@/ui/banner';
import { HeaderBar } from './site-header';
import { handOver } from './start/hydrate';

export interface StillScreen {
  /** The document in dist; a static host that leaves out `.html` serves it at this address by itself. */
  file: string;
  /** As useTitle names it later. */
  title: string;
  /** The module whose code and styles the screen needs. */
  page: string;
  markup: string;
  styles: string;
}

/** A public screen as a visitor sees it before any code has run. */
const drawn = (path: string, screen: ReactNode, needsScripts = false) =>
  renderToStaticMarkup(
    <StaticRouter location={path}>
      <HeaderBar identity={null} />
      {needsScripts && (
        <>
          <noscript>
            <p className="mx-auto max-w-[1200px] md:px-10">{stillText.noScripts}</p>
          </noscript>
          <div className="unstarted mx-auto max-w-[1200px] px-4 pt-4 md:px-16">
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

/** Made once, by the build. */
export const stillScreens: readonly StillScreen[] = [
  {
    file: 'landing.html',
    title: titles.landing,
    page: 'src/features/landing/landing-page.tsx',
    markup: drawn(paths.landing, <LandingPage />),
    // The object on the bed waits to be printed; without scripts nothing comes after it.
    styles: '@media (scripting: enabled) { #still .ld-bed .printing { visibility: hidden } }',
  },
  {
    file: 'login.html',
    title: titles.login,
    page: 'src/features/auth/login-page.tsx',
    markup: drawn(paths.login, <LoginPage />, true),
    // Who is signed in is led on from here.
    styles: ':root[data-known] #still { display: none } :root[data-known] #root { display: block !important }',
  },
];

export { PRODUCT };

/** Runs in the head of every such document. */
export const handOverScript = `(${handOver})(${JSON.stringify(STORAGE_KEYS.identity)},${mobileAgent})`;
