import type { ReactNode } from 'react';
import { coursePage } from '../../text/course';
import { courseText } from '../../text/courses';
import { type CourseView, minutesOf } from '../use-course';

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grow basis-32 bg-surface px-4 py-3">
    <dt className="text-muted text-sm">{name}</dt>
    <dd className="num font-bold">{children}</dd>
  </div>
);

/** Figures of the course, computed on this device. Narrow screens show them in the header, so that the lessons stay near the top. */
export function CourseFacts({ view: { videos, downloaded } }: { view: CourseView }) {
  const minutes = minutesOf(videos);
  const quizzes = videos.reduce((sum, video) => sum + video.test_count, 0);
  const here = videos.filter(({ id }) => downloaded.has(id)).length;
  return (
    <section aria-labelledby="course-about" className="rise mt-6 max-lg:hidden" style={{ '--i': 2 }}>
      <h2 id="course-about" className="mb-2 text-lg">
        {coursePage.about}
      </h2>
      <dl className="flex flex-wrap gap-px overflow-hidden rounded-card border border-line bg-line">
        <Fact name={coursePage.lessons}>{videos.length}</Fact>
        {minutes > 0 && <Fact name={coursePage.duration}>{coursePage.minutes(minutes)}</Fact>}
        <Fact name={coursePage.tests}>{quizzes}</Fact>
        {here > 0 && <Fact name={coursePage.onDevice}>{coursePage.onDeviceOf(here, videos.length)}</Fact>}
        <Fact name={coursePage.level}>{courseText.level}</Fact>
      </dl>
    </section>
  );
}
