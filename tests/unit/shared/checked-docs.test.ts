import { checkDoc } from '@sync/protocol/kinds';
import { describe, expect, it } from 'vitest';
import { type JournalData, type JournalDoc, type Kind, keepsRejected } from '@/shared/journal';

const KEY = '00000000-0000-4000-8000-000000000001';
const OTHER = '00000000-0000-4000-8000-000000000002';

function doc<K extends Kind>(kind: K, at: number, data: JournalData[K], active_on = '2026-11-20'): JournalDoc<K> {
  const key = kind === 'day' ? active_on : KEY;
  return { id: `${kind}/${key}`, kind, at, active_on, rev: 0, data };
}

describe('a document of this device', () => {
  it('rejects values that the server would store differently', () => {
    const bad = (data: unknown) =>
      checkDoc({ ...doc('like', 1, { video_id: KEY, liked: true }), kind: 'note', id: `note/${KEY}`, data });
    const note = (text: string, at: number) => ({
      video_id: OTHER,
      versions: [{ at, text, position: 0, deleted: false }],
    });
    expect(bad(note('добре', 1)).ok).toBe(true);
    for (const data of [
      note('\0', 1),
      note('\ud800', 1),
      note('', 1.5),
      note('', 2 ** 53),
      note('я'.repeat(5_001), 1),
      { ...note('', 1), extra: 1 },
    ]) {
      expect(bad(data)).toEqual({ ok: false, code: 'bad_document' });
    }
    expect(bad(note('😀'.repeat(5_000), 1)).ok).toBe(true);
  });

  it('rejects an id that differs from its data, an unknown kind and an invalid date', () => {
    const like = doc('like', 1, { video_id: KEY, liked: true });
    expect(checkDoc({ ...like, id: `like/${OTHER}` })).toEqual({ ok: false, code: 'bad_id' });
    expect(checkDoc({ ...like, id: `like/${KEY.toUpperCase()}x` })).toEqual({ ok: false, code: 'bad_id' });
    expect(checkDoc({ ...like, kind: 'toString' })).toEqual({ ok: false, code: 'unknown_kind' });
    expect(checkDoc({ ...like, active_on: '2026-02-29' })).toEqual({ ok: false, code: 'bad_document' });
    expect(checkDoc({ ...doc('day', 1, {}), id: 'day/2026-02-30' })).toEqual({ ok: false, code: 'bad_id' });
  });

  it('gives way to the server’s state after a rejection, or stays, as its kind demands', () => {
    const givesWay: Kind[] = ['cart', 'like', 'read', 'registration', 'view'];
    const stays: Kind[] = ['progress', 'attempt', 'day', 'comment', 'note', 'profile', 'form'];
    expect(givesWay.filter((kind) => keepsRejected[kind])).toEqual([]);
    expect(stays.filter((kind) => !keepsRejected[kind])).toEqual([]);
  });
});
