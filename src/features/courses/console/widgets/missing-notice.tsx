import { Link } from 'react-router-dom';
import { courseText } from '@/features/console-kit/text/courses';
import { paths } from '@/shared/paths';
import { buttonClass } from '@/ui/button';
import { Notice } from '@/ui/notice';

/** Error message of a screen whose course, lesson or quiz does not exist, with a link to the list of courses. */
export const MissingNotice = ({ title }: { title: string }) => (
  <Notice
    kind="error"
    title={title}
    action={
      <Link to={paths.courseBuilder} className={buttonClass('primary')}>
        {courseText.builder}
      </Link>
    }
  />
);
