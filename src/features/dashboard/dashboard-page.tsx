import { useState } from 'react';
import { courseHref, videoHref } from '@/config/paths';
import { useCatalog } from '@/data/courses/queries';
import { useProgressByLesson } from '@/data/progress/use-progress';
import { useSession } from '@/data/session/session-store';
import { mayReadCourse } from '@/domain/entitlements';
import { type Section, sections } from '@/text/shell';
import { AppShell } from '@/widgets/app-shell';
import { CourseGrid } from '@/widgets/course-grid';
import { ComingSection } from './coming-section';
import { HomeSection } from './home-section';

const linkOf = ({ id }: { id: string }) => ({ href: courseHref(id) });

/** The subscriber's dashboard: one address, its sections switched in place. */
export function DashboardPage() {
  const [section, setSection] = useState<Section>('home');
  const catalog = useCatalog();
  const progress = useProgressByLesson();
  const plan = useSession((session) => session.identity?.plan ?? 'free');
  return (
    <AppShell section={section} onSection={setSection}>
      {section === 'home' && (
        <HomeSection
          catalog={catalog}
          progress={progress}
          linkOf={linkOf}
          lessonHref={(video) => videoHref(video.id, video.course_id)}
          mayOpen={(course, video) => video.is_free_preview || mayReadCourse(plan, course.plan_type)}
          onAll={() => setSection('courses')}
        />
      )}
      {section === 'courses' && (
        <>
          <h1 className="mt-2 mb-5 text-2xl md:sr-only">{sections.courses}</h1>
          <CourseGrid catalog={catalog} progress={progress ?? new Map()} linkOf={linkOf} />
        </>
      )}
      {section !== 'home' && section !== 'courses' && <ComingSection section={section} />}
    </AppShell>
  );
}
