/**
 * The model server's merge.
 * Merges any two copies of a document: valid copies by the rule of their kind (`model-merge.ts`), invalid copies by a fixed choice.
 * Guarantees: never throws, prefers a valid document to an invalid one, and keeps fields that a newer version of the app has added.
 */

import { checkReceived, knownFields } from '@sync/protocol/kinds';
import type { JournalData, JournalDoc, Kind } from '@/shared/journal';
import { compareText } from '@/shared/text-order';
import { canonical } from './canonical';
import { mergeValid } from './model-merge';

/** Chooses the larger of two values in canonical order, so that every device keeps the same one. */
function largerOf<T>(a: T, b: T): T {
  try {
    return compareText(canonical(a), canonical(b)) >= 0 ? a : b;
  } catch {
    return a;
  }
}

function splitFields<K extends Kind>(doc: JournalDoc<K>): { known: JournalDoc<K>; unknown: [string, unknown][] } {
  const names = knownFields(doc.kind);
  const entries = Object.entries(doc.data);
  const unknown = entries.filter(([name]) => !names.has(name));
  if (unknown.length === 0) return { known: doc, unknown };
  const data = Object.fromEntries(entries.filter(([name]) => names.has(name)));
  return { known: { ...doc, data: data as JournalData[K] }, unknown }; // the cast is safe because the removed fields are not in the type
}

/**
 * Merges two copies of one document. The result has the larger `rev`, no `pending`, and the unknown fields of both copies. If both have the same
 * unknown field, the larger value in canonical order wins, so that the order of merging does not matter. The server's own merge is final.
 * @returns the merge of two valid copies; the valid one if the other is invalid; otherwise (or if the ids differ) the larger of the two
 */
export function mergeDocs<K extends Kind>(a: JournalDoc<K>, b: JournalDoc<K>): JournalDoc<K> {
  const first = checkReceived(a).ok;
  const second = checkReceived(b).ok;
  if (first !== second) return first ? a : b;
  if (!first || a.id !== b.id) return largerOf(a, b);
  const [x, y] = [splitFields(a), splitFields(b)];
  const merged = mergeValid(x.known, y.known);
  if (x.unknown.length + y.unknown.length === 0) return merged;
  const unknown = Object.fromEntries(x.unknown);
  for (const [name, value] of y.unknown)
    unknown[name] = Object.hasOwn(unknown, name) ? largerOf(unknown[name], value) : value;
  return { ...merged, data: { ...merged.data, ...unknown } };
}
