// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, test } from 'vitest';
import { Markdown } from '@/features/news/widgets/markdown';
import { dangerousSelector, dangerousUrls, markdownAttacks } from '../../../../helpers/markdown-attacks';

const show = (text: string) =>
  render(
    <MemoryRouter>
      <Markdown text={text} />
    </MemoryRouter>,
  ).container;

afterEach(cleanup);

test('renders headings, lists, quotes, code and emphasis', () => {
  const article = show(
    '# Заглавие\n\n**важно** и *курсив* с `код`\n\n- едно\n- две\n\n> цитат\n\n```\nG1 X0\n```\n\n---',
  );
  expect(article.querySelector('h2')?.textContent).toBe('Заглавие');
  expect([...article.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual(['едно', 'две']);
  for (const tag of ['strong', 'em', 'code', 'blockquote', 'pre', 'hr'])
    expect(article.querySelector(tag), tag).not.toBeNull();
});

test('a line break inside a paragraph stays a line break', () => {
  const paragraph = show('Ден първи\nДен втори').querySelector('p');
  expect(paragraph?.textContent).toBe('Ден първи\nДен втори');
  expect(paragraph?.className).toContain('whitespace-pre-line');
});

describe('dangerous content', () => {
  test.each([
    ['a script', '<script>alert(1)</script>'],
    ['an image with a handler', '<img src=x onerror=alert(1)>'],
    ['a frame', '<iframe src="https://example.com"></iframe>'],
    ['a handler in a link', '<a href="javascript:alert(1)">x</a>'],
    ['SVG', '<svg onload=alert(1)>'],
  ])('%s is shown as text', (_, html) => {
    const article = show(`Преди\n\n${html}\n\nСлед`);
    expect(article.querySelector('script, img, iframe, svg, a')).toBeNull();
    expect(article.textContent).toContain(html);
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//example.com',
    'http://example.com',
    'JaVaScRiPt:alert(1)',
  ])('a link to %s is not clickable', (url) => {
    const article = show(`[текст](${url})`);
    expect(article.querySelector('a')).toBeNull();
    expect(article.textContent).toContain('текст');
  });

  test('no text of the corpus becomes code or a link that a browser runs', () => {
    expect(markdownAttacks.length).toBeGreaterThanOrEqual(500);
    for (const text of markdownAttacks) {
      const article = show(text);
      expect([text, article.querySelector(dangerousSelector), dangerousUrls(article)]).toEqual([text, null, []]);
      cleanup();
    }
  });

  test('an image with a data: URL is not rendered', () => {
    expect(show('![снимка](data:image/svg+xml,x)').querySelector('img')).toBeNull();
  });

  test.each([
    ['quotes', '>'.repeat(100_000)],
    ['lists', '- '.repeat(50_000)],
    ['brackets', '['.repeat(20_000)],
    ['stars', '*'.repeat(50_000)],
  ])('a hundred thousand nested %s do not freeze the page', (_, text) => {
    const article = show(`${text} край`);
    expect(article.querySelectorAll('blockquote, ul').length).toBeLessThan(40);
  });
});

test('links of this product stay in the app, https links open a window', () => {
  const article = show('[урок](/video/1) и [сайт](https://example.com/a)');
  const [inside, outside] = article.querySelectorAll('a');
  expect(inside?.getAttribute('href')).toBe('/video/1');
  expect(inside?.hasAttribute('target')).toBe(false);
  expect(outside?.getAttribute('href')).toBe('https://example.com/a');
  expect(outside?.getAttribute('rel')).toBe('noopener noreferrer');
});
