/** The file that tells Android which app may open links to this product. */
import { expect, it } from 'vitest';
import { settingsOf } from '../../server/ops/settings';
import { assetLinks } from '../../server/web/asset-links';

const print = Array.from({ length: 32 }, (_, at) => (at + 160).toString(16)).join(':');
const ask = (ANDROID_APP?: string) =>
  assetLinks(settingsOf(ANDROID_APP ? { ANDROID_APP } : {}).androidApp).request('/.well-known/assetlinks.json');

it('contains the app and the certificates of the setting', async () => {
  const answer = await ask(`bg.sloy.app=${print},${print}`);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  expect(await answer.json()).toEqual([
    {
      relation: ['delegate_permission/common.handle_all_urls'],
      target: {
        namespace: 'android_app',
        package_name: 'bg.sloy.app',
        sha256_cert_fingerprints: [print.toUpperCase(), print.toUpperCase()],
      },
    },
  ]);
});

it('is missing without the setting, and a wrong setting stops the start', async () => {
  expect((await ask()).status).toBe(404);
  for (const wrong of ['bg.sloy.app', 'sloy=AB', `bg.sloy.app=${print}:00`, `bg.sloy.app=${print},`])
    expect(() => settingsOf({ ANDROID_APP: wrong })).toThrow('ANDROID_APP must be');
});
