import { expect, test } from 'vitest';
import { isHttpsUrl } from '@/shared/is-https-url';

test.each([
  ['https://example.com/a?b=в', true],
  ['https://', false],
  ['https:// a', false],
  ['http://example.com', false],
  ['javascript:alert(1)', false],
  ['//evil.test', false],
  [' https://example.com', false],
])('%j is a complete https URL: %s', (text, complete) => {
  expect(isHttpsUrl(text)).toBe(complete);
});
