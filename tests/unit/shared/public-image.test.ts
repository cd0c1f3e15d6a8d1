// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { portableImageUrl, publicImageUrl } from '@/shared/product';

afterEach(() => vi.unstubAllEnvs());

const path = '/storage/v1/object/public/images/news/1_a.png';

test('a picture of the page’s own server is stored and shown as a path', () => {
  expect(portableImageUrl(location.origin + path)).toBe(path);
  expect(publicImageUrl(path)).toBe(path);
  expect(publicImageUrl('questions/1 a.png')).toBe(
    `${location.origin}/storage/v1/object/public/images/questions/1%20a.png`,
  );
  expect(publicImageUrl('/covers/a.svg')).toBe('/covers/a.svg');
});

test('a picture of a backend elsewhere is stored as a path and shown from that backend', () => {
  vi.stubEnv('VITE_SUPABASE_URL', 'https://one.backend.test');
  vi.stubEnv('VITE_SUPABASE_KEY', 'key');
  expect(portableImageUrl(`https://one.backend.test${path}`)).toBe(path);
  expect(publicImageUrl(path)).toBe(`https://one.backend.test${path}`);
  expect(portableImageUrl('https://elsewhere.test/a.png')).toBe('https://elsewhere.test/a.png');
  expect(publicImageUrl('https://elsewhere.test/a.png')).toBe('https://elsewhere.test/a.png');
});
