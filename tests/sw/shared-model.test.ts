/** A 3D model that another app shares: the worker stores it on the device and opens /model; nothing is sent to the server. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sharedModelHref } from '@/shared/paths';
import { takeSharedFile } from '@/shared/shared-model';
import { takeSharedModel } from '../../sw/shared-model';

let store: Map<string, Response>;
beforeEach(() => {
  store = new Map();
  vi.stubGlobal('caches', {
    open: async () => ({
      put: async (key: string, answer: Response) => void store.set(key, answer),
      match: async (key: string) => store.get(key),
      delete: async (key: string) => store.delete(key),
    }),
  });
  vi.stubGlobal('fetch', () => Promise.reject(new Error('the file must not be sent')));
});
afterEach(() => vi.unstubAllGlobals());

const share = (form: FormData) =>
  takeSharedModel({ request: new Request('https://sloy.test/model', { method: 'POST', body: form }) });

test('opens once, with its name', async () => {
  const form = new FormData();
  form.set('model', new File(['solid'], 'Ваза 1.stl', { type: 'model/stl' }));
  const answer = await share(form);
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, sharedModelHref]);
  const file = await takeSharedFile();
  expect([file?.name, await file?.text()]).toEqual(['Ваза 1.stl', 'solid']);
  expect(await takeSharedFile()).toBeNull();
});

test('a share without a file, or a body that cannot be read, opens the empty viewer', async () => {
  expect((await share(new FormData())).headers.get('Location')).toBe('/model');
  const broken = new Request('https://sloy.test/model', { method: 'POST', body: 'x' });
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
  expect((await takeSharedModel({ request: broken })).headers.get('Location')).toBe('/model');
});
