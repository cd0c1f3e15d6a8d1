import { expect, test } from 'vitest';
import { changedFields, mergeFields } from '@/domain/three-way-merge';

const base = { title: 'Печат', level: 1, place: { x: 50, y: 50 } };

test('a field that only one side changed is merged without a question', () => {
  const merge = mergeFields(base, { ...base, title: 'Първи печат' }, { ...base, level: 2 });
  expect(merge).toEqual({
    fields: { title: 'Първи печат', level: 2, place: { x: 50, y: 50 } },
    conflicts: [],
    taken: ['level'],
  });
});

test('a field that both sides changed differently is a conflict and keeps mine', () => {
  const merge = mergeFields(base, { ...base, title: 'Мое' }, { ...base, title: 'Тяхно' });
  expect(merge.conflicts).toEqual(['title']);
  expect(merge.fields.title).toBe('Мое');
});

test('the same change on both sides is no conflict', () => {
  const place = { x: 10, y: 20 };
  expect(mergeFields(base, { ...base, place }, { ...base, place: { ...place } }).conflicts).toEqual([]);
});

test('a patch contains only differences', () => {
  expect(changedFields(base, { ...base, place: { x: 50, y: 51 } })).toEqual({ place: { x: 50, y: 51 } });
  expect(changedFields(base, { ...base, place: { x: 50, y: 50 } })).toEqual({});
});
