import { expect, test } from 'vitest';
import { readPushMessage } from '../../sw/push-message';

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
