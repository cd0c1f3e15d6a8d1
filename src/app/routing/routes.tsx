import { paths, titlePages } from '@/config/paths';
import type { Guard } from '@/domain/route-guards';
import { titles } from '@/text/common';
import type { Section } from '@/text/shell';
import { type LazyScreen, lazyScreen } from './lazy-screen';

/** A row of the route table: URL, guard, site header, screen. */
export interface RouteRule extends Partial<LazyScreen> {
  path: string;
  guard: Guard;
  /** True for screens with the header of the public site, which only desktops show (specification 1 §2). */
  header: boolean;
  title: string;
  /** Dashboard section that the URL shows: an installed app without a network opens this section on the offline home. */
  section?: Section;
  /** Pages that people usually open next; their code loads when the browser is idle. */
  next?: readonly string[];
}

const legal = () => import('@/features/legal/legal-page');
const sectionPage = () => import('./section-page');
const visitor = () => import('./visitor-screens');
/** The provider from which the console's screens read the list of console sections. */
const withSections = () => import('./console-sections').then((module) => module.load());

const screens = {
  landing: lazyScreen(() => import('@/features/landing/landing-page'), 'LandingPage'),
  login: lazyScreen(() => import('@/features/auth/login-page'), 'LoginPage'),
  register: lazyScreen(() => import('@/features/auth/register-page'), 'RegisterPage'),
  check: lazyScreen(() => import('@/features/check/check-page'), 'CheckPage'),
  pricing: lazyScreen(() => import('@/features/pricing/pricing-page'), 'PricingPage'),
  pricingMobile: lazyScreen(() => import('@/features/pricing/pricing-page'), 'PricingMobilePage'),
  checkoutSuccess: lazyScreen(() => import('@/features/checkout/checkout-success-page'), 'CheckoutSuccessPage'),
  checkoutCancel: lazyScreen(() => import('@/features/checkout/checkout-cancel-page'), 'CheckoutCancelPage'),
  dashboard: lazyScreen(() => import('./dashboard-screen'), 'DashboardScreen'),
  dashboardFree: lazyScreen(() => import('./dashboard-free-screen'), 'DashboardFreeScreen'),
  news: lazyScreen(() => import('@/features/news/news-page'), 'NewsPage'),
  course: lazyScreen(() => import('@/features/course/course-page'), 'CoursePage'),
  video: lazyScreen(() => import('@/features/video/video-page'), 'VideoPage'),
  test: lazyScreen(() => import('@/features/quiz/quiz-page'), 'QuizPage'),
  offline: lazyScreen(() => import('./offline-screen'), 'OfflineScreen'),
  offlineVideos: lazyScreen(() => import('@/features/offline/offline-videos-page'), 'OfflineVideosPage'),
  model: lazyScreen(() => import('@/features/model/model-page'), 'ModelPage'),
  settings: lazyScreen(() => import('@/features/settings/settings-page'), 'SettingsPage'),
  videoFree: lazyScreen(() => import('@/features/video-free/video-free-page'), 'VideoFreePage'),
  terms: lazyScreen(legal, 'TermsPage'),
  privacy: lazyScreen(legal, 'PrivacyPage'),
  refund: lazyScreen(legal, 'RefundPage'),
  titlePage: lazyScreen(visitor, 'TitlePage'),
  store: lazyScreen(visitor, 'StorePage'),
  product: lazyScreen(visitor, 'ProductPage'),
  cart: lazyScreen(visitor, 'CartPage'),
  checkout: lazyScreen(visitor, 'CheckoutPage'),
  demo: lazyScreen(visitor, 'DemoPage'),
  contact: lazyScreen(visitor, 'ContactPage'),
  nativeWelcome: lazyScreen(visitor, 'NativeWelcomePage'),
  certificates: lazyScreen(sectionPage, 'CertificatesScreen'),
  notifications: lazyScreen(sectionPage, 'NotificationsScreen'),
  console: lazyScreen(() => import('./console-screen'), 'ConsoleScreen', withSections),
  courseCreator: lazyScreen(() => import('@/features/admin/courses/courses-page'), 'CourseCreatorPage', withSections),
  courseBuilder: lazyScreen(() => import('@/features/admin/courses/courses-page'), 'CourseBuilderPage', withSections),
  courseEditor: lazyScreen(
    () => import('@/features/admin/course-editor/course-editor-page'),
    'CourseEditorPage',
    withSections,
  ),
  courseSettings: lazyScreen(
    () => import('@/features/admin/course-settings/course-settings-page'),
    'CourseSettingsPage',
    withSections,
  ),
  videoUpload: lazyScreen(
    () => import('@/features/admin/video-upload/video-upload-page'),
    'VideoUploadPage',
    withSections,
  ),
  videoEdit: lazyScreen(() => import('@/features/admin/video-edit/video-edit-page'), 'VideoEditPage', withSections),
  quizBuilder: lazyScreen(() => import('@/features/admin/quiz-editor/quiz-page'), 'QuizBuilderPage', withSections),
  quizEditor: lazyScreen(() => import('@/features/admin/quiz-editor/quiz-page'), 'QuizEditorPage', withSections),
  adminLogin: lazyScreen(() => import('@/features/admin/login/login-page'), 'AdminLoginPage'),
  adminStore: lazyScreen(() => import('./console-screen'), 'AdminStorePage', withSections),
  notFound: lazyScreen(() => import('@/features/not-found/not-found-page'), 'NotFoundPage'),
  loginLink: lazyScreen(visitor, 'LinkPage'),
  certificate: lazyScreen(visitor, 'CertificatePage'),
};

