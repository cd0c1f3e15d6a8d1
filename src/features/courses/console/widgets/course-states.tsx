import type { ReactNode } from 'react';
import { type CourseContent, useCourse } from '@/features/console-kit/requests/courses';
import type { CourseRow } from '@/features/console-kit/requests/rows';
import { editorText as text } from '@/features/console-kit/text/courses';
import { messages } from '@/features/console-kit/text/messages';
import { RemoteStates } from '@/features/console-kit/widgets/remote-states';
import { MissingNotice } from './missing-notice';
import { TrashedNotice } from './trashed-notice';

interface CourseStatesProps {
  courseId: string;
  /** Text shown if the server rejects the request. */
  failed?: string;
  children: (content: CourseContent & { course: CourseRow }) => ReactNode;
}

/** The content of a course's screen in all its states, also for a course that is missing or in the trash. */
export const CourseStates = ({ courseId, failed = messages.tests.courseLoad, children }: CourseStatesProps) => (
  <RemoteStates
    remote={useCourse(courseId)}
    failed={failed}
    failedError={messages.tests.courseLoad}
    retryLabel={text.tryAgain}
  >
    {({ course, isTrashed, ...content }) =>
      isTrashed ? (
        <TrashedNotice table="courses" id={courseId} title={text.missing} />
      ) : course ? (
        children({ ...content, isTrashed, course })
      ) : (
        <MissingNotice title={text.missing} />
      )
    }
  </RemoteStates>
);
