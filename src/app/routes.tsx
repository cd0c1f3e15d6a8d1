import { type ComponentType, lazy, useState } from 'react';
import { paths, titlePages } from '@/config/paths';
import type { Guard } from '@/domain/redirects';
import { titles } from '@/text/common';
import { arriving } from './arriving';

/** The route table: every address of the product with its guard, whether the site header stands above it, and its screen. */
export interface RouteRule {
  path: string;
  guard: Guard;
  /** The header of public screens, shown on desktops only (specification 1 §2). */
  header: boolean;
  title: string;
  /** Absent: the screen is in preparation. */
  screen?: ComponentType;
  /** Starts loading the screen's code before it is drawn; with the parameters of an address, also what it shows first. */
  preload?: (params?: Params) => Promise<unknown>;
}

type Params = Readonly<Record<string, string | undefined>>;
/** `readFirst`: reads what the screen shows first, so that its first render has it. */
type Screens<N extends string> = Promise<
  Record<N, ComponentType> & { readFirst?: (params: Params) => Promise<unknown> }
>;

/** A screen whose code comes when it is asked for; one that is here already is drawn at once, without a spinner in between. */
function lazily<N extends string>(load: () => Screens<N>, name: N) {
  let here: ComponentType | undefined;
  const code = async () => {
    const module = await load();
    const screen: ComponentType = module[name];
    here = screen;
    return { default: screen, readFirst: module.readFirst };
  };
  const preload = async (params?: Params) => {
    const { readFirst } = await code();
    const reading = params && readFirst?.(params);
    // A picture stands there already: only the whole screen takes its place.
    if (document.getElementById('kept')) await reading;
  };
  const Late = lazy(() => arriving(code()));
  const screen = () => {
    // What stands is not exchanged for the same thing when its code arrives: that would begin it anew.
    const [Shown] = useState(() => here ?? Late);
    return <Shown />;
  };
  return { preload, screen };
}

const legal = () => import('@/features/legal/legal-page');
const visitor = () => import('./visitor-screens');

const screens = {
  landing: lazily(() => import('@/features/landing/landing-page'), 'LandingPage'),
  login: lazily(() => import('@/features/auth/login-page'), 'LoginPage'),
  register: lazily(() => import('@/features/auth/register-page'), 'RegisterPage'),
  check: lazily(() => import('@/features/check/check-page'), 'CheckPage'),
  pricing: lazily(() => import('@/features/pricing/pricing-page'), 'PricingPage'),
  pricingMobile: lazily(() => import('@/features/pricing/pricing-page'), 'PricingMobilePage'),
  checkoutSuccess: lazily(() => import('@/features/checkout/checkout-success-page'), 'CheckoutSuccessPage'),
  checkoutCancel: lazily(() => import('@/features/checkout/checkout-cancel-page'), 'CheckoutCancelPage'),
  dashboard: lazily(() => import('@/features/dashboard/dashboard-page'), 'DashboardPage'),
  dashboardFree: lazily(() => import('@/features/dashboard/dashboard-free-page'), 'DashboardFreePage'),
  course: lazily(() => import('@/features/course/course-page'), 'CoursePage'),
  video: lazily(() => import('@/features/video/video-page'), 'VideoPage'),
  test: lazily(() => import('@/features/test/test-page'), 'TestPage'),
  offline: lazily(() => import('@/features/offline/offline-dashboard-page'), 'OfflineDashboardPage'),
  offlineVideos: lazily(() => import('@/features/offline/offline-videos-page'), 'OfflineVideosPage'),
  settings: lazily(() => import('@/features/settings/settings-page'), 'SettingsPage'),
  videoFree: lazily(() => import('@/features/video-free/video-free-page'), 'VideoFreePage'),
  terms: lazily(legal, 'TermsPage'),
  privacy: lazily(legal, 'PrivacyPage'),
  refund: lazily(legal, 'RefundPage'),
  titlePage: lazily(visitor, 'TitlePage'),
  store: lazily(visitor, 'StorePage'),
  product: lazily(visitor, 'ProductPage'),
  cart: lazily(visitor, 'CartPage'),
  checkout: lazily(visitor, 'CheckoutPage'),
  demo: lazily(visitor, 'DemoPage'),
  nativeWelcome: lazily(visitor, 'NativeWelcomePage'),
  notFound: lazily(() => import('@/features/not-found/not-found-page'), 'NotFoundPage'),
  loginLink: lazily(visitor, 'LinkPage'),
};

