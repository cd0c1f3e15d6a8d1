// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { forgetDrafts, readDraft, writeDraft } from '@/device/text-drafts';

beforeEach(() => localStorage.clear());

test('leaving a device removes the drafts of that account only', () => {
  writeDraft('ivan', 'note lesson-1', 'бележка');
  writeDraft('ivan', 'comment lesson-1', 'коментар');
  writeDraft('maria', 'note lesson-1', 'друга бележка');
  forgetDrafts('ivan');
  expect([readDraft('ivan', 'note lesson-1'), readDraft('ivan', 'comment lesson-1')]).toEqual(['', '']);
  expect(readDraft('maria', 'note lesson-1')).toBe('друга бележка');
  forgetDrafts('maria');
  expect(localStorage.length).toBe(0);
});

test('an empty text removes its draft, and the oldest of more than 20 drafts is dropped', () => {
  for (let at = 0; at < 21; at += 1) writeDraft('ivan', `note ${at}`, `текст ${at}`);
  expect([readDraft('ivan', 'note 0'), readDraft('ivan', 'note 1')]).toEqual(['', 'текст 1']);
  writeDraft('ivan', 'note 1', '');
  expect(readDraft('ivan', 'note 1')).toBe('');
});

test('a damaged value counts as no drafts', () => {
  localStorage.setItem('sloy.drafts', '{"ivan note');
  expect(readDraft('ivan', 'note 1')).toBe('');
  writeDraft('ivan', 'note 1', 'нов текст');
  expect(readDraft('ivan', 'note 1')).toBe('нов текст');
});
