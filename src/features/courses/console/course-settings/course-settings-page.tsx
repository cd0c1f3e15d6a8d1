import { useParams } from 'react-router-dom';
import { GoBack } from '@/features/console-kit/widgets/go-back';
import { courseEditorHref } from '@/shared/paths';
import { settingsText as text } from '../text/course-settings';
import { CourseStates } from '../widgets/course-states';
import { CoursesFrame } from '../widgets/courses-frame';
import { PublishCourse } from '../widgets/publish-course';
import { CourseActions } from './course-actions';
import { PreviewCourse } from './preview-course';
import { SettingsForm } from './settings-form';

/** /admin/course-settings/{courseId} */
export function CourseSettingsPage() {
  const { courseId = '' } = useParams();
  return (
    <CoursesFrame title={text.title} lead={<GoBack to={courseEditorHref(courseId)} />}>
      <CourseStates courseId={courseId}>
        {({ course, videos, quizzes }) => (
          <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_360px]">
            <SettingsForm key={course.id} course={course} />
            <div className="grid min-w-0 content-start gap-4">
              <PublishCourse course={course} videos={videos} quizzes={quizzes} />
              <PreviewCourse courseId={course.id} />
              <CourseActions course={course} />
            </div>
          </div>
        )}
      </CourseStates>
    </CoursesFrame>
  );
}
