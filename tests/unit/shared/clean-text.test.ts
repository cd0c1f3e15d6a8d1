import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanText, cleanTexts } from '@/shared/clean-text';
import { isBlank } from '@/shared/is-blank';
import { decodeText } from '@/shared/text-file';

test.each([
  ['a decomposed й, as macOS file names have it', 'сла\u0438\u0306сер', 'слайсер'],
  ['a decomposed name', 'S\u0326tefan T\u0326urcanu', 'Ștefan Țurcanu'],
  ['a mark between a letter and its accent', '\u0438\u200b\u0306', 'й'],
  ['an address with a zero-width space', '\u200bani@sloy.bg\u200b', 'ani@sloy.bg'],
  ['an address with direction marks', '\u202aani@sloy.bg\u202c\u200e', 'ani@sloy.bg'],
  ['a byte order mark', '\ufeffтекст', 'текст'],
  ['a soft hyphen', 'фила\u00adмент', 'филамент'],
  ['control characters, but no tabs and line ends', 'a\0b\u0008c\td\r\ne\u007f', 'abc\td\r\ne'],
  ['a joiner between letters', 'ле\u200dко\u200cто', 'лекото'],
  ['a joiner at the start', '\u200dа', 'а'],
  ['a selector after a letter or a digit', 'Ив\ufe0f\u200dан 1\ufe0f', 'Иван 1'],
  ['text in tags, also after a flag', 'а\u{e0041} 🏴\u{e0067}\u{e0062}\u{e007f}', 'а 🏴'],
  ['blanks and marks that nobody sees', '\u2800\ufe00\u{e0100}\ufff9\ufffc\u180b\u180f\u{1d173}\u{1bca0}а', 'а'],
])('%s is cleaned', (_, text, clean) => {
  expect(cleanText(text)).toBe(clean);
});

test.each([
  ['a family emoji', '👩\u200d👩\u200d👧'],
  ['an emoji with a sign and a skin colour', '🧑🏽\u200d🔧 ❤\ufe0f\u200d🔥'],
  ['a Persian word', 'می\u200cخواهم'],
  ['a Hindi word', 'क्\u200dष'],
  ['a stressed vowel, which has no composed form', 'печа\u0301т'],
  ['a keycap, a sign and a heart as emoji', '1\ufe0f\u20e3 ©\ufe0f ❤\ufe0f'],
])('%s stays', (_, text) => {
  expect(cleanText(text)).toBe(text);
});

test('all characters that Unicode calls ignorable are removed where they stand alone', () => {
  const kept: string[] = [];
  for (let code = 0; code < 0xe1000; code++) {
    const sign = String.fromCodePoint(code);
    if (/\p{Default_Ignorable_Code_Point}/u.test(sign) && cleanText(sign) !== '') kept.push(code.toString(16));
  }
  expect(kept).toEqual([]);
});

test('cleaning twice changes nothing more', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => cleanText(cleanText(text)) === cleanText(text)));
});

test('the texts of a value are cleaned at any depth; a clean value stays the same object', () => {
  const options = [{ id: 'o1', text: '0,4', isCorrect: true }];
  const clean = { title: 'Тест', questions: [{ text: 'Коя?', explanation: null, options }] };
  expect(cleanTexts(clean)).toBe(clean);
  const cleaned = cleanTexts({ ...clean, questions: [{ text: 'К\0оя?\u200b', explanation: null, options }] });
  expect(cleaned).toEqual(clean);
  expect(cleaned.questions[0]?.options).toBe(options);
  const file = new File(['\0'], 'a.mp4');
  expect(cleanTexts({ video: file, title: '\0' })).toEqual({ video: file, title: '' });
});

test('a file is read clean', () => {
  expect(decodeText(new TextEncoder().encode('\ufeffсла\u0438\u0306\u200bсер\r\n'))).toBe('слайсер\n');
});

test('a text of invisible characters is blank', () => {
  expect(['\u200e', '\u00ad \u2060', '\u3164', '\u2800\ufe0f'].map(isBlank)).toEqual([true, true, true, true]);
  expect(isBlank('👩\u200d🔧')).toBe(false);
});
