/**
 * The comments and likes of a lesson as this device shows them: mirror rows merged with the learner's own writes.
 * Guarantees: pure; the learner's own write shows at once and counts once, whether the server has it or not; counts are never negative.
 * Rule: a comment that was deleted anywhere (here, on another device, by an administrator) is never shown again.
 */

import type { StoredJournalDoc } from '@/shared/journal';
import type { CommentRow, VideoStatsRow } from '@/shared/rows';
import { compareText } from '@/shared/text-order';

/** Name shown for people who have not given a name. Twin: the projection of comments. */
export const NAMELESS = 'Потребител';

export type CommentDoc = StoredJournalDoc<'comment'>;

export interface Person {
  id: string;
  name: string;
  avatar: string | null;
  isTeacher: boolean;
}

export interface Rejection {
  /** The document's id, `<kind>/<uuid>`. */
  id: string;
  code: string;
  message: string;
}

/** `waiting`: not confirmed by the server. `rejected`: rejected by the server. */
export type CommentStatus = 'sent' | 'waiting' | 'rejected';

export interface Comment {
  id: string;
  author: string;
  avatar: string | null;
  content: string;
  /** Unix time (ms). */
  created_at: number;
  mine: boolean;
  status: CommentStatus;
  rejection: Rejection | undefined;
  /** Position in the video to which the comment refers (ms). */
  position: number | null;
  /** Id of the comment to which this comment replies; null if this comment is not a reply, or if the other comment was deleted. */
  parent: string | null;
  isTeacher: boolean;
}

/** A lesson's comments in the mirror; `rows` may contain only the newest ones. */
export interface MirroredComments {
  rows: readonly CommentRow[];
  /** Number of the lesson's comments in the mirror. */
  count: number;
  /** Ids of the learner's own comments that the mirror contains. */
  held: ReadonlySet<string>;
  /** Ids of the learner's own comments that the server confirmed and that no longer exist. */
  gone: ReadonlySet<string>;
}

export const commentId = (doc: Pick<CommentDoc, 'id'>): string => doc.id.slice(doc.id.indexOf('/') + 1);

const newestFirst = (a: Comment, b: Comment) => b.created_at - a.created_at || compareText(a.id, b.id);

export function foldComments(
  mirrored: MirroredComments,
  docs: readonly CommentDoc[],
  rejections: readonly Rejection[],
  me: Person,
): { comments: Comment[]; total: number } {
  const own = new Map(docs.map((doc) => [commentId(doc), doc]));
  const rejected = new Map(rejections.map((rejection) => [rejection.id, rejection]));
  const isDeleted = (id: string) => own.get(id)?.data.deleted === true;
  const statusOf = (doc: CommentDoc | undefined): CommentStatus =>
    doc && rejected.has(doc.id) ? 'rejected' : doc?.pending ? 'waiting' : 'sent';

  const mirroredComments = mirrored.rows
    .filter(({ id }) => !isDeleted(id))
    .map(
      (row): Comment => ({
        id: row.id,
        author: row.user_name || NAMELESS,
        avatar: row.user_avatar,
        content: row.content,
        created_at: Date.parse(row.created_at),
        mine: row.user_id === me.id,
        status: statusOf(own.get(row.id)),
        rejection: undefined,
        position: row.position ?? null,
        parent: row.parent_id ?? null,
        isTeacher: row.is_teacher === true,
      }),
    );
  const unheard = docs.filter((doc) => {
    const id = commentId(doc);
    return !doc.data.deleted && !mirrored.held.has(id) && (rejected.has(doc.id) || !mirrored.gone.has(id));
  });
  const mine = unheard.map(
    (doc): Comment => ({
      id: commentId(doc),
      author: me.name || NAMELESS,
      avatar: me.avatar,
      content: doc.data.content.trim(),
      created_at: doc.data.created_at,
      mine: true,
      status: statusOf(doc),
      rejection: rejected.get(doc.id),
      position: doc.data.position ?? null,
      parent: doc.data.parent_id ?? null,
      isTeacher: me.isTeacher,
    }),
  );
  const takenAway = [...own.keys()].filter((id) => mirrored.held.has(id) && isDeleted(id)).length;
  return {
    comments: [...mirroredComments, ...mine].sort(newestFirst),
    total: Math.max(0, mirrored.count - takenAway + mine.length),
  };
}

/** The likes of a lesson and the learner's own like, as the server last reported them. */
export interface MirroredLikes {
  stats: Pick<VideoStatsRow, 'likes_count'> | undefined;
  mine: boolean;
}

/** `own`: the learner's last choice on any device, undefined without a journal document. `count` is undefined until the server has reported it. */
export function foldLikes(
  { stats, mine }: MirroredLikes,
  own: boolean | undefined,
): { liked: boolean; count: number | undefined } {
  const liked = own ?? mine;
  const others = stats && Math.max(0, stats.likes_count - (mine ? 1 : 0));
  return { liked, count: others === undefined ? undefined : others + (liked ? 1 : 0) };
}

/** A comment with its replies, oldest reply first. */
export interface Thread {
  comment: Comment;
  replies: readonly Comment[];
}

/** Groups replies under the comment they answer. A reply to a missing comment starts a thread of its own, so that nothing is lost. */
export function threadsOf(comments: readonly Comment[]): Thread[] {
  const threads = new Map(comments.map((comment) => [comment.id, { comment, replies: [] as Comment[] }]));
  const questionOf = ({ parent }: Comment) => (parent === null ? undefined : threads.get(parent));
  // `comments` is sorted newest first; replies are shown oldest first.
  for (const comment of comments.toReversed()) questionOf(comment)?.replies.push(comment);
  return [...threads.values()].filter(({ comment }) => !questionOf(comment));
}
