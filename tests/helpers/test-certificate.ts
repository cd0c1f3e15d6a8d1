import { readFileSync } from 'node:fs';

/** A certificate of localhost that signs itself, for https servers of the tests. Nothing outside the tests trusts it. */
export function certificateOfTests(): { key: string; cert: string } {
  const read = (name: string) => readFileSync(new URL(`../fixtures/tls/localhost.${name}`, import.meta.url), 'utf8');
  return { key: read('key'), cert: read('crt') };
}
