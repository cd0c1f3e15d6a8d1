import { readFileSync } from 'node:fs';

/** A self-signed certificate for localhost, used by the https servers in tests. */
export function certificateOfTests(): { key: string; cert: string } {
  const read = (name: string) => readFileSync(new URL(`../fixtures/tls/localhost.${name}`, import.meta.url), 'utf8');
  return { key: read('key'), cert: read('crt') };
}
