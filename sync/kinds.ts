/**
 * Every kind of the journal: what a valid document is, how two become one, what a refusal does. `sync.validate` is the twin in SQL.
 * Guarantees: `mergeDocs` never throws, whatever it is given, and prefers the valid document to the damaged one.
 * Rule: bounds refuse what SQL and JavaScript cannot hold alike: fractions, numbers past 2^53, NUL characters, lone surrogates.
 */
import * as v from 'valibot';
import {
  ANSWER_OPTIONS,
  ATTEMPT_MS,
  ATTEMPT_QUESTIONS,
  CART_QUANTITY,
  COMMENT_LENGTH,
  FORM_FIELDS,
  FORM_VALUE_LENGTH,
  MEDIA_MS,
  NOTE_LENGTH,
  NOTE_VERSIONS,
  PROFILE_LENGTHS,
} from '@/config/limits';
import { canonical, compareText } from '@/domain/canonical';
import type { Interval, JournalData, JournalDoc, Kind, NoteVersion } from '@/domain/journal';
import { type Law, laws, mergeValid } from '@/domain/merge';

export interface KindRule<K extends Kind> {
  readonly data: v.GenericSchema<unknown, JournalData[K]>;
  /** The second part of the id. */
  readonly key: RegExp;
  /** The key that the data itself names; it must be the id's. */
  readonly named?: (data: JournalData[K]) => string;
  readonly law: Law<K>;
  /** After a refusal the device shows the server's state again. Otherwise it keeps what the learner made, beside the refusal. */
  readonly reverts: boolean;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const OPTION = /^[A-Za-z0-9_-]{1,40}$/;
const FIELD = /^[a-z][a-z_]{0,39}$/;
/** 'off' or nothing; what else is written is refused where it is applied. Twin: sync.is_profile. */
const NOTIFY_LENGTH = 3;
/** An address, with or without its beginning; no other scheme than that of the web. */
const WEBSITE = /^(https?:\/\/|(?![a-z][a-z0-9+.-]*:))/i;
const NEWS = new RegExp(`^news/${UUID.source.slice(1)}`);
/** The last instant that a JavaScript date can name, ms. */
const LAST_MS = 8_640_000_000_000_000;

function isDate(text: string): boolean {
  const [, year, month, day] = /^((?:19|20|21)\d\d)-(0[1-9]|1[0-2])-(\d\d)$/.exec(text) ?? [];
  return Number(day) >= 1 && Number(day) <= new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
}

/** Counted as PostgreSQL counts: a character outside the basic plane is one. */
function characters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

function isText(text: string, longest: number): boolean {
  return (
    (text.length <= longest || characters(text) <= longest) && !text.includes('\0') && !/\p{Surrogate}/u.test(text)
  );
}

function isAscending<T>(list: readonly T[], order: (a: T, b: T) => number): boolean {
  return list.every((item, i) => i === 0 || order(list[i - 1] as T, item) < 0);
}

function isIntervals(list: readonly Interval[]): boolean {
  return list.every(([from, to], i) => from < to && (i === 0 || (list[i - 1]?.[1] ?? 0) < from));
}

function newestFirst(list: readonly NoteVersion[]): boolean {
  return isAscending(list, (a, b) => b.at - a.at || compareText(canonical(b), canonical(a)));
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const whole = (most: number) => v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(most));
const text = (longest: number) =>
  v.pipe(
    v.string(),
    v.check((value) => isText(value, longest)),
  );
const uuid = v.pipe(v.string(), v.regex(UUID));
const time = whole(LAST_MS);
const date = v.pipe(v.string(), v.check(isDate));
const media = whole(MEDIA_MS);

/** A record with at most `most` members. Not `v.record`: that passes over `constructor` and its like in silence. */
function members<T>(key: RegExp, value: v.GenericSchema<unknown, T>, most: number) {
  return v.custom<Record<string, T>>((input) => {
    if (!isObject(input)) return false;
    const entries = Object.entries(input);
    return entries.length <= most && entries.every(([name, member]) => key.test(name) && v.is(value, member));
  });
}

const field = (longest: number) => v.exactOptional(v.strictObject({ value: text(longest), at: time }));

export const kinds: { readonly [K in Kind]: KindRule<K> } = {
  progress: {
    data: v.strictObject({
      video_id: uuid,
      course_id: v.nullable(uuid),
      intervals: v.pipe(
        v.array(v.strictTuple([media, media])),
        v.check((list) => isIntervals(list)),
      ),
      position: media,
      position_at: time,
      duration: media,
      completed: v.boolean(),
      first_watched: time,
    }),
    key: UUID,
    named: (data) => data.video_id,
    law: laws.progress,
    reverts: false,
  },
  attempt: {
    data: v.strictObject({
      test_id: uuid,
      started_at: time,
      finished_at: v.nullable(time),
      time_spent: whole(ATTEMPT_MS),
      answers: members(
        UUID,
        v.strictObject({
          options: v.pipe(
            v.array(v.pipe(v.string(), v.regex(OPTION))),
            v.maxLength(ANSWER_OPTIONS),
            v.check((options) => isAscending(options, compareText)),
          ),
          at: time,
        }),
        ATTEMPT_QUESTIONS,
      ),
    }),
    key: UUID,
    law: laws.attempt,
    reverts: false,
  },
  day: {
    data: v.custom<Record<string, never>>((value) => isObject(value) && Object.keys(value).length === 0),
    key: /^\d{4}-\d\d-\d\d$/,
    law: laws.day,
    reverts: false,
  },
  registration: {
    data: v.strictObject({ event_id: uuid, registered: v.boolean() }),
    key: UUID,
    named: (data) => data.event_id,
    law: laws.registration,
    reverts: true,
  },
  like: {
    data: v.strictObject({ video_id: uuid, liked: v.boolean() }),
    key: UUID,
    named: (data) => data.video_id,
    law: laws.like,
    reverts: true,
  },
  comment: {
    data: v.strictObject({
      video_id: uuid,
      content: v.pipe(text(COMMENT_LENGTH), v.regex(/[^ \t\n\r]/)),
      created_at: time,
      deleted: v.boolean(),
    }),
    key: UUID,
    law: laws.comment,
    reverts: false,
  },
  note: {
    data: v.strictObject({
      video_id: uuid,
      versions: v.pipe(
        v.array(v.strictObject({ at: time, text: text(NOTE_LENGTH), position: media, deleted: v.boolean() })),
        v.minLength(1),
        v.maxLength(NOTE_VERSIONS),
        v.check((list) => newestFirst(list)),
      ),
    }),
    key: UUID,
    law: laws.note,
    reverts: false,
  },
  read: {
    data: v.strictObject({ notification_id: uuid, deleted: v.boolean() }),
    key: UUID,
    named: (data) => data.notification_id,
    law: laws.read,
    reverts: true,
  },
  profile: {
    data: v.strictObject({
      fields: v.pipe(
        v.custom<object>(isObject), // an array passes for an object without members
        v.strictObject({
          full_name: field(PROFILE_LENGTHS.full_name),
          bio: field(PROFILE_LENGTHS.bio),
          job_title: field(PROFILE_LENGTHS.job_title),
          location: field(PROFILE_LENGTHS.location),
          website: v.exactOptional(
            v.strictObject({ value: v.pipe(text(PROFILE_LENGTHS.website), v.regex(WEBSITE)), at: time }),
          ),
          notify_info: field(NOTIFY_LENGTH),
          notify_success: field(NOTIFY_LENGTH),
          notify_warning: field(NOTIFY_LENGTH),
        }),
      ),
    }),
    key: /^me$/,
    law: laws.profile,
    reverts: false,
  },
  cart: {
    data: v.strictObject({ product_id: uuid, quantity: whole(CART_QUANTITY) }),
    key: UUID,
    named: (data) => data.product_id,
    law: laws.cart,
    reverts: true,
  },
  view: {
    data: v.strictObject({ news_id: uuid }),
    key: NEWS,
    named: (data) => `news/${data.news_id}`,
    law: laws.view,
    reverts: true,
  },
  form: {
    data: v.strictObject({
      form: v.picklist(['launch', 'demo']),
      payload: members(FIELD, text(FORM_VALUE_LENGTH), FORM_FIELDS),
    }),
    key: UUID,
    law: laws.form,
    reverts: false,
  },
};

export function isKind(kind: unknown): kind is Kind {
  return typeof kind === 'string' && Object.hasOwn(kinds, kind);
}

const frame = v.object({
  id: v.string(),
  kind: v.string(),
  at: time,
  active_on: date,
  rev: whole(Number.MAX_SAFE_INTEGER),
  data: v.unknown(),
});

export type Verdict = { ok: true; doc: JournalDoc } | { ok: false; code: 'unknown_kind' | 'bad_id' | 'bad_document' };

function checkAs<K extends Kind>(kind: K, { id, at, active_on, rev, data }: v.InferOutput<typeof frame>): Verdict {
  const rule: KindRule<K> = kinds[kind];
  const key = id.slice(kind.length + 1);
  if (!id.startsWith(`${kind}/`) || !rule.key.test(key) || (kind === 'day' && !isDate(key)))
    return { ok: false, code: 'bad_id' };
  const parsed = v.safeParse(rule.data, data);
  if (!parsed.success) return { ok: false, code: 'bad_document' };
  if (rule.named && rule.named(parsed.output) !== key) return { ok: false, code: 'bad_id' };
  return { ok: true, doc: { id, kind, at, active_on, rev, data: parsed.output } };
}

/** What `sync_push` would say of the document's form, by the same bounds. Members that a document does not have (`pending`) are left out. */
export function checkDoc(value: unknown): Verdict {
  const framed = v.safeParse(frame, value);
  if (!framed.success) return { ok: false, code: 'bad_document' };
  const { kind } = framed.output;
  return isKind(kind) ? checkAs(kind, framed.output) : { ok: false, code: 'unknown_kind' };
}

/** Of two damaged documents the larger, so that every device keeps the same one. */
function largerOf<T>(a: T, b: T): T {
  try {
    return compareText(canonical(a), canonical(b)) >= 0 ? a : b;
  } catch {
    return a;
  }
}

/**
 * The join of two copies of one document, with the larger `rev` and without `pending`.
 * Total: of a valid and a damaged one it returns the valid, of two damaged ones or of two different documents the larger.
 */
export function mergeDocs<K extends Kind>(a: JournalDoc<K>, b: JournalDoc<K>): JournalDoc<K> {
  const first = checkDoc(a).ok;
  const second = checkDoc(b).ok;
  if (first !== second) return first ? a : b;
  if (!first || a.id !== b.id) return largerOf(a, b);
  return mergeValid(a, b);
}
