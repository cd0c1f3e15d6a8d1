/**
 * Reports every row of some kinds, then every change by its keys, to an index beside the mirror.
 * Guarantees: a change that happens while the rows are read is reported after them, whichever tab made it; rows are
 * read in pieces, so that the page stays responsive.
 * Rule: it only reads.
 */
import { Dexie, type IntervalTree, type ObservabilitySet, RangeSet } from 'dexie';
import type { MirrorKind } from '@/domain/rows';
import type { MirrorDb } from './mirror-schema';

/** Rows per reading. */
const PIECE = 200;
/** Changed keys of one transaction that are read one by one. */
const RANGES = 20;
const MAX_KEY = '\uffff';

export interface RowChange {
  kind: MirrorKind;
  put: object[];
  removed: string[];
}

interface KeyRange {
  from: string;
  to: string;
}

/** Keys of the mirror are strings; Dexie's bounds for "everything" are not. */
const asKeys = ({ from, to }: { from: unknown; to: unknown }): KeyRange => ({
  from: typeof from === 'string' ? from : '',
  to: typeof to === 'string' ? to : MAX_KEY,
});

/** The changed keys as ranges to be read; one range around them where they are many, as after a first sync. */
function rangesOf(tree: IntervalTree): KeyRange[] {
  const ranges = [...{ [Symbol.iterator]: () => RangeSet(tree)[Symbol.iterator]() }].map(asKeys);
  const [first, last] = [ranges[0], ranges.at(-1)];
  return first && last && ranges.length > RANGES ? [{ from: first.from, to: last.to }] : ranges;
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/**
 * @param onChange is called in the order of `kinds`, then for every change
 * @param onRead everything that the mirror held at the start has been reported
 * @returns ends it
 */
export function watchRows(
  mirror: MirrorDb,
  kinds: readonly MirrorKind[],
  onChange: (change: RowChange) => void,
  onRead: () => void,
  onError: (error: unknown) => void,
): () => void {
  const reported = new Map<MirrorKind, Set<string>>(kinds.map((kind) => [kind, new Set()]));
  const waiting: { kind: MirrorKind; range: KeyRange }[] = kinds.map((kind) => ({
    kind,
    range: { from: '', to: MAX_KEY },
  }));
  let ended = false;
  let working = false;

  async function read(kind: MirrorKind, { from, to }: KeyRange) {
    const known = reported.get(kind) ?? new Set();
    // Keys of this range that are not found again were deleted.
    const gone = new Set([...known].filter((id) => id >= from && id <= to));
    for (let lower = from, isFirst = true; !ended; isFirst = false) {
      const rows = await mirror
        .table<{ id: string }, string>(kind)
        .where(':id')
        .between(lower, to, isFirst, true)
        .limit(PIECE)
        .toArray();
      if (ended) return;
      for (const { id } of rows) {
        known.add(id);
        gone.delete(id);
      }
      if (rows.length > 0) onChange({ kind, put: rows, removed: [] });
      const last = rows.at(-1);
      if (!last || rows.length < PIECE) break;
      lower = last.id;
      await nextTask();
    }
    for (const id of gone) known.delete(id);
    if (gone.size > 0) onChange({ kind, put: [], removed: [...gone] });
  }

  async function work() {
    if (working) return;
    working = true;
    try {
      for (let next = waiting.shift(); next && !ended; next = waiting.shift()) await read(next.kind, next.range);
      if (!ended) onRead();
    } catch (error) {
      if (!ended) onError(error);
    } finally {
      working = false;
    }
  }

  function onMutation(parts: ObservabilitySet) {
    for (const kind of kinds) {
      const tree = parts[`idb://${mirror.name}/${kind}/`] ?? parts.all;
      if (tree) for (const range of rangesOf(tree)) waiting.push({ kind, range });
    }
    if (waiting.length > 0) void work();
  }

  Dexie.on('storagemutated', onMutation);
  void work();
  return () => {
    ended = true;
    Dexie.on.storagemutated.unsubscribe(onMutation);
  };
}
