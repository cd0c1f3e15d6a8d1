import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { paths } from '@/config/paths';
import { LandingPage } from '@/features/landing/landing-page';
import { titles } from '@/text/common';
import { HeaderBar } from './site-header';

/** As useTitle names it later. */
export const title = `${titles.landing} · Слой`;

/** The first page as a visitor sees it before any code has run; made once, by the build. */
export const stillLanding = () =>
  renderToStaticMarkup(
    <StaticRouter location={paths.landing}>
      <HeaderBar identity={null} />
      <LandingPage />
    </StaticRouter>,
  );
