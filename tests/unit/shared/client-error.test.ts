import { expect, test } from 'vitest';
import { reportableMessage, reportableStack } from '@/shared/client-error';

test.each([
  ["TypeError: Cannot read properties of undefined (reading 'title')"],
  ["ReferenceError: can't access lexical declaration 'first' before initialization"],
  ['RangeError: Maximum call stack size exceeded'],
])('the fixed words of an engine stay: %s', (message) => {
  expect(reportableMessage(message)).toBe(message);
});

test.each([
  [
    `SyntaxError: Unexpected token 'И', "Иван пише тук" is not valid JSON`,
    'SyntaxError: Unexpected token…, … is not valid JSON',
  ],
  ['Error: ani@school.test is missing', 'Error: … is missing'],
  ['Error: https://school.test/course/7?email=ani@school.test failed', 'Error: … failed'],
  ['Error: course 0f8fad5b-d9cb-469f-a165-70867728950e is gone', 'Error: course … is gone'],
  ["Error: 'Ani Petrova' is not here", 'Error:… is not here'],
  ['Error: `my private note` and „бележка“', 'Error: … and …'],
  ['Error: phone 0888123456', 'Error: phone …'],
  ['Тайна', '…'],
  ['', 'Error'],
])('what may come from a person is removed: %s', (message, reported) => {
  expect(reportableMessage(message)).toBe(reported);
  expect(reportableMessage(reported)).toBe(reported);
});

test('a message of any length becomes at most 300 characters', () => {
  expect(reportableMessage('word '.repeat(1_000))).toHaveLength(300);
});

test('a stack is its places in our own code, in the form of every engine', () => {
  const chromium = `TypeError: Тайна
    at open (https://school.test/assets/lesson-1a2b.js?user=ani:10:20)
    at https://school.test/assets/app-3c4d.js:1:2
    at async Promise.all (index 0)
    at run (https://evil.test.example/hack.js:1:1)
    at inject (chrome-extension://abc/content.js:5:6)`;
  expect(reportableStack(chromium)).toBe('open assets/lesson-1a2b.js:10:20\nassets/app-3c4d.js:1:2');
  const firefox = `open@https://school.test/assets/lesson-1a2b.js:10:20
@https://school.test/course/0f8fad5b-d9cb-469f-a165-70867728950e?q=1:3:4`;
  expect(reportableStack(firefox)).toBe('open assets/lesson-1a2b.js:10:20');
});
