// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { addStartupImages } from '@/app/start/startup-images';

test('iOS gets an image of the exact size of its screen for both orientations and both themes', async () => {
  const painted: unknown[] = [];
  await addStartupImages(
    { width: 844, height: 390 },
    3,
    async () => document.createElement('canvas'),
    (_, size, colour) => {
      painted.push([size.width * size.ratio, size.height * size.ratio, colour]);
      return `data:image/png;base64,${painted.length}`;
    },
  );
  expect(painted).toEqual([
    [1170, 2532, '#faf7f2'],
    [2532, 1170, '#faf7f2'],
    [1170, 2532, '#101216'],
    [2532, 1170, '#101216'],
  ]);
  const links = [...document.head.querySelectorAll<HTMLLinkElement>('link[rel="apple-touch-startup-image"]')];
  expect(links.map(({ href }) => href.at(-1))).toEqual(['1', '2', '3', '4']);
  // iOS compares the media query with the size in portrait, in both orientations.
  for (const { media } of links) expect(media).toContain('(device-width: 390px) and (device-height: 844px)');
  expect(links.map(({ media }) => /orientation: (\w+)/.exec(media)?.[1])).toEqual([
    'portrait',
    'landscape',
    'portrait',
    'landscape',
  ]);
});