/** Development page with every control in every state. Rule: use it only under `DEV`, so that the production build does not contain it. */
const workbench = (): RouteRule[] => [
  { path: '/dev/ui', ...bare, title: 'UI', ...lazyScreen(() => import('@/features/dev-ui/dev-ui-page'), 'DevUiPage') },
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
  {
    path: paths.dashboard,
    ...subscriber,
    title: titles.dashboard,
    next: [paths.course, paths.video],
    ...screens.dashboard,
  },
  {
    path: paths.dashboardFree,
    ...member,
    title: titles.dashboardFree,
    next: [paths.videoFree],
    ...screens.dashboardFree,
  },
  { path: paths.offlineDashboard, ...bare, title: titles.offlineDashboard, next: [paths.video], ...screens.offline },
  {
    path: paths.notifications,
    ...subscriber,
    title: titles.notifications,
    section: 'notifications',
    ...screens.notifications,
  },
  {
    path: paths.certificates,
    ...subscriber,
    title: titles.certificates,
    section: 'certificates',
    ...screens.certificates,
  },
  // The specification is ambiguous about the path of these pages, so both URLs work.
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
  { path: paths.login, ...open, title: titles.login, next: [paths.dashboard], ...screens.login },
  { path: paths.loginLink, ...open, title: titles.login, ...screens.loginLink },
  { path: paths.register, ...open, title: titles.register, ...screens.register },
  { path: paths.certificate, ...open, title: titles.certificate, ...screens.certificate },
  { path: paths.demo, ...open, title: titles.demo, ...screens.demo },
  { path: paths.contact, ...open, title: titles.contact, ...screens.contact },
  { path: paths.settings, ...subscriber, title: titles.settings, ...screens.settings },
  { path: paths.freeSettings, ...member, title: titles.settings, ...screens.settings },
  { path: paths.course, ...subscriber, title: titles.course, next: [paths.video, paths.test], ...screens.course },
  { path: paths.video, ...subscriber, title: titles.video, ...screens.video },
  { path: paths.videoFree, ...member, title: titles.videoFree, ...screens.videoFree },
  {
    path: paths.offlineVideos,
    guard: 'subscriber',
    header: true,
    title: titles.offlineVideos,
    ...screens.offlineVideos,
  },
  { path: paths.model, ...bare, title: titles.model, ...screens.model },
  { path: paths.test, guard: 'subscriber', header: true, title: titles.test, ...screens.test },
  { path: paths.news, ...subscriber, title: titles.news, ...screens.news },
  { path: paths.store, ...bare, title: titles.store, ...screens.store },
  { path: paths.product, ...bare, title: titles.store, ...screens.product },
  { path: paths.cart, ...bare, title: titles.cart, ...screens.cart },
  { path: paths.checkout, ...bare, title: titles.checkout, ...screens.checkout },
  { path: paths.checkoutSuccess, ...bare, title: titles.checkoutSuccess, ...screens.checkoutSuccess },
  { path: paths.checkoutCancel, ...bare, title: titles.checkoutCancel, ...screens.checkoutCancel },
  { path: paths.adminDashboard, ...admin, title: titles.admin, ...screens.console },
  { path: paths.adminLogin, ...bare, title: titles.admin, ...screens.adminLogin },
  { path: paths.adminStore, ...admin, title: titles.admin, ...screens.adminStore },
  { path: paths.courseCreator, ...admin, title: titles.admin, ...screens.courseCreator },
  { path: paths.courseBuilder, ...admin, title: titles.admin, ...screens.courseBuilder },
  { path: paths.courseBuilderAlias, ...admin, title: titles.admin, ...screens.courseBuilder },
  { path: paths.courseEditor, ...admin, title: titles.admin, ...screens.courseEditor },
  { path: paths.videoUpload, ...admin, title: titles.admin, ...screens.videoUpload },
  { path: paths.videoEdit, ...admin, title: titles.admin, ...screens.videoEdit },
  { path: paths.testBuilder, ...admin, title: titles.admin, ...screens.quizBuilder },
  { path: paths.testEditor, ...admin, title: titles.admin, ...screens.quizEditor },
  { path: paths.courseSettings, ...admin, title: titles.admin, ...screens.courseSettings },
  ...(import.meta.env.DEV ? workbench() : []),
  { path: '*', ...bare, title: titles.notFound, ...screens.notFound },
];
