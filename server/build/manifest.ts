import type { ManifestOptions } from 'vite-plugin-pwa';

/** The web app manifest: what the home screen and the system know about the product. */
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
  shortcuts: [
    {
      name: 'Моите курсове',
      short_name: 'Курсове',
      url: '/dashboard',
      icons: [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }],
    },
    {
      name: 'Свалени уроци',
      short_name: 'Свалени',
      url: '/offline-dashboard',
      icons: [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }],
    },
  ],
};
