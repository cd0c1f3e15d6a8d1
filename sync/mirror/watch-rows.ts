/**
 * Reports every row of some kinds and then every change, for an index that is kept next to the mirror.
 * Guarantees: a change that any tab makes while the rows are being read is reported after the rows; rows are read in chunks,
 * so that the page stays responsive.
 * Rule: this module never writes to the mirror.
 */
import { Dexie, type IntervalTree, type ObservabilitySet, RangeSet } from 'dexie';
import type { MirrorKind } from '@/shared/rows';
import type { MirrorDb } from './mirror-schema';

/** Rows per read. */
const PIECE = 200;
/** Maximum number of changed key ranges that are read separately; more are read as one range. */
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

/** Converts Dexie's bounds to strings: the mirror's keys are strings, but Dexie's bounds for "everything" are not. */
const asKeys = ({ from, to }: { from: unknown; to: unknown }): KeyRange => ({
  from: typeof from === 'string' ? from : '',
  to: typeof to === 'string' ? to : MAX_KEY,
});

/** Returns the changed keys as ranges to read; merges them into one range if there are many, as after a first sync. */
function rangesOf(tree: IntervalTree): KeyRange[] {
  const ranges = [...{ [Symbol.iterator]: () => RangeSet(tree)[Symbol.iterator]() }].map(asKeys);
  const [first, last] = [ranges[0], ranges.at(-1)];
  return first && last && ranges.length > RANGES ? [{ from: first.from, to: last.to }] : ranges;
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/**
 * @param onChange is called with the stored rows in the order of `kinds`, then with every change
 * @param onRead is called when all rows and changes so far have been reported: first after the stored rows, then after each change
 * @returns a function that stops watching
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
    // Reported keys of this range that are not found again were deleted.
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
