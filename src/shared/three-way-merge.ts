/**
 * Merges an edited row with the currently stored one, field by field.
 * Guarantees: a field that only one side changed takes that side's value. A field that both sides changed to different values is reported as a
 * conflict. The items of a list with ids (questions and their answers, chapters) are merged one by one, as fields; a conflict inside an
 * item is a conflict of the whole item.
 */

interface Item {
  id: string;
}

const same = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
const isList = (value: unknown): value is Item[] =>
  Array.isArray(value) &&
  value.every((item) => typeof item === 'object' && item !== null && typeof item.id === 'string');

/** A block of WebVTT text, such as a chapter, under its start time; the header's id is its first line. */
interface Cue extends Item {
  block: string;
}
const isVtt = (value: unknown): value is string => typeof value === 'string' && value.startsWith('WEBVTT');
const cuesOf = (vtt: string): Cue[] =>
  vtt
    .trim()
    .split(/\n\s*\n/)
    .map((block) => ({ id: /\S+(?= +-->)/.exec(block)?.[0] ?? block.split('\n')[0] ?? '', block }));

/** The items of a list with ids, or of a WebVTT text whose start times are unique; undefined for any other value. */
function itemsOf(value: unknown): readonly Item[] | undefined {
  const list = isList(value) ? value : isVtt(value) ? cuesOf(value) : undefined;
  return list && byId(list).size === list.length ? list : undefined;
}
/** Items in the form of the value that they came from; cues are ordered by their start. */
const likeThe = (value: unknown, items: readonly Item[]): unknown => {
  if (!isVtt(value)) return items;
  const [header, ...cues] = items as Cue[];
  return [header, ...cues.toSorted((a, b) => seconds(a.id) - seconds(b.id))].map((cue) => cue?.block).join('\n\n');
};
const seconds = (time: string) => time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
const byId = (list: readonly Item[]) => new Map(list.map((item) => [item.id, item]));

export interface Merge<F> {
  /** The merged row; a conflicting field keeps the value of `mine`. */
  fields: F;
  /** Names of fields, or `<field>/<id>` for an item of a list. */
  conflicts: string[];
  /** Fields and items taken from `theirs`, because only the other side changed them. */
  taken: string[];
}

export function mergeFields<F extends object>(base: F, mine: F, theirs: F): Merge<F> {
  const merge: Merge<F> = { fields: { ...mine }, conflicts: [], taken: [] };
  for (const name of Object.keys(mine) as (keyof F & string)[]) {
    const [was, my, their] = [base[name], mine[name], theirs[name]];
    if (same(was, their) || same(my, their)) continue;
    if (same(was, my)) {
      merge.fields[name] = their;
      merge.taken.push(name);
      continue;
    }
    const [wasList, myList, theirList] = [itemsOf(was), itemsOf(my), itemsOf(their)];
    if (wasList && myList && theirList) {
      const { list, conflicts, taken } = mergeLists(wasList, myList, theirList);
      merge.fields[name] = likeThe(my, list) as F[typeof name];
      merge.conflicts.push(...conflicts.map((id) => `${name}/${id}`));
      merge.taken.push(...taken.map((id) => `${name}/${id}`));
    } else merge.conflicts.push(name);
  }
  return merge;
}

function mergeLists(base: readonly Item[], mine: readonly Item[], theirs: readonly Item[]) {
  const [was, my, their] = [byId(base), byId(mine), byId(theirs)];
  const merged = new Map<string, Item>();
  const conflicts: string[] = [];
  const taken: string[] = [];
  for (const id of new Set([...my.keys(), ...their.keys()])) {
    const [b, m, t] = [was.get(id), my.get(id), their.get(id)];
    let item = m;
    if (!same(b, t) && !same(m, t)) {
      const parts = b && m && t ? mergeItem(b, m, t) : null;
      if (same(b, m)) item = t;
      else if (parts) item = parts;
      else conflicts.push(id);
      if (item !== m) taken.push(id);
    }
    if (item) merged.set(id, item);
  }
  // The order is mine if I changed it, otherwise theirs; items of the other side follow the item that they followed there.
  const ids = (list: readonly Item[], known: Map<string, Item>) =>
    list.map(({ id }) => id).filter((id) => known.has(id) && was.has(id));
  const reordered = !same(ids(base, my), ids(mine, was));
  const [first, second] = reordered ? [mine, theirs] : [theirs, mine];
  const list = second.reduce(
    (all, { id }) => placed(all, second, merged.get(id)),
    [...first.flatMap(({ id }) => merged.get(id) ?? [])],
  );
  return { list, conflicts, taken };
}

/** Fields of one item merged, or null if both sides changed the same one. */
function mergeItem(base: Item, mine: Item, theirs: Item): Item | null {
  const { fields, conflicts } = mergeFields(base, mine, theirs);
  const lists = Object.keys(mine) as (keyof Item)[];
  const clash = lists.some((name) => {
    const marks = [base, mine, theirs].map((item) => marksOf(item[name]));
    return !same(marks[0], marks[1]) && !same(marks[0], marks[2]) && !same(marks[1], marks[2]);
  });
  return conflicts.length || clash ? null : fields;
}

/** The marked items of a list, such as the right answers, belong together: two different choices are a conflict, not a union. */
const marksOf = (value: unknown) =>
  isList(value) ? value.filter((item) => Object.values(item).includes(true)).map(({ id }) => id) : null;

/** The list with an item added behind its predecessor in `order`; unchanged if it is there or there is no item. */
function placed(list: Item[], order: readonly Item[], item: Item | undefined): Item[] {
  if (!item || list.some(({ id }) => id === item.id)) return list;
  const before = order[order.findIndex(({ id }) => id === item.id) - 1]?.id;
  return list.toSpliced(list.findIndex(({ id }) => id === before) + 1, 0, item);
}

/** Value of a field, or of a single item of its list, for a name of `Merge`. */
export function valueAt<F extends object>(fields: F, path: string): unknown {
  const [name = '', id] = path.split('/');
  const value = fields[name as keyof F];
  const items = id === undefined ? undefined : itemsOf(value)?.filter((item) => item.id === id);
  return items ? (isVtt(value) ? (items as Cue[]).map(({ block }) => block).join() : items) : value;
}

/** The fields with the other side's value at a conflicting name. */
export function withTheirs<F extends object>(fields: F, theirs: F, path: string): F {
  const [field = '', id] = path.split('/');
  const name = field as keyof F;
  const [my, their] = [itemsOf(fields[name]), itemsOf(theirs[name])];
  if (id === undefined || !my || !their) return { ...fields, [name]: theirs[name] };
  const item = their.find((one) => one.id === id);
  const list = my.flatMap((one) => (one.id === id ? (item ?? []) : [one]));
  return { ...fields, [name]: likeThe(fields[name], placed(list, their, item)) };
}

/** The fields of `mine` that differ from the stored row, as the content of a patch. */
export function changedFields<F extends object>(base: F, mine: F): Partial<F> {
  const names = (Object.keys(mine) as (keyof F & string)[]).filter((name) => !same(base[name], mine[name]));
  return Object.fromEntries(names.map((name) => [name, mine[name]])) as Partial<F>;
}
