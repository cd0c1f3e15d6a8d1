import { useParams } from 'react-router-dom';
import { courseEditorHref } from '@/config/console-paths';
import { useCourse } from '@/data/admin/courses';
import { settingsText as text } from '@/text/admin/course-settings';
import { editorText } from '@/text/admin/courses';
import { messages } from '@/text/admin/messages';
import { CoursesFrame } from '@/widgets/admin/courses-frame';
import { GoBack } from '@/widgets/admin/go-back';
import { MissingNotice } from '@/widgets/admin/missing-notice';
import { PublishCourse } from '@/widgets/admin/publish-course';
import { RemoteStates } from '@/widgets/admin/remote-states';
import { TrashedNotice } from '@/widgets/admin/trashed-notice';
import { CourseActions } from './course-actions';
import { PreviewCourse } from './preview-course';
import { SettingsForm } from './settings-form';

/** /admin/course-settings/{courseId} */
export function CourseSettingsPage() {
  const { courseId = '' } = useParams();
  const remote = useCourse(courseId);
  return (
    <CoursesFrame title={text.title} lead={<GoBack to={courseEditorHref(courseId)} />}>
      <RemoteStates remote={remote} failed={messages.tests.courseLoad} retryLabel={editorText.tryAgain}>
        {({ course, isTrashed, videos, quizzes }) =>
          isTrashed ? (
            <TrashedNotice table="courses" id={courseId} title={editorText.missing} />
          ) : course ? (
            <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_360px]">
              <SettingsForm key={course.id} course={course} />
              <div className="grid min-w-0 content-start gap-4">
                <PublishCourse course={course} videos={videos} quizzes={quizzes} />
                <PreviewCourse courseId={course.id} />
                <CourseActions course={course} />
              </div>
            </div>
          ) : (
            <MissingNotice title={editorText.missing} />
          )
        }
      </RemoteStates>
    </CoursesFrame>
  );
}
