import { expect, test, vi } from 'vitest';
import { isRead, rejectWrites } from '@/app/start/preview-guard';

test('a preview may read and sign URLs, and sends no other request', async () => {
  const sign = 'https://a.test/storage/v1/object/sign/videos/a.mp4';
  const renew = 'https://a.test/auth/v1/token?grant_type=refresh_token';
  expect([isRead('GET', 'https://a.test/rest/v1/tests'), isRead('POST', sign), isRead('POST', renew)]).toEqual([
    true,
    true,
    true,
  ]);
  const answered = vi.fn(() => Promise.resolve(new Response('')));
  vi.stubGlobal('fetch', answered);
  vi.stubGlobal('navigator', {});
  rejectWrites();
  for (const [url, method] of [
    ['https://a.test/rest/v1/rpc/sync_push', 'POST'],
    ['https://a.test/auth/v1/token?grant_type=password', 'POST'],
    ['https://a.test/auth/v1/logout?scope=local', 'POST'],
    ['https://a.test/auth/v1/user', 'put'],
    ['https://a.test/storage/v1/object/images/a.png', 'POST'],
    ['http://a.test:4242/checkout', 'DELETE'],
  ])
    await expect(fetch(String(url), { method: String(method) }), url).rejects.toThrow('The preview writes nothing');
  await expect(fetch(new Request('https://a.test/x', { method: 'POST' }))).rejects.toThrow(TypeError);
  expect(answered).not.toHaveBeenCalled();
  await fetch(sign, { method: 'POST' });
  await fetch('https://a.test/');
  expect(answered).toHaveBeenCalledTimes(2);
  vi.unstubAllGlobals();
});
