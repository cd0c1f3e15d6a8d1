import { expect, test } from 'vitest';
import { isHttpsUrl } from '@/lib/is-https-url';
import { withoutNul } from '@/lib/without-nul';

test('NUL is removed from texts at any depth; a value without NUL stays the same object', () => {
  const options = [{ id: 'o1', text: '0,4', isCorrect: true }];
  const clean = { title: 'Тест', questions: [{ text: 'Коя?', explanation: null, options }] };
  expect(withoutNul(clean)).toBe(clean);
  const cleaned = withoutNul({ ...clean, questions: [{ text: 'К\0оя?', explanation: null, options }] });
  expect(cleaned).toEqual(clean);
  expect(cleaned.questions[0]?.options).toBe(options);
  const file = new File(['\0'], 'a.mp4');
  expect(withoutNul({ video: file, title: '\0' })).toEqual({ video: file, title: '' });
});

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
