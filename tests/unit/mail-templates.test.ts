/** The e-mails of a Supabase project lead to the screen that opens links, with a token that only a press uses. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const config = readFileSync(join(root, 'supabase/config.toml'), 'utf8');
const templates = [
  ...config.matchAll(/^\[auth\.email\.template\.(\w+)\]\nsubject = "([^"]+)"\ncontent_path = "([^"]+)"/gm),
];

test.each([
  ['confirmation', 'signup'],
  ['magic_link', 'magiclink'],
  ['recovery', 'recovery'],
  ['email_change', 'email_change'],
])('the template %s carries a token of the type %s', (name, type) => {
  const [, , subject = '', path = ''] = templates.find(([, found]) => found === name) ?? [];
  expect(subject).toMatch(/[а-я]/);
  const html = readFileSync(join(root, path), 'utf8');
  expect(html.match(/href="[^"]*"/g)).toEqual([
    `href="{{ .RedirectTo }}#token_hash={{ .TokenHash }}&amp;type=${type}"`,
  ]);
  // Mail scanners open links, so none may use the token by itself.
  expect(html).not.toContain('ConfirmationURL');
});
