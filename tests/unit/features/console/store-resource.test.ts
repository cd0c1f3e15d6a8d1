// @vitest-environment happy-dom

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storeResource } from '@/features/console-kit/requests/courses';
import { answer, Rejection, startConsole, stopConsole } from './console-backend';

vi.mock('@/device/service/requests', async () => ({
  backendClient: (await import('./console-backend')).backendClient,
}));
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
