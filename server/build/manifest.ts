import type { ManifestOptions } from 'vite-plugin-pwa';
import { paths, searchHref, sectionSearch } from '../../src/shared/paths';

const modelFiles = {
  'model/stl': ['.stl'],
  'model/3mf': ['.3mf'],
  'model/obj': ['.obj'],
  'model/ply': ['.ply'],
  'model/gltf-binary': ['.glb'],
};
/** Older media types of STL, and the media type of unknown files. Android's share sheet ignores file extensions, and may not know 3MF and GLB. */
const androidModelTypes = ['application/vnd.ms-pki.stl', 'application/sla', 'application/octet-stream'];

const shortcut = (name: string, short_name: string, url: string) => ({
  name,
  short_name,
  url,
  icons: [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }],
});

/** The web app manifest, which describes the installed app to the operating system. */
export const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Слой: 3D печат и 3D моделиране',
  short_name: 'Слой',
  description: 'Видео уроци, тестове и сертификати по 3D печат и 3D моделиране, които работят и без интернет.',
  lang: 'bg',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  orientation: 'any',
  background_color: '#faf7f2',
  theme_color: '#faf7f2',
  categories: ['education'],
  icons: [
    { src: '/icons/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  // Android shows its large install dialog only with screenshots. `node tests/helpers/make-screenshots.mjs` makes them.
  screenshots: [
    {
      src: '/screenshots/home-narrow.png',
      sizes: '780x1688',
      type: 'image/png',
      form_factor: 'narrow',
      label: 'Начало: урокът, от който продължавате',
    },
    {
      src: '/screenshots/courses-narrow.png',
      sizes: '780x1688',
      type: 'image/png',
      form_factor: 'narrow',
      label: 'Моите курсове на телефона',
    },
    {
      src: '/screenshots/home-wide.png',
      sizes: '1280x800',
      type: 'image/png',
      form_factor: 'wide',
      label: 'Начало на широк екран',
    },
    {
      src: '/screenshots/courses-wide.png',
      sizes: '1280x800',
      type: 'image/png',
      form_factor: 'wide',
      label: 'Моите курсове',
    },
  ],
  shortcuts: [
    shortcut('Моите курсове', 'Курсове', paths.dashboard + sectionSearch('courses')),
    shortcut('Свалени уроци', 'Свалени', paths.offlineDashboard),
    shortcut('Постижения', 'Постижения', paths.dashboard + sectionSearch('achievements')),
    shortcut('Търсене', 'Търсене', searchHref),
  ],
  display_override: ['standalone', 'minimal-ui', 'browser'],
  // Focuses an open window of the app, in which src/app/overlays/use-launch.ts then opens the URL.
  launch_handler: { client_mode: ['focus-existing', 'auto'] },
  // The worker answers this POST (sw/shared-model.ts), so the file never reaches the server.
  share_target: {
    action: paths.model,
    method: 'POST',
    enctype: 'multipart/form-data',
    params: { files: [{ name: 'model', accept: [...Object.entries(modelFiles).flat(2), ...androidModelTypes] }] },
  },
  file_handlers: [{ action: paths.model, accept: modelFiles }],
};
