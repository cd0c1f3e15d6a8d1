import { describe, expect, test } from 'vitest';
import { safePath } from '@/shared/safe-path';

describe('a link from outside opens this product only', () => {
  test.each([
    ['/news/nova', '/news/nova'],
    ['/video/1/2?t=3#a', '/video/1/2?t=3#a'],
    ['https://evil.test/', null],
    ['//evil.test/x', null],
    ['/\\evil.test/x', null],
    // Browsers remove tab characters from URLs.
    ['/\t/evil.test/x', null],
    ['//', null],
    // When the browser resolves the dots, the rest begins with `//`, which leads to another host.
    ['/.//evil.test/x', null],
    ['/news/..//evil.test', null],
    ['/.\\\\evil.test', null],
    ['https://sloy.test/x', null],
    ['javascript:alert(1)', null],
    ['news', null],
    ['', null],
    [null, null],
    [{ link: '/x' }, null],
  ])('%j', (link, path) => {
    expect(safePath(link)).toBe(path);
  });
});
