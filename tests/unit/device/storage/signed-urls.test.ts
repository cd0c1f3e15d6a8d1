// @vitest-environment happy-dom

import { visitorClient } from '@sync/transport/supabase-client';
import { afterEach, expect, test, vi } from 'vitest';
import { StorageRejected, signVideoUrl } from '@/device/storage/requests';

// Responses to signing a lesson's URL: a rejection ends a download and shows the sample; a retryable error must do neither.

vi.mock('@sync', () => ({ supabase: () => visitorClient({ url: 'http://api.test', key: 'key' }) }));
afterEach(() => vi.unstubAllGlobals());

const answering = (status: number, message = 'why') =>
  vi.stubGlobal(
    'fetch',
    async () => new Response(JSON.stringify({ statusCode: String(status), error: 'x', message }), { status }),
  );

test.each([400, 403, 404, 413])('%i is a rejection with a reason', async (status) => {
  answering(status);
  const error: unknown = await signVideoUrl('video.mp4').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StorageRejected);
  expect(error).toHaveProperty('message', 'why');
});

test.each([401, 408, 425, 429, 500, 502, 503])('%i is no rejection, so the request can be retried', async (status) => {
  answering(status);
  await expect(signVideoUrl('video.mp4')).rejects.toBeInstanceOf(TypeError);
});

test.each([
  '"exp" claim timestamp check failed',
  'jwt expired',
  'Invalid Compact JWS',
  'signature verification failed',
])('a token that Supabase Storage rejects with 400 (%s) is no rejection of the file', async (message) => {
  answering(400, message);
  await expect(signVideoUrl('video.mp4')).rejects.toBeInstanceOf(TypeError);
});

test('a missing answer is no rejection either', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(signVideoUrl('video.mp4')).rejects.toBeInstanceOf(TypeError);
});

test('an absolute URL is returned unchanged', async () => {
  expect(await signVideoUrl('https://cdn.test/video.mp4')).toBe('https://cdn.test/video.mp4');
});