/** Every control in every state. Rule: `DEV` is false in the production build, which then does not hold the page. */
const workbench = (): RouteRule[] => [
  { path: '/dev/ui', ...bare, title: 'UI', ...lazily(() => import('@/features/dev-ui/dev-ui-page'), 'DevUiPage') },
];

const open: Pick<RouteRule, 'guard' | 'header'> = { guard: 'public', header: true };
const bare: Pick<RouteRule, 'guard' | 'header'> = { guard: 'public', header: false };
const member: Pick<RouteRule, 'guard' | 'header'> = { guard: 'login', header: false };
const subscriber: Pick<RouteRule, 'guard' | 'header'> = { guard: 'subscriber', header: false };
const admin: Pick<RouteRule, 'guard' | 'header'> = { guard: 'admin', header: false };

export const routes: readonly RouteRule[] = [
  { path: paths.landing, ...open, title: titles.landing, ...screens.landing },
  { path: paths.nativeWelcome, guard: 'native', header: false, title: titles.nativeWelcome, ...screens.nativeWelcome },
  { path: paths.check, guard: 'login', header: true, title: titles.check, ...screens.check },
  { path: paths.dashboard, ...subscriber, title: titles.dashboard, ...screens.dashboard },
  { path: paths.dashboardFree, ...member, title: titles.dashboardFree, ...screens.dashboardFree },
  { path: paths.offlineDashboard, ...bare, title: titles.offlineDashboard, ...screens.offline },
  { path: paths.notifications, ...subscriber, title: titles.notifications },
  { path: paths.certificates, ...subscriber, title: titles.certificates },
  // The table of the specification can be read both ways, and either address is answered.
  ...titlePages.flatMap((page) =>
    ['/dashboard/', '/'].map(
      (at): RouteRule => ({
        path: at + page,
        guard: page === 'integrations' || page === 'faq' ? 'public' : 'subscriber',
        header: false,
        title: page.charAt(0).toUpperCase() + page.slice(1),
        ...screens.titlePage,
      }),
    ),
  ),
  { path: paths.pricing, ...open, title: titles.pricing, ...screens.pricing },
  { path: paths.pricingMobile, ...open, title: titles.pricing, ...screens.pricingMobile },
  { path: paths.terms, ...open, title: titles.terms, ...screens.terms },
  { path: paths.privacy, ...open, title: titles.privacy, ...screens.privacy },
  { path: paths.refund, ...open, title: titles.refund, ...screens.refund },
  { path: paths.login, ...open, title: titles.login, ...screens.login },
  { path: paths.loginLink, ...open, title: titles.login, ...screens.loginLink },
  { path: paths.register, ...open, title: titles.register, ...screens.register },
  { path: paths.demo, ...open, title: titles.demo, ...screens.demo },
  { path: paths.settings, ...subscriber, title: titles.settings, ...screens.settings },
  { path: paths.freeSettings, ...member, title: titles.settings, ...screens.settings },
  { path: paths.course, ...subscriber, title: titles.course, ...screens.course },
  { path: paths.video, ...subscriber, title: titles.video, ...screens.video },
  { path: paths.videoFree, ...member, title: titles.videoFree, ...screens.videoFree },
  {
    path: paths.offlineVideos,
    guard: 'subscriber',
    header: true,
    title: titles.offlineVideos,
    ...screens.offlineVideos,
  },
  { path: paths.test, guard: 'subscriber', header: true, title: titles.test, ...screens.test },
  { path: paths.news, guard: 'subscriber', header: false, title: titles.news },
  { path: paths.store, ...bare, title: titles.store, ...screens.store },
  { path: paths.product, ...bare, title: titles.store, ...screens.product },
  { path: paths.cart, ...bare, title: titles.cart, ...screens.cart },
  { path: paths.checkout, ...bare, title: titles.checkout, ...screens.checkout },
  { path: paths.checkoutSuccess, ...bare, title: titles.checkoutSuccess, ...screens.checkoutSuccess },
  { path: paths.checkoutCancel, ...bare, title: titles.checkoutCancel, ...screens.checkoutCancel },
  { path: paths.adminLogin, ...bare, title: titles.admin },
  ...[
    paths.adminDashboard,
    paths.adminStore,
    paths.courseCreator,
    paths.courseBuilder,
    paths.courseBuilderAlias,
    paths.courseEditor,
    paths.videoUpload,
    paths.videoEdit,
    paths.testBuilder,
    paths.testEditor,
    paths.courseSettings,
  ].map((path): RouteRule => ({ path, ...admin, title: titles.admin })),
  ...(import.meta.env.DEV ? workbench() : []),
  { path: '*', ...bare, title: titles.notFound, ...screens.notFound },
];
