import { describe, expect, test } from 'vitest';
import { type NoteDoc, notesOf, withVersion } from '@/features/notes/rules';
import type { JournalData, NoteVersion } from '@/shared/journal';
import { NOTE_VERSIONS } from '@/shared/limits';

const VIDEO = 'd0000000-0000-4000-8000-000000000001';
const version = (at: number, text: string, { position = 1_000, deleted = false } = {}): NoteVersion => ({
  at,
  text,
  position,
  deleted,
});
const doc = (n: number, versions: NoteVersion[], video_id = VIDEO): NoteDoc => ({
  id: `note/n${n}`,
  kind: 'note',
  at: versions[0]?.at ?? 0,
  active_on: '2026-11-20',
  rev: 1,
  pending: false,
  data: { video_id, versions },
});

describe('the notes of a lesson', () => {
  test('are sorted by position in the video, without deleted ones and those of other lessons', () => {
    const docs = [
      doc(1, [version(5, 'късно', { position: 9_000 })]),
      doc(2, [version(6, 'рано', { position: 500 })]),
      doc(3, [version(7, 'махната', { deleted: true }), version(3, 'махната')]),
      doc(4, [version(8, 'друга')], 'd0000000-0000-4000-8000-000000000002'),
    ];
    expect(notesOf(docs, VIDEO).map(({ id, text }) => [id, text])).toEqual([
      ['n2', 'рано'],
      ['n1', 'късно'],
    ]);
  });

  test('keeps earlier versions of a note without duplicates; an undone deletion leaves no trace', () => {
    const versions = [
      version(9, 'трета'),
      version(8, 'трета', { deleted: true }),
      version(7, 'трета'),
      version(6, 'от другото устройство'),
      version(5, 'първа'),
      version(4, 'от другото устройство'),
    ];
    expect(notesOf([doc(1, versions)], VIDEO)[0]?.earlier.map(({ text }) => text)).toEqual([
      'от другото устройство',
      'първа',
    ]);
  });

  test('a new version comes first, whatever the clock shows, and the oldest are dropped', () => {
    let data: JournalData['note'] | undefined;
    for (let i = 0; i < NOTE_VERSIONS + 5; i++) data = withVersion(data, VIDEO, version(1_000 - i, `дума ${i}`));
    expect(data?.versions).toHaveLength(NOTE_VERSIONS);
    expect(data?.versions[0]?.text).toBe(`дума ${NOTE_VERSIONS + 4}`);
    const times = data?.versions.map(({ at }) => at) ?? [];
    expect(times).toEqual([...new Set(times)].sort((a, b) => b - a));
  });
});
