// @vitest-environment happy-dom

import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { certificatePdf } from '@/features/certificates/certificate-pdf';

// Without a part of its PDF, a certificate cannot be created offline, and the message names the missing part.

const certificate = {
  ...{ id: 'c', title: 'Оператор', description: null, template_url: '/storage/v1/object/public/images/a.png' },
  ...{ name_position: { x: 50, y: 50 }, name_font_size: 24, name_font_color: '#000000', requirements: [] },
  ...{ progress_percentage: 100, completed: true, completed_at: '2026-11-20T10:00:00Z', issued: null, revoked: false },
};

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** An image element whose picture does or does not arrive. */
const imageThat = (event: 'onload' | 'onerror') =>
  class {
    onload = () => undefined;
    onerror = () => undefined;
    set src(_: string) {
      queueMicrotask(() => this[event]());
    }
  };
const fonts = (url: string) => Promise.resolve(new Response(readFileSync(`public${url}`)));

test('missing fonts are named', async () => {
  vi.stubGlobal('Image', imageThat('onload'));
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(certificatePdf({ ...certificate, template_url: null }, 'Иван')).rejects.toThrow(
    'Шрифтовете за PDF още не са на устройството. Опитайте, когато има мрежа.',
  );
});

test('a missing template is named', async () => {
  vi.stubGlobal('Image', imageThat('onerror'));
  vi.stubGlobal('fetch', fonts);
  await expect(certificatePdf(certificate, 'Иван')).rejects.toThrow(
    'Рисунката на сертификата още не е на устройството. Опитайте, когато има мрежа.',
  );
});

test('a letter without a font is named, and nothing is loaded', async () => {
  const fetched = vi.fn(fonts);
  vi.stubGlobal('fetch', fetched);
  await expect(certificatePdf({ ...certificate, template_url: null }, 'Иван 😀')).rejects.toThrow(
    'Нямаме шрифт за „😀“. Променете името в настройките или ни пишете.',
  );
  expect(fetched).not.toHaveBeenCalled();
});

test('a name whose font is not stored yet is refused offline with a sentence', async () => {
  vi.stubGlobal('Image', imageThat('onload'));
  vi.stubGlobal('fetch', (url: string) => (url.includes('manrope') ? fonts(url) : Promise.reject(new TypeError())));
  await expect(certificatePdf({ ...certificate, template_url: null }, '王小明')).rejects.toThrow(
    'Шрифтовете за PDF още не са на устройството. Опитайте, когато има мрежа.',
  );
});
