/** Digital Asset Links: names the native app in which Android may open links of this product (native/). */
import { Hono } from 'hono';
import type { AndroidApp } from '../ops/settings';

export function assetLinks(app: AndroidApp | undefined): Hono {
  const routes = new Hono();
  routes.get('/.well-known/assetlinks.json', (c) => {
    if (!app) return c.notFound();
    return c.json([
      {
        relation: ['delegate_permission/common.handle_all_urls'],
        target: {
          namespace: 'android_app',
          package_name: app.packageName,
          sha256_cert_fingerprints: app.fingerprints,
        },
      },
    ]);
  });
  return routes;
}
