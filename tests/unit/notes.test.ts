import { describe, expect, test } from 'vitest';
import { NOTE_VERSIONS } from '@/config/limits';
import type { JournalData, NoteVersion } from '@/domain/journal';
import { type NoteDoc, notesOf, withVersion } from '@/domain/notes';
import { formatAgo, formatDate } from '@/lib/format';

const VIDEO = 'd0000000-0000-4000-8000-000000000001';
const version = (at: number, text: string, { position = 1_000, deleted = false } = {}): NoteVersion => ({ at, text, position, deleted });
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
  test('stand in the order of the film; deleted ones and those of other lessons do not', () => {
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

  test('what a note said before is kept, each wording once; a deletion that was undone leaves no trace', () => {
    const versions = [
      version(9, 'трета'),
      version(8, 'трета', { deleted: true }),
      version(7, 'трета'),
      version(6, 'от другото устройство'),
      version(5, 'първа'),
      version(4, 'от другото устройство'),
    ];
    expect(notesOf([doc(1, versions)], VIDEO)[0]?.earlier.map(({ text }) => text)).toEqual(['от другото устройство', 'първа']);
  });

  test('a new version stands in front, whatever the clock says, and the oldest give way', () => {
    let data: JournalData['note'] | undefined;
    for (let i = 0; i < NOTE_VERSIONS + 5; i++) data = withVersion(data, VIDEO, version(1_000 - i, `дума ${i}`));
    expect(data?.versions).toHaveLength(NOTE_VERSIONS);
    expect(data?.versions[0]?.text).toBe(`дума ${NOTE_VERSIONS + 4}`);
    const times = data?.versions.map(({ at }) => at) ?? [];
    expect(times).toEqual([...new Set(times)].sort((a, b) => b - a));
  });
});

test('relative times go from now over minutes, hours and days to a date', () => {
  const now = Date.UTC(2026, 10, 20, 12);
  const after = (ms: number) => formatAgo(now - ms, now);
  const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
  expect([-5 * minute, 0, minute - 1].map(after)).toEqual(['Just now', 'Just now', 'Just now']);
  expect([minute, 59 * minute, hour, 23 * hour, day, 29 * day].map(after)).toEqual([
    'преди 1 минута',
    'преди 59 минути',
    'преди 1 час',
    'преди 23 часа',
    'преди 1 ден',
    'преди 29 дни',
  ]);
  expect(after(30 * day)).toBe(formatDate(now - 30 * day));
});
