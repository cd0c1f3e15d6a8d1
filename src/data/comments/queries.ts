import { type MirrorDb, videoScope } from '@sync';
import { useJournalDocs } from '@/data/journal/use-journal';
import { useSession } from '@/data/session/session-store';
import { useMirrorQuery } from '@/data/session/use-mirror-query';
import { type Comment, type CommentDoc, commentId, foldComments } from '@/domain/discussion';
import type { CommentRow } from '@/domain/rows';
import { useSettled } from '@/lib/use-settled';

/** Between the write of the learner's own feed and that of the lesson's a comment seems gone; only what stays gone is, ms. */
const GONE_AFTER_MS = 1_000;

export interface Comments {
  /** The newest, at least `limit` of them where there are as many. */
  comments: Comment[];
  total: number;
  /** Everything the server had at the last pull is on this device. */
  whole: boolean;
  /** This device could not read those of others; its own are here. */
  failed: boolean;
}

/** Rows that are read at once: reading thousands in one go would hold the page up. */
const READ_AT_ONCE = 200;

/** The newest comments of a lesson, at least `limit` of them where there are as many. */
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
    // So many of one moment that the page began with what was known already.
    if (rows.size === before) atOnce *= 2;
  }
  return [...rows.values()];
}

async function mirroredComments(mirror: MirrorDb, videoId: string, limit: number, docs: readonly CommentDoc[]) {
  const ids = docs.map(commentId);
  const ofVideo = () => mirror.comments.where('[video_id+created_at]').between([videoId, ''], [videoId, '\uffff']);
  const [scope, rows, count, own, fed] = await Promise.all([
    mirror.scopes.get(videoScope(videoId)),
    newestComments(mirror, videoId, limit),
    ofVideo().count(),
    mirror.comments.bulkGet(ids),
    mirror.feed.bulkGet(docs.map(({ id }) => id)),
  ]);
  const whole = scope?.whole === true && !scope.aside;
  const held = new Set(own.flatMap((row) => (row ? [row.id] : [])));
  // The server knows the document as it is here, and the lesson's own stream, read to its head, is without the comment.
  const gone = docs.filter(
    (doc, index) => whole && !doc.pending && !held.has(commentId(doc)) && (fed[index]?.body?.rev ?? -1) >= doc.rev,
  );
  return { videoId, rows, count, held, gone: gone.map(commentId), whole, failed: false };
}

function unreadable(videoId: string, error: unknown): Awaited<ReturnType<typeof mirroredComments>> {
  console.error('The comments could not be read:', error);
  return { videoId, rows: [], count: 0, held: new Set(), gone: [], whole: false, failed: true };
}

/** What people say about a lesson, the newest first; undefined until read. */
export function useComments(videoId: string, limit: number): Comments | undefined {
  const identity = useSession((session) => session.identity);
  const docs = (useJournalDocs('comment') ?? []).filter(({ data }) => data.video_id === videoId);
  const state = docs.map(({ id, rev, pending }) => `${id} ${rev} ${pending}`).join();
  const mirrored = useMirrorQuery(
    (mirror) => mirroredComments(mirror, videoId, limit, docs).catch((error: unknown) => unreadable(videoId, error)),
    [videoId, limit, state],
  );
  const me = useMirrorQuery(
    async (mirror) => (identity ? await mirror.profiles.get(identity.uid) : undefined),
    [identity?.uid],
  );
  const refusals = useMirrorQuery((mirror) => mirror.rejected.filter(({ kind }) => kind === 'comment').toArray());
  const gone = useSettled(mirrored?.gone, mirrored?.gone.join() ?? '', GONE_AFTER_MS);
  if (!identity || mirrored?.videoId !== videoId) return undefined;
  const person = {
    id: identity.uid,
    name: me?.full_name?.trim() || identity.full_name,
    avatar: me?.avatar_url ?? null,
  };
  return {
    ...foldComments({ ...mirrored, gone: new Set(gone) }, docs, refusals ?? [], person),
    whole: mirrored.whole,
    failed: mirrored.failed,
  };
}
