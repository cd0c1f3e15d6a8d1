import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { manifest } from '../../../../server/build/manifest';

// The manifest of the installed app. If `id` changed, browsers would treat it as another app.

const root = join(import.meta.dirname, '../../../..');
const picture = (src: string) => readFileSync(join(root, 'public', src));
/** Width and height of a PNG, which are the first fields of its first chunk. */
const sizesOf = (png: Buffer) => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;

test('the identity and the scope of the installed app stay', () => {
  expect([manifest.id, manifest.scope, manifest.start_url]).toEqual(['/', '/', '/']);
});

test('icons and screenshots exist in the announced sizes, and the screenshots cover narrow and wide screens', () => {
  const { icons = [], screenshots = [], shortcuts = [] } = manifest;
  const pictures = [...icons, ...screenshots, ...shortcuts.flatMap(({ icons: own = [] }) => own)];
  for (const { src, sizes } of pictures) {
    const bytes = picture(src);
    if (src.endsWith('.png')) expect(sizesOf(bytes), src).toBe(sizes);
  }
  expect(new Set(screenshots.map(({ form_factor }) => form_factor))).toEqual(new Set(['narrow', 'wide']));
});

test('the shortcuts open the courses, the downloads, the achievements and the search box', () => {
  expect(manifest.shortcuts?.map(({ short_name, url }) => [short_name, url])).toEqual([
    ['Курсове', '/dashboard?section=courses'],
    ['Свалени', '/offline-dashboard'],
    ['Постижения', '/dashboard?section=achievements'],
    ['Търсене', '/dashboard?search'],
  ]);
});

test('launches use an open window, and shared and opened models go to the viewer', () => {
  expect(manifest.launch_handler?.client_mode).toContain('focus-existing');
  expect(manifest.share_target).toMatchObject({
    ...{ action: '/model', method: 'POST', enctype: 'multipart/form-data' },
    params: { files: [{ accept: expect.arrayContaining(['.stl', 'model/stl', 'application/octet-stream']) }] },
  });
  expect(manifest.file_handlers?.map(({ action, accept }) => [action, Object.values(accept).flat()])).toEqual([
    ['/model', ['.stl', '.3mf', '.obj', '.ply', '.glb']],
  ]);
  expect(manifest.display_override?.[0]).toBe('standalone');
});
