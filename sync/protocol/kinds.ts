/**
 * Defines every kind of journal document: which data is valid and which key the document has. SQL twin: `sync.validate`.
 * Rule: the bounds reject every value that SQL and JavaScript store differently: fractions, numbers above 2^53, NUL characters, lone surrogates.
 * Rule: a document that this device writes has exactly the fields of this version. A document from the server may have additional fields of a
 * newer version: they are kept and sent back, so that a tab with an older version loses no data.
 */

import * as v from 'valibot';
import { isKind, type JournalData, type JournalDoc, type Kind } from '@/shared/journal';
import {
  ANSWER_OPTIONS,
  ATTEMPT_MS,
  ATTEMPT_QUESTIONS,
  CART_QUANTITY,
  COMMENT_LENGTH,
  FORM_FIELDS,
  FORM_LOG_LENGTH,
  FORM_VALUE_LENGTH,
  MEDIA_MS,
  NOTE_LENGTH,
  NOTE_VERSIONS,
  PREFERENCE_LENGTHS,
  PROFILE_LENGTHS,
  QUIZ_VERSIONS,
} from '@/shared/limits';
import { compareText } from '@/shared/text-order';
import { isAscending, isDate, isIntervals, isText, newestFirst } from './bounds';

export interface KindRule<K extends Kind> {
  readonly data: v.GenericSchema<unknown, JournalData[K]>;
  /** Pattern of the key, the second part of the id. */
  readonly key: RegExp;
  /** Returns the key that the data contains; it must equal the key in the id. */
  readonly named?: (data: JournalData[K]) => string;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const OPTION = /^[A-Za-z0-9_-]{1,40}$/;
const FIELD = /^[a-z][a-z_]{0,39}$/;
/** A web address with or without http(s)://; no other scheme. */
const WEBSITE = /^(https?:\/\/|(?![a-z][a-z0-9+.-]*:))/i;
const NEWS = new RegExp(`^news/${UUID.source.slice(1)}`);
/** The latest time that a JavaScript date can represent (ms). */
const LAST_MS = 8_640_000_000_000_000;

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
const options = v.pipe(
  v.array(v.pipe(v.string(), v.regex(OPTION))),
  v.maxLength(ANSWER_OPTIONS),
  v.check((chosen) => isAscending(chosen, compareText)),
);

/** Schema of a record with at most `most` members. `v.record` does not fit: it silently skips `constructor` and similar names. */
function members<T>(key: RegExp, value: v.GenericSchema<unknown, T>, most: number) {
  const schema = v.custom<Record<string, T>>((input) => {
    if (!isObject(input)) return false;
    const entries = Object.entries(input);
    return entries.length <= most && entries.every(([name, member]) => key.test(name) && v.is(value, member));
  });
  return Object.assign(schema, { key, value, most }); // the test that hashes the wire schemas reads these properties
}

/** Builds an object schema that either rejects additional fields or keeps them. */
type ObjectOf = <E extends v.ObjectEntries>(
  entries: E,
) => v.GenericSchema<unknown, v.InferOutput<v.StrictObjectSchema<E, undefined>>>;

const field = (object: ObjectOf, longest: number) => v.exactOptional(object({ value: text(longest), at: time }));

type Kinds = { readonly [K in Kind]: KindRule<K> };

const kindsOf = (object: ObjectOf, allows: 'exact' | 'more'): Kinds => ({
  progress: {
    data: object({
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
  },
  attempt: {
    data: v.pipe(
      object({
        test_id: uuid,
        started_at: time,
        finished_at: v.nullable(time),
        time_spent: whole(ATTEMPT_MS),
        answers: members(UUID, object({ options, at: time }), ATTEMPT_QUESTIONS),
        version: v.exactOptional(whole(QUIZ_VERSIONS)),
        scored_at: v.exactOptional(time),
      }),
      v.check(({ finished_at, scored_at }) => scored_at === undefined || finished_at !== null),
    ),
    key: UUID,
  },
  day: {
    data: v.custom<Record<string, never>>(
      (value) => isObject(value) && (allows === 'more' || Object.keys(value).length === 0),
    ),
    key: /^\d{4}-\d\d-\d\d$/,
  },
  registration: {
    data: object({ event_id: uuid, registered: v.boolean() }),
    key: UUID,
    named: (data) => data.event_id,
  },
  like: {
    data: object({ video_id: uuid, liked: v.boolean() }),
    key: UUID,
    named: (data) => data.video_id,
  },
  comment: {
    data: object({
      video_id: uuid,
      content: v.pipe(text(COMMENT_LENGTH), v.regex(/[^ \t\n\r]/)),
      created_at: time,
      deleted: v.boolean(),
      position: v.exactOptional(media),
      parent_id: v.exactOptional(uuid),
    }),
    key: UUID,
  },
  note: {
    data: object({
      video_id: uuid,
      versions: v.pipe(
        v.array(object({ at: time, text: text(NOTE_LENGTH), position: media, deleted: v.boolean() })),
        v.minLength(1),
        v.maxLength(NOTE_VERSIONS),
        v.check((list) => newestFirst(list)),
      ),
    }),
    key: UUID,
  },
  read: {
    data: object({ notification_id: uuid, deleted: v.boolean() }),
    key: UUID,
    named: (data) => data.notification_id,
  },
  profile: {
    data: object({
      fields: v.pipe(
        v.custom<unknown>(isObject), // valibot would accept an array as an object without members
        object({
          full_name: field(object, PROFILE_LENGTHS.full_name),
          bio: field(object, PROFILE_LENGTHS.bio),
          job_title: field(object, PROFILE_LENGTHS.job_title),
          location: field(object, PROFILE_LENGTHS.location),
          website: v.exactOptional(
            object({ value: v.pipe(text(PROFILE_LENGTHS.website), v.regex(WEBSITE)), at: time }),
          ),
          notify_info: field(object, PREFERENCE_LENGTHS.notify_info),
          notify_success: field(object, PREFERENCE_LENGTHS.notify_success),
          notify_warning: field(object, PREFERENCE_LENGTHS.notify_warning),
          push_billing: field(object, PREFERENCE_LENGTHS.push_billing),
          push_event: field(object, PREFERENCE_LENGTHS.push_event),
          push_lesson: field(object, PREFERENCE_LENGTHS.push_lesson),
          push_achievement: field(object, PREFERENCE_LENGTHS.push_achievement),
          push_comment: field(object, PREFERENCE_LENGTHS.push_comment),
          push_admin: field(object, PREFERENCE_LENGTHS.push_admin),
          daily_reminder: field(object, PREFERENCE_LENGTHS.daily_reminder),
          quiet_hours: field(object, PREFERENCE_LENGTHS.quiet_hours),
        }),
      ),
    }),
    key: /^me$/,
  },
  cart: {
    data: object({ product_id: uuid, quantity: whole(CART_QUANTITY) }),
    key: UUID,
    named: (data) => data.product_id,
  },
  view: {
    data: object({ news_id: uuid }),
    key: NEWS,
    named: (data) => `news/${data.news_id}`,
  },
  form: {
    data: object({
      form: v.picklist(['launch', 'demo', 'report', 'contact']),
      payload: members(FIELD, text(FORM_VALUE_LENGTH), FORM_FIELDS),
      log: v.exactOptional(text(FORM_LOG_LENGTH)),
    }),
    key: UUID,
  },
});

/** The rules for documents that this device writes. */
export const kinds: Kinds = kindsOf((entries) => v.strictObject(entries), 'exact');

/** The rules for documents that come from the server. */
const receivedKinds: Kinds = kindsOf((entries) => v.looseObject(entries), 'more');

const frame = v.object({
  id: v.string(),
  kind: v.string(),
  at: time,
  active_on: date,
  rev: whole(Number.MAX_SAFE_INTEGER),
  data: v.unknown(),
});

export type Verdict = { ok: true; doc: JournalDoc } | { ok: false; code: 'unknown_kind' | 'bad_id' | 'bad_document' };

function checkAs<K extends Kind>(
  rules: Kinds,
  kind: K,
  { id, at, active_on, rev, data }: v.InferOutput<typeof frame>,
): Verdict {
  const rule: KindRule<K> = rules[kind];
  const key = id.slice(kind.length + 1);
  if (!id.startsWith(`${kind}/`) || !rule.key.test(key) || (kind === 'day' && !isDate(key)))
    return { ok: false, code: 'bad_id' };
  const parsed = v.safeParse(rule.data, data);
  if (!parsed.success) return { ok: false, code: 'bad_document' };
  if (rule.named && rule.named(parsed.output) !== key) return { ok: false, code: 'bad_id' };
  return { ok: true, doc: { id, kind, at, active_on, rev, data: parsed.output } };
}

function check(rules: Kinds, value: unknown): Verdict {
  const framed = v.safeParse(frame, value);
  if (!framed.success) return { ok: false, code: 'bad_document' };
  const { kind } = framed.output;
  return isKind(kind) ? checkAs(rules, kind, framed.output) : { ok: false, code: 'unknown_kind' };
}

/**
 * Checks a document that this device wrote against the bounds of `sync_push`. Drops members that are not part of a
 * document, such as `pending`.
 */
export const checkDoc = (value: unknown): Verdict => check(kinds, value);

/** Checks a document from the server. Keeps fields of a newer version in `data`. */
export const checkReceived = (value: unknown): Verdict => check(receivedKinds, value);
/** The top-level fields of a kind's data that this version knows. */
export function knownFields(kind: Kind): ReadonlySet<string> {
  const { data } = kinds[kind];
  return new Set('entries' in data && isObject(data.entries) ? Object.keys(data.entries) : []);
}
