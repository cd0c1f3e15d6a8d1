import { Link } from 'react-router-dom';
import { paths } from '@/config/paths';
import { courseText } from '@/text/admin/courses';
import { buttonClass } from '@/ui/button';
import { Notice } from '@/ui/notice';

/** Replaces a screen whose row does not exist. */
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
