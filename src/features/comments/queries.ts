import { isPulled, type MirrorDb } from '@sync';
import { useJournalDocs } from '@/device/live/use-journal';
import { localQuery, useLatest, useLive } from '@/device/live/use-live';
import { useSession } from '@/device/session/session-store';
import { useRejectedDocs } from '@/device/sync/queries';
import { useDebouncedValue } from '@/device/use-debounced-value';
import { ownProfile } from '@/features/accounts/queries/profile';
import type { CommentRow } from '@/shared/rows';
import { type Comment, commentId, foldComments } from './rules';

/** Delay (ms) before a missing comment counts as deleted. It is needed, because the learner's feed and the lesson's feed are written separately. */
const GONE_AFTER_MS = 1_000;

export interface Comments {
  /** The comments that the caller asked for, and the learner's own comments that the server does not have yet. */
  comments: Comment[];
  total: number;
  /** True if this device has all comments that the server had at the last pull. */
  whole: boolean;
  /** True if other learners' comments could not be read; `comments` still contains the learner's own ones. */
  failed: boolean;
}

/** Rows per read: reading thousands at once would block the page. */
const READ_AT_ONCE = 200;

/** Which comments to read: at least this number of the newest, or with `pinned` all comments with a position and their replies, for the timeline. */
type Wanted = number | 'pinned';

/** The wanted comments of a lesson. For a number: at least that many of the newest, or all if the lesson has fewer. */
async function readComments(mirror: MirrorDb, videoId: string, wanted: Wanted): Promise<CommentRow[]> {
  const seen = new Set<string>();
  const rows: CommentRow[] = [];
  let until = '\uffff';
  for (let atOnce = READ_AT_ONCE; wanted === 'pinned' || rows.length < wanted; ) {
    const found = mirror.comments
      .where('[video_id+created_at]')
      .between([videoId, ''], [videoId, until], true, true)
      .reverse();
    const [before, page] = [seen.size, await found.limit(atOnce).toArray()];
    for (const row of page) {
      if (!seen.has(row.id) && (wanted !== 'pinned' || row.position != null || row.parent_id != null)) rows.push(row);
      seen.add(row.id);
    }
    if (page.length < atOnce) break;
    until = page.at(-1)?.created_at ?? '';
    // The page brought no new rows, because all its comments share one timestamp: read a larger page.
    if (seen.size === before) atOnce *= 2;
  }
  return rows;
}

interface MirroredComments {
  rows: CommentRow[];
  count: number;
  /** Ids of the learner's own comments that the mirror contains. */
  held: ReadonlySet<string>;
  /** Ids of the learner's own documents that a pull has brought as they are. */
  pulled: ReadonlySet<string>;
}

const unread: MirroredComments = { rows: [], count: 0, held: new Set(), pulled: new Set() };

/** `own`: ids of the learner's documents, joined by spaces, because a query argument must be a primitive. */
const commentsOfLesson = localQuery(
  'The comments could not be read:',
  ['video'],
  async ({ mirror }, videoId: string, wanted: Wanted, own: string): Promise<MirroredComments> => {
    const ids = own.split(' ').filter(Boolean);
    const ofVideo = () => mirror.comments.where('[video_id+created_at]').between([videoId, ''], [videoId, '\uffff']);
    const [rows, count, ownRows, docs] = await Promise.all([
      readComments(mirror, videoId, wanted),
      ofVideo().count(),
      ids.length > 0 ? mirror.comments.bulkGet(ids.map((id) => commentId({ id }))) : [],
      ids.length > 0 ? mirror.comment.bulkGet(ids) : [],
    ]);
    return {
      rows,
      count,
      held: new Set(ownRows.flatMap((row) => (row ? [row.id] : []))),
      pulled: new Set(docs.flatMap((doc) => (doc && isPulled(doc) ? [doc.id] : []))),
    };
  },
  { fallback: unread, remember: true },
);

/** The wanted comments of a lesson, newest first; undefined until read. */
export function useComments(videoId: string, wanted: Wanted): Comments | undefined {
  const identity = useSession((session) => session.identity);
  const docs = (useJournalDocs('comment') ?? []).filter(({ data }) => data.video_id === videoId);
  const own = docs.map(({ id }) => id).join(' ');
  const mirrored = useLatest(useLive(commentsOfLesson, videoId, wanted, own), videoId);
  const me = useLive(ownProfile).data;
  const rejected = useRejectedDocs();
  const { held, pulled } = mirrored.data ?? unread;
  // Own comments that were probably deleted: the server has confirmed the write and this device has pulled the lesson's whole scope, but the
  // comment is not in it.
  const missing = docs
    .filter((doc) => mirrored.complete && !doc.pending && !held.has(commentId(doc)) && pulled.has(doc.id))
    .map(commentId);
  const gone = useDebouncedValue(mirrored.data && missing, missing.join(), GONE_AFTER_MS);
  if (!identity || !mirrored.data) return undefined;
  const person = {
    id: identity.uid,
    name: me?.full_name?.trim() || identity.full_name,
    avatar: me?.avatar_url ?? null,
    isTeacher: identity.is_admin,
  };
  return {
    ...foldComments({ ...mirrored.data, gone: new Set(gone) }, docs, rejected ?? [], person),
    whole: mirrored.complete,
    failed: mirrored.status === 'error',
  };
}
