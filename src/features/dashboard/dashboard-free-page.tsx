import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths, videoFreeHref } from '@/config/paths';
import { type Catalog, useCatalog } from '@/data/courses/queries';
import { useProgressByLesson } from '@/data/progress/use-progress';
import type { CourseRow } from '@/domain/rows';
import { home } from '@/text/courses';
import { type Section, sections } from '@/text/shell';
import { buttonClass } from '@/ui/button';
import { Card } from '@/ui/card';
import { AppShell } from '@/widgets/app-shell';
import { CourseGrid } from '@/widgets/course-grid';
import { ComingSection } from './coming-section';
import { HomeSection } from './home-section';

/** A free account opens the preview of a course; a course without one leads to the plans. */
const linksOf = (catalog: Catalog | undefined) => (course: CourseRow) => {
  const lessons = catalog?.videos.filter(({ course_id }) => course_id === course.id) ?? [];
  const preview = course.plan_type === 'free' ? lessons[0] : lessons.find(({ is_free_preview }) => is_free_preview);
  return preview ? { href: videoFreeHref(preview.id), action: home.preview } : { href: paths.pricing, action: home.freeAction };
};

/** The dashboard of an account without a subscription. */
export function DashboardFreePage() {
  const [section, setSection] = useState<Section>('home');
  const catalog = useCatalog();
  const progress = useProgressByLesson();
  const linkOf = linksOf(catalog);
  return (
    <AppShell section={section} onSection={setSection} free>
      {section === 'home' && (
        <HomeSection
          catalog={catalog}
          progress={progress}
          linkOf={linkOf}
          lessonHref={(video) => videoFreeHref(video.id)}
          mayOpen={(course, video) => video.is_free_preview || course.plan_type === 'free'}
          onAll={() => setSection('courses')}
        >
          <Card className="mt-4 flex flex-wrap items-center gap-4 p-5">
            <div className="grow basis-64">
              <h2 className="text-lg">{home.freeTitle}</h2>
              <p className="text-muted text-sm">{home.freeText}</p>
            </div>
            <Link to={paths.pricing} className={buttonClass('quiet')}>
              {home.freeAction}
            </Link>
          </Card>
        </HomeSection>
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
