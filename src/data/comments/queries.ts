import type { MirrorDb } from '@sync';
import { useJournalDocs } from '@/data/journal/use-journal';
import { localQuery } from '@/data/live/live-query';
import { useLatest, useLive } from '@/data/live/use-live';
import { ownProfile } from '@/data/profile/queries';
import { useSession } from '@/data/session/session-store';
import { type Comment, commentId, foldComments } from '@/domain/discussion';
import type { CommentRow } from '@/domain/rows';
import { useDebouncedValue } from '@/lib/use-debounced-value';

/** A missing comment counts as deleted only after this delay (ms), because the learner's feed and the lesson's feed are written separately. */
const GONE_AFTER_MS = 1_000;

export interface Comments {
  /** Newest comments, at least `limit` of them if there are as many. */
  comments: Comment[];
  total: number;
  /** True if this device has all comments that the server had at the last pull. */
  whole: boolean;
  /** True if other learners' comments could not be read; the learner's own are included. */
  failed: boolean;
}

/** Rows per read: reading thousands at once would block the page. */
const READ_AT_ONCE = 200;

/** The newest comments of a lesson, at least `limit` of them if there are as many. */
async function newestComments(mirror: MirrorDb, videoId: string, limit: number): Promise<CommentRow[]> {
  const rows = new Map<string, CommentRow>();
  let until = '\uffff';
  for (let atOnce = READ_AT_ONCE; rows.size < limit; ) {
    const found = mirror.comments
      .where('[video_id+created_at]')
      .between([videoId, ''], [videoId, until], true, true)
      .reverse();
    const [before, page] = [rows.size, await found.limit(atOnce).toArray()];
    for (const row of page) rows.set(row.id, row);
    if (page.length < atOnce) break;
    until = page.at(-1)?.created_at ?? '';
    // The page brought no new rows, because all its comments share one timestamp: read a larger page.
    if (rows.size === before) atOnce *= 2;
  }
  return [...rows.values()];
}

interface MirroredComments {
  rows: CommentRow[];
  count: number;
  /** Ids of the learner's own comments that the mirror contains. */
  held: ReadonlySet<string>;
  /** The server's last reported revision of each of the learner's own documents, by document id. */
  confirmed: ReadonlyMap<string, number>;
}

const unread: MirroredComments = { rows: [], count: 0, held: new Set(), confirmed: new Map() };

/** `own`: ids of the learner's documents, joined by spaces, because a query argument must be a primitive. */
const commentsOfLesson = localQuery(
  'comments',
  (videoId: string) => [`video:${videoId}`],
  async ({ mirror }, videoId: string, limit: number, own: string): Promise<MirroredComments> => {
    const ids = own.split(' ').filter(Boolean);
    const ofVideo = () => mirror.comments.where('[video_id+created_at]').between([videoId, ''], [videoId, '\uffff']);
    const [rows, count, ownRows, fed] = await Promise.all([
      newestComments(mirror, videoId, limit),
      ofVideo().count(),
      mirror.comments.bulkGet(ids.map((id) => commentId({ id }))),
      mirror.feed.bulkGet(ids),
    ]);
    return {
      rows,
      count,
      held: new Set(ownRows.flatMap((row) => (row ? [row.id] : []))),
      confirmed: new Map(fed.flatMap((doc) => (doc ? [[doc.id, doc.body?.rev ?? -1] as const] : []))),
    };
  },
  { fallback: unread, failure: 'The comments could not be read:' },
);

const rejectedComments = localQuery('rejected comments', [], ({ mirror }) =>
  mirror.rejected.filter(({ kind }) => kind === 'comment').toArray(),
);

/** The comments of a lesson, newest first; undefined until read. */
export function useComments(videoId: string, limit: number): Comments | undefined {
  const identity = useSession((session) => session.identity);
  const docs = (useJournalDocs('comment') ?? []).filter(({ data }) => data.video_id === videoId);
  const own = docs.map(({ id }) => id).join(' ');
  const mirrored = useLatest(useLive(commentsOfLesson, videoId, limit, own), videoId);
  const me = useLive(ownProfile).data;
  const rejected = useLive(rejectedComments).data;
  const { held, confirmed } = mirrored.data ?? unread;
  // The server has this revision of the document, but the fully pulled scope of the lesson does not contain the comment.
  const missing = docs
    .filter(
      (doc) =>
        mirrored.complete && !doc.pending && !held.has(commentId(doc)) && (confirmed.get(doc.id) ?? -1) >= doc.rev,
    )
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
