/** Every URL of the product: the patterns that the router matches, and the builder functions. */
export const paths = {
  landing: '/',
  nativeWelcome: '/native-welcome',
  check: '/check',
  dashboard: '/dashboard',
  dashboardFree: '/dashboard_free',
  offlineDashboard: '/offline-dashboard',
  notifications: '/notifications',
  certificates: '/dashboard/certificates',
  certificate: '/certificate/:serial',
  pricing: '/pricing',
  pricingMobile: '/pricing_mobile',
  terms: '/tos_mobile',
  privacy: '/pp_mobile',
  refund: '/refund_mobile',
  login: '/login',
  loginLink: '/login/link',
  register: '/register',
  demo: '/demo',
  contact: '/contact',
  settings: '/settings',
  freeSettings: '/free-settings',
  course: '/course/:courseId',
  video: '/video/:videoId/:courseId?',
  videoFree: '/video-free/:videoId',
  offlineVideos: '/offline-videos',
  model: '/model',
  test: '/test/:testId?',
  news: '/news/:slug',
  store: '/store',
  product: '/store/product/:productId',
  cart: '/cart',
  checkout: '/checkout',
  checkoutSuccess: '/checkout/success',
  checkoutCancel: '/checkout/cancel',
  adminLogin: '/admin/login',
  adminDashboard: '/admin/dashboard',
  adminStore: '/admin/store',
  courseCreator: '/admin/course-creator',
  courseBuilder: '/admin/supabase-builder',
  courseBuilderAlias: '/admin/courses',
  courseEditor: '/admin/course-editor/:courseId',
  videoUpload: '/admin/video-upload/:courseId',
  videoEdit: '/admin/video-edit/:courseId/:videoId',
  testBuilder: '/admin/test-builder/:courseId',
  testEditor: '/admin/test-editor/:testId',
  courseSettings: '/admin/course-settings/:courseId',
} as const;

/** Title-only pages under /dashboard (specification 1 §2). */
export const titlePages = [
  'overview',
  'students',
  'courses',
  'analytics',
  'community',
  'revenue',
  'integrations',
  'faq',
] as const;

export const courseHref = (courseId: string) => `/course/${encodeURIComponent(courseId)}`;
export const videoHref = (videoId: string, courseId?: string) =>
  `/video/${encodeURIComponent(videoId)}${courseId ? `/${encodeURIComponent(courseId)}` : ''}`;
/** Query of a lesson page that opens one of its models over the lesson; Back returns to the lesson. */
export const modelSearch = (resourceId: string) => `?${new URLSearchParams({ model: resourceId })}`;
export const videoFreeHref = (videoId: string) => `/video-free/${encodeURIComponent(videoId)}`;
export const newsHref = (slug: string) => `/news/${encodeURIComponent(slug)}`;
/**
 * Query of a dashboard that names its section and, in Моите курсове, the open course. Sections switch without leaving the page, and Back works.
 * Use it alone for links on the same dashboard (`<Link to={sectionSearch('courses', id)}>`), or append it to a dashboard's path.
 */
export function sectionSearch(section: string, courseId?: string): string {
  const query = new URLSearchParams(section === 'home' ? {} : { section });
  if (courseId) query.set('course', courseId);
  return `?${query}`;
}
/** URL of the dashboard with its search box open, for a shortcut of the installed app. */
export const searchHref = '/dashboard?search';
/** URL of the viewer with the file that another app handed over. */
export const sharedModelHref = '/model?shared';
/** URL of the offline home that plays a downloaded lesson, starting at `seconds`. */
export const offlineLessonHref = (videoId: string, seconds?: string | null) =>
  `/offline-dashboard?video=${encodeURIComponent(videoId)}${seconds ? `&t=${encodeURIComponent(seconds)}` : ''}`;
/** URL of the settings on the offline home; `search` is the query of the settings page. */
export function offlineSettingsHref(search: string): string {
  const query = new URLSearchParams(search);
  query.set('section', 'settings');
  return `/offline-dashboard?${query}`;
}
export const quizHref = (testId: string) => `/test/${encodeURIComponent(testId)}`;
/** URL of a certificate's public verification; the seal is in the fragment, which browsers never send to a server. */
export const certificateHref = (serial: string, seal?: string | null) =>
  `/certificate/${encodeURIComponent(serial)}${seal ? `#${seal}` : ''}`;
/** Query of the plans page after a redirect from a screen that needs a subscription. The router state `from` is the path of that screen. */
export const protectedSearch = '?fromProtected=true';
/** Same-origin URL of a downloaded lesson; only the service worker answers it. */
export const offlineMediaHref = (videoId: string, account: string) =>
  `/media/offline/${encodeURIComponent(videoId)}?account=${encodeURIComponent(account)}`;

// The course builder.

const filled = (path: string, ...ids: string[]) =>
  ids.reduce((href, id) => href.replace(/:\w+/, encodeURIComponent(id)), path);
export const courseEditorHref = (courseId: string) => filled(paths.courseEditor, courseId);
export const courseSettingsHref = (courseId: string) => filled(paths.courseSettings, courseId);
export const videoUploadHref = (courseId: string) => filled(paths.videoUpload, courseId);
export const videoEditHref = (courseId: string, videoId: string) => filled(paths.videoEdit, courseId, videoId);
/** State of a navigation to a quiz: it was saved for the first time, or its unfinished questions are wanted. */
export type QuizArrival = 'saved' | 'check' | null;

export const testEditorHref = (testId: string) => filled(paths.testEditor, testId);
export const testBuilderHref = (courseId: string, videoId?: string) =>
  filled(paths.testBuilder, courseId) + (videoId ? `?videoId=${encodeURIComponent(videoId)}` : '');

// Pressed notifications.

/**
 * The URL of a new window that opens the path of a pressed notification. The URL leads through /check, which knows the plan: a free account
 * then gets the screen of its plan instead of the paywall. This file imports nothing, because the service worker and the server load it.
 */
export const pressedHref = (path: string): string => (path === '/' ? path : `/check?to=${encodeURIComponent(path)}`);
