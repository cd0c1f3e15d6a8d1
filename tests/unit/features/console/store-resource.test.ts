// @vitest-environment happy-dom

import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { checkAccess, useLack, watchLack } from '@/features/console-kit/requests/access';
import { storeResource } from '@/features/console-kit/requests/courses';
import { uploadImage } from '@/features/console-kit/requests/images';
import { answer, Rejection, startConsole, stopConsole } from './console-backend';

vi.mock('@/device/service/requests', async () => ({
  backendClient: (await import('./console-backend')).backendClient,
}));
vi.mock('@/device/transfers/uploads/poster', () => ({
  PictureError: Error,
  posterFrom: async (picture: Blob) => picture,
  reencoded: async (picture: Blob) => picture,
}));
vi.mock('@/device/session/sign-in-requests', () => ({ askAccess: async () => 'open' }));
beforeEach(startConsole);
afterEach(stopConsole);

const file = new Blob(['solid']);

/** An error of the storage. `status`: that of HTTP, which is always 400 on a Supabase project. */
function storageRefuses(status: number, statusCode: string, message: string) {
  const rejection = new Rejection(status, '', message);
  Object.assign(rejection.body, { statusCode, error: message });
  answer('POST storage', rejection);
}

test.each([413, 400])(
  'a file that is too large for the server is refused with a code of its own (HTTP status %i)',
  async (status) => {
    storageRefuses(status, '413', 'The object exceeded the maximum allowed size');
    await expect(storeResource('course/file.stl', file)).rejects.toMatchObject({
      kind: 'rejected',
      code: 'file_too_large',
    });
  },
);

test.each([409, 400])('a file that is stored already counts as stored (HTTP status %i)', async (status) => {
  storageRefuses(status, '409', 'The resource already exists');
  expect(await storeResource('course/file.stl', file)).toBe('course/file.stl');
});

test.each([
  ['a file', () => storeResource('course/file.stl', file), 'course/file.stl'],
  [
    'a picture',
    () => uploadImage('news', new File(['x'], 'a.png')),
    expect.objectContaining({ filename: expect.stringMatching(/^news\//) }),
  ],
])('%s that meets an ended session is stored after the sign-in', async (_, store, result) => {
  onTestFinished(watchLack());
  storageRefuses(401, '401', 'jwt expired');
  const stored = store();
  await vi.waitFor(() => expect(renderHook(useLack).result.current).toBe('ended'));
  answer('POST storage', { Key: 'stored' });
  await checkAccess();
  expect(await stored).toEqual(result);
});
