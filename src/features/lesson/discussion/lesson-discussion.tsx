import { type ReactNode, useEffect, useId, useState } from 'react';
import { useRejectedDocs } from '@/device/sync/queries';
import { followDiscussion } from '@/features/comments/mutations';
import { useComments } from '@/features/comments/queries';
import type { Rejection } from '@/features/comments/rules';
import type { LessonView } from '@/features/lessons/queries/queries';
import { useNotes } from '@/features/notes/queries';
import { FIRST_COMMENTS } from '@/shared/app-limits';
import { likeText } from '../text/lesson';
import { CommentsPanel } from './comments/comments-panel';
import { LessonActions, type PanelName } from './lesson-actions';
import { NotesPanel } from './notes/notes-panel';
import { Rejected } from './rejected-doc';

interface LessonDiscussionProps {
  view: LessonView;
  /** Null while the sample plays instead of the lesson. */
  video: HTMLVideoElement | null;
  /** The reason why commenting is disabled. */
  closed: string | undefined;
  /** True when the plan includes the lesson. */
  allowed: boolean;
  /** Additional actions, shown after the buttons. */
  children: ReactNode;
}

/** The buttons for likes, comments and notes of a lesson, and the panel that is open. */
export function LessonDiscussion({ view, video, closed, allowed, children }: LessonDiscussionProps) {
  const { id: videoId, title } = view.video;
  const base = useId();
  const [panel, setPanel] = useState<PanelName>();
  const [limit, setLimit] = useState(FIRST_COMMENTS);
  const comments = useComments(videoId, limit);
  const notes = useNotes(videoId);
  const rejections: ReadonlyMap<string, Rejection> = new Map(
    useRejectedDocs()?.map((rejected) => [rejected.id, rejected]),
  );
  const rejectedLike = rejections.get(`like/${videoId}`);
  useEffect(() => followDiscussion(videoId), [videoId]);
  const panelIds = { comments: `${base}-comments`, notes: `${base}-notes` };
  const close = () => setPanel(undefined);
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <LessonActions
        videoId={videoId}
        allowed={allowed}
        panel={panel}
        onPanel={setPanel}
        panelIds={panelIds}
        // The counts are unknown before the server's first answer.
        commentCount={comments && (comments.whole || comments.total > 0) ? comments.total : undefined}
        noteCount={notes?.length}
      >
        {children}
      </LessonActions>
      {rejectedLike && <Rejected rejection={rejectedLike} notSetUp={likeText.notSetUp} />}
      {panel === 'comments' && (
        <CommentsPanel
          id={panelIds.comments}
          videoId={videoId}
          comments={comments}
          onMore={setLimit}
          closed={closed}
          video={video}
          onClose={close}
        />
      )}
      {panel === 'notes' && (
        <NotesPanel
          id={panelIds.notes}
          videoId={videoId}
          lessonTitle={title}
          courseTitle={view.course?.title}
          notes={notes}
          rejections={rejections}
          video={video}
          onClose={close}
        />
      )}
    </div>
  );
}
