import { describe, expect, test } from 'vitest';
import { changedFields, foldMuted, foldProfile, websiteOf } from '@/features/accounts/rules/profile';

const row = { full_name: 'Мария Илиева', bio: null, job_title: 'Инженер', location: null, website: null };

describe('muted notifications', () => {
  test.each([
    ['nothing said', [], undefined, []],
    ['what the server says', ['info', 'later'], undefined, ['info']],
    [
      'what this device wrote stands over it',
      ['info'],
      { notify_info: { value: '', at: 2 }, notify_warning: { value: 'off', at: 2 } },
      ['warning'],
    ],
    ['another field of the same document', ['success'], { bio: { value: 'off', at: 1 } }, ['success']],
  ])('%s', (_, muted, written, expected) => {
    expect([...foldMuted(muted, written)]).toEqual(expected);
  });
});

describe('profile', () => {
  test('values written on the device override the row, including an emptied field', () => {
    const profile = foldProfile(row, { job_title: { value: '', at: 2 }, bio: { value: 'Печатам.', at: 1 } });
    expect(profile).toEqual({ full_name: 'Мария Илиева', bio: 'Печатам.', job_title: '', location: '', website: '' });
    expect(foldProfile(null, undefined).full_name).toBe('');
  });

  test('a form writes only its changed fields', () => {
    const before = foldProfile(row, undefined);
    expect(changedFields(before, before)).toEqual({});
    expect(changedFields(before, { ...before, location: 'Русе' })).toEqual({ location: 'Русе' });
  });

  test.each([
    ['', ''],
    ['  ', ''],
    ['primer.bg', 'https://primer.bg'],
    ['http://primer.bg/a?b=1', 'http://primer.bg/a?b=1'],
    ['пример.бг', 'https://пример.бг'],
    ['primer.bg:8080', 'https://primer.bg:8080'],
    ['primer', null],
    ['не е адрес', null],
    ['primer.bg/моят модел', null],
    ['javascript:alert(1)', null],
    ['mailto:a@primer.bg', null],
    ['data:text/html,x', null],
  ])('website %j → %j', (text, expected) => expect(websiteOf(text)).toBe(expected));
});
