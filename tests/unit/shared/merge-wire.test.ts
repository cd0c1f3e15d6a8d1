import { WireError } from '@sync/protocol/errors';
import { isMirrorKind, parseAnswers, parseJournalDoc, parsePages } from '@sync/protocol/wire';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { copies, seedOfRun } from '../../helpers/journal-arbitraries';

const row = { kind: 'courses', id: 'c1', seq: 3, deleted: false, body: { id: 'c1' } };
const page = { scope: 'public', epoch: 1, rows: [row], seq: 3, more: false };
const seed = seedOfRun('wire');

describe('an answer of sync_pull', () => {
  it('is accepted with its rows, digest and rejections', () => {
    const digest = { count: 1, sum: '9007199254740993', xor: '-45' };
    expect(
      parsePages([
        { ...page, digest },
        { scope: 'plan:premium', denied: true },
      ]),
    ).toEqual([
      { ...page, digest },
      { scope: 'plan:premium', denied: true },
    ]);
    expect(parsePages([{ ...page, digest: { count: 0, sum: 0, xor: null } }])[0]).toMatchObject({
      digest: { count: 0, sum: '0', xor: '0' },
    });
  });

  it('keeps rows of a newer server’s kinds, which the mirror does not store', () => {
    const [parsed] = parsePages([{ ...page, rows: [{ ...row, kind: 'holograms' }] }]);
    expect(parsed).toMatchObject({ rows: [{ kind: 'holograms' }] });
    expect(isMirrorKind('holograms')).toBe(false);
    expect(isMirrorKind('constructor')).toBe(false);
    expect(isMirrorKind('courses')).toBe(true);
  });

  it('of another shape is rejected as a whole, so that no row is lost silently', () => {
    const bad = [
      null,
      {},
      [{}],
      [{ ...page, rows: [{ ...row, seq: '3' }] }],
      [{ ...page, rows: [{ ...row, body: null }] }],
      [{ ...page, seq: -1 }],
      [{ ...page, more: 1 }],
    ];
    for (const answer of bad) expect(() => parsePages(answer)).toThrow(WireError);
    fc.assert(
      fc.property(fc.anything(), (answer) => {
        try {
          parsePages(answer);
        } catch (error) {
          expect(error).toBeInstanceOf(WireError);
        }
      }),
      { seed, numRuns: 1_000 },
    );
  });
});

describe('an answer of sync_push', () => {
  const [sent] = fc.sample(copies('like', 1), { seed, numRuns: 1 })[0] ?? [];
  if (!sent) throw new Error('no document');

  it('is accepted with the server’s document', () => {
    const stored = { ...sent, rev: 4 };
    expect(parseAnswers([{ id: sent.id, status: 'merged', doc: stored }], [sent])).toEqual([
      { id: sent.id, status: 'merged', doc: stored },
    ]);
    expect(
      parseAnswers([{ id: sent.id, status: 'rejected', code: 'event_full', message: 'full', doc: null }], [sent]),
    ).toEqual([{ id: sent.id, status: 'rejected', code: 'event_full', message: 'full' }]);
  });

  it('is matched by its position if the server could not read the id', () => {
    expect(parseAnswers([{ id: null, status: 'rejected', code: 'bad_document' }], [sent])).toEqual([
      { id: sent.id, status: 'rejected', code: 'bad_document' },
    ]);
  });

  it('is rejected if it is about other or fewer documents', () => {
    for (const answer of [
      [],
      [{ id: 'like/x', status: 'same' }],
      [{ id: null, status: 'applied' }],
      [{ id: sent.id, status: 'fine' }],
      'same',
    ]) {
      expect(() => parseAnswers(answer, [sent])).toThrow(WireError);
    }
  });
});

describe('a document of the journal scope', () => {
  it('is parsed without its unknown members', () => {
    const [doc] = fc.sample(copies('note', 1), { seed, numRuns: 1 })[0] ?? [];
    expect(parseJournalDoc({ ...doc, pending: true })).toEqual(doc);
    expect(parseJournalDoc({ ...doc, kind: 'hologram' })).toBeUndefined();
    expect(parseJournalDoc(null)).toBeUndefined();
  });
});
