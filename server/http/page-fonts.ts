// Serves the fonts of the server-rendered pages, whose CSP allows only their own origin. File names contain a hash of the contents.
import { readFileSync } from 'node:fs';
import { Hono } from 'hono';
import { fail, type ServiceEnv } from './guards';

const names = ['manrope-cyrillic-c268b459.woff2', 'manrope-latin-a30ddcd3.woff2'];
const fonts = new Map(
  names.map((name) => [name, new Uint8Array(readFileSync(new URL(`../../public/fonts/${name}`, import.meta.url)))]),
);

export function fontRoutes(): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>();
  app.get('/fonts/:name', (c) => {
    const font = fonts.get(c.req.param('name'));
    return font
      ? c.body(font, 200, { 'content-type': 'font/woff2', 'cache-control': 'public, max-age=31536000, immutable' })
      : fail(c, 'not_found', 'Not found');
  });
  return app;
}
