import type { ComponentType, ReactNode } from 'react';
import { paths, titlePages } from '@/shared/paths';
import type { Guard } from '@/shared/route-guards';
import { titles } from '@/shared/text/common';
import type { Section } from '@/shared/text/shell';

/** A row of the route table: URL, guard, site header, screen. */
export interface RouteRule {
  path: string;
  /** Loads the screen's code. */
  load: () => Promise<ComponentType>;
  /** Loads a component around the screen, which gives it what features cannot import from the app. */
  around?: () => Promise<ComponentType<{ children: ReactNode }>>;
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
const screens = {
  landing: () => import('@/features/landing/landing-page').then((module) => module.LandingPage),
  login: () => import('@/features/accounts/login-page').then((module) => module.LoginPage),
  register: () => import('@/features/accounts/register-page').then((module) => module.RegisterPage),
  check: () => import('@/features/accounts/check-page').then((module) => module.CheckPage),
  pricing: () => import('@/features/billing/pricing-page').then((module) => module.PricingPage),
  pricingMobile: () => import('@/features/billing/pricing-page').then((module) => module.PricingMobilePage),
  checkoutSuccess: () =>
    import('@/features/billing/checkout/checkout-success-page').then((module) => module.CheckoutSuccessPage),
  checkoutCancel: () =>
    import('@/features/billing/checkout/checkout-cancel-page').then((module) => module.CheckoutCancelPage),
  dashboard: () => import('./dashboard-screen').then((module) => module.DashboardScreen),
  dashboardFree: () => import('./dashboard-free-screen').then((module) => module.DashboardFreeScreen),
  news: () => import('@/features/news/news-page').then((module) => module.NewsPage),
  course: () => import('@/features/courses/course/course-page').then((module) => module.CoursePage),
  video: () => import('@/features/lesson/video-page').then((module) => module.VideoPage),
  test: () => import('@/features/quiz/quiz-page').then((module) => module.QuizPage),
  offline: () => import('./offline-screen').then((module) => module.OfflineScreen),
  offlineVideos: () => import('@/features/offline/offline-videos-page').then((module) => module.OfflineVideosPage),
  model: () => import('@/features/models/model-page').then((module) => module.ModelPage),
  settings: () => import('@/features/settings/settings-page').then((module) => module.SettingsPage),
  videoFree: () => import('@/features/lesson/free/video-free-page').then((module) => module.VideoFreePage),
  terms: () => legal().then((module) => module.TermsPage),
  privacy: () => legal().then((module) => module.PrivacyPage),
  refund: () => legal().then((module) => module.RefundPage),
  titlePage: () => import('@/features/title/title-page').then((module) => module.TitlePage),
  store: () => import('@/features/store/store-page').then((module) => module.StorePage),
  product: () => import('@/features/store/product-page').then((module) => module.ProductPage),
  cart: () => import('@/features/store/cart-page').then((module) => module.CartPage),
  checkout: () => import('@/features/store/checkout-page').then((module) => module.CheckoutPage),
  demo: () => import('@/features/contact/demo/demo-page').then((module) => module.DemoPage),
  contact: () => import('@/features/contact/contact-page').then((module) => module.ContactPage),
  nativeWelcome: () => import('@/features/landing/native-welcome-page').then((module) => module.NativeWelcomePage),
  certificates: () => sectionPage().then((module) => module.CertificatesScreen),
  notifications: () => sectionPage().then((module) => module.NotificationsScreen),
  console: () => import('./console-screen').then((module) => module.ConsoleScreen),
  courseCreator: () =>
    import('@/features/courses/console/courses/courses-page').then((module) => module.CourseCreatorPage),
  courseBuilder: () =>
    import('@/features/courses/console/courses/courses-page').then((module) => module.CourseBuilderPage),
  courseEditor: () =>
    import('@/features/courses/console/course-editor/course-editor-page').then((module) => module.CourseEditorPage),
  courseSettings: () =>
    import('@/features/courses/console/course-settings/course-settings-page').then(
      (module) => module.CourseSettingsPage,
    ),
  videoUpload: () =>
    import('@/features/courses/console/video-upload/video-upload-page').then((module) => module.VideoUploadPage),
  videoEdit: () =>
    import('@/features/courses/console/video-edit/video-edit-page').then((module) => module.VideoEditPage),
  quizBuilder: () =>
    import('@/features/courses/console/quiz-editor/quiz-page').then((module) => module.QuizBuilderPage),
  quizEditor: () => import('@/features/courses/console/quiz-editor/quiz-page').then((module) => module.QuizEditorPage),
  adminLogin: () => import('@/features/console/login-page').then((module) => module.AdminLoginPage),
  adminStore: () => import('./console-screen').then((module) => module.AdminStorePage),
  notFound: () => import('@/features/not-found/not-found-page').then((module) => module.NotFoundPage),
  loginLink: () => import('@/features/accounts/link-page').then((module) => module.LinkPage),
  certificate: () => import('@/features/certificates/check/certificate-page').then((module) => module.CertificatePage),
};

const open: Pick<RouteRule, 'guard' | 'header'> = { guard: 'public', header: true };
const bare: Pick<RouteRule, 'guard' | 'header'> = { guard: 'public', header: false };
const member: Pick<RouteRule, 'guard' | 'header'> = { guard: 'login', header: false };
const subscriber: Pick<RouteRule, 'guard' | 'header'> = { guard: 'subscriber', header: false };
const admin: Pick<RouteRule, 'guard' | 'header' | 'around'> = {
  guard: 'admin',
  header: false,
  around: () => import('./console-sections').then((module) => module.ConsoleSectionsProvider),
};

export const routes: readonly RouteRule[] = [
  { path: paths.landing, ...open, title: titles.landing, load: screens.landing },
  {
    path: paths.nativeWelcome,
    guard: 'native',
    header: false,
    title: titles.nativeWelcome,
    load: screens.nativeWelcome,
  },
  { path: paths.check, guard: 'login', header: true, title: titles.check, load: screens.check },
  {
    path: paths.dashboard,
    ...subscriber,
    title: titles.dashboard,
    next: [paths.course, paths.video],
    load: screens.dashboard,
  },
  {
    path: paths.dashboardFree,
    ...member,
    title: titles.dashboardFree,
    next: [paths.videoFree],
    load: screens.dashboardFree,
  },
  { path: paths.offlineDashboard, ...bare, title: titles.offlineDashboard, next: [paths.video], load: screens.offline },
  {
    path: paths.notifications,
    ...subscriber,
    title: titles.notifications,
    section: 'notifications',
    load: screens.notifications,
  },
  {
    path: paths.certificates,
    ...subscriber,
    title: titles.certificates,
    section: 'certificates',
    load: screens.certificates,
  },
  // The specification is ambiguous about the path of these pages, so both URLs work.
  ...titlePages.flatMap((page) =>
    ['/dashboard/', '/'].map(
      (at): RouteRule => ({
        path: at + page,
        guard: page === 'integrations' || page === 'faq' ? 'public' : 'subscriber',
        header: false,
        title: page.charAt(0).toUpperCase() + page.slice(1),
        load: screens.titlePage,
      }),
    ),
  ),
  { path: paths.pricing, ...open, title: titles.pricing, load: screens.pricing },
  { path: paths.pricingMobile, ...open, title: titles.pricing, load: screens.pricingMobile },
  { path: paths.terms, ...open, title: titles.terms, load: screens.terms },
  { path: paths.privacy, ...open, title: titles.privacy, load: screens.privacy },
  { path: paths.refund, ...open, title: titles.refund, load: screens.refund },
  { path: paths.login, ...open, title: titles.login, next: [paths.dashboard], load: screens.login },
  { path: paths.loginLink, ...open, title: titles.login, load: screens.loginLink },
  { path: paths.register, ...open, title: titles.register, load: screens.register },
  { path: paths.certificate, ...open, title: titles.certificate, load: screens.certificate },
  { path: paths.demo, ...open, title: titles.demo, load: screens.demo },
  { path: paths.contact, ...open, title: titles.contact, load: screens.contact },
  { path: paths.settings, ...subscriber, title: titles.settings, load: screens.settings },
  { path: paths.freeSettings, ...member, title: titles.settings, load: screens.settings },
  { path: paths.course, ...subscriber, title: titles.course, next: [paths.video, paths.test], load: screens.course },
  { path: paths.video, ...subscriber, title: titles.video, load: screens.video },
  { path: paths.videoFree, ...member, title: titles.videoFree, load: screens.videoFree },
  {
    path: paths.offlineVideos,
    guard: 'subscriber',
    header: true,
    title: titles.offlineVideos,
    load: screens.offlineVideos,
  },
  { path: paths.model, ...bare, title: titles.model, load: screens.model },
  { path: paths.test, ...subscriber, title: titles.test, load: screens.test },
  { path: paths.news, ...subscriber, title: titles.news, load: screens.news },
  { path: paths.store, ...bare, title: titles.store, load: screens.store },
  { path: paths.product, ...bare, title: titles.store, load: screens.product },
  { path: paths.cart, ...bare, title: titles.cart, load: screens.cart },
  { path: paths.checkout, ...bare, title: titles.checkout, load: screens.checkout },
  { path: paths.checkoutSuccess, ...bare, title: titles.checkoutSuccess, load: screens.checkoutSuccess },
  { path: paths.checkoutCancel, ...bare, title: titles.checkoutCancel, load: screens.checkoutCancel },
  { path: paths.adminDashboard, ...admin, title: titles.admin, load: screens.console },
  { path: paths.adminLogin, ...bare, title: titles.admin, load: screens.adminLogin },
  { path: paths.adminStore, ...admin, title: titles.admin, load: screens.adminStore },
  { path: paths.courseCreator, ...admin, title: titles.admin, load: screens.courseCreator },
  { path: paths.courseBuilder, ...admin, title: titles.admin, load: screens.courseBuilder },
  { path: paths.courseBuilderAlias, ...admin, title: titles.admin, load: screens.courseBuilder },
  { path: paths.courseEditor, ...admin, title: titles.admin, load: screens.courseEditor },
  { path: paths.videoUpload, ...admin, title: titles.admin, load: screens.videoUpload },
  { path: paths.videoEdit, ...admin, title: titles.admin, load: screens.videoEdit },
  { path: paths.testBuilder, ...admin, title: titles.admin, load: screens.quizBuilder },
  { path: paths.testEditor, ...admin, title: titles.admin, load: screens.quizEditor },
  { path: paths.courseSettings, ...admin, title: titles.admin, load: screens.courseSettings },
  { path: '*', ...bare, title: titles.notFound, load: screens.notFound },
];
