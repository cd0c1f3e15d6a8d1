import { describe, expect, test } from 'vitest';
import { pathOfLink, readPushMessage } from '../../sw/push-message';

describe('a click on a notification opens this product only', () => {
  const origin = 'https://sloy.test';
  test.each([
    ['/news/nova', '/news/nova'],
    ['/video/1/2?t=3#a', '/video/1/2?t=3#a'],
    ['https://evil.test/', '/'],
    ['//evil.test/x', '/'],
    ['/\\evil.test/x', '/'],
    // Browsers remove tab characters from URLs.
    ['/\t/evil.test/x', '/'],
    ['//', '/'],
    // When the browser resolves the dots, the rest begins with `//`, which leads to another host.
    ['/.//evil.test/x', '/'],
    ['/news/..//evil.test', '/'],
    ['/.\\\\evil.test', '/'],
    ['https://sloy.test/x', '/'],
    ['javascript:alert(1)', '/'],
    ['news', '/'],
    ['', '/'],
    [null, '/'],
    [{ link: '/x' }, '/'],
  ])('%j', (link, path) => {
    expect(pathOfLink(link, origin)).toBe(path);
  });
});

test('a message is read from its top level or its data, and text that is not JSON becomes its body', () => {
  expect(readPushMessage('{"title":"Нов урок","body":"Готов е","link":"/course/1","notification_id":"7"}')).toEqual({
    title: 'Нов урок',
    body: 'Готов е',
    type: 'info',
    link: '/course/1',
    notification_id: '7',
    account: null,
    unread: null,
  });
  expect(
    readPushMessage(
      '{"web_push":8030,"notification":{"title":"Нов урок","body":"Готов е","data":{"link":"/x","account":"ab","unread":"3"}}}',
    ),
  ).toMatchObject({ title: 'Нов урок', body: 'Готов е', link: '/x', account: 'ab', unread: 3 });
  expect(readPushMessage('{"title":"А","data":{"type":"success","link":"/x"}}')).toMatchObject({
    title: 'А',
    type: 'success',
    link: '/x',
  });
  expect(readPushMessage('здравей')).toMatchObject({ title: 'Слой', body: 'здравей', link: null });
  expect(readPushMessage('[1]')).toMatchObject({ title: 'Слой', body: '' });
});
