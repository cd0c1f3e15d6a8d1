import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { testHref } from '@/config/paths';
import { useTestStates, useTestsOfVideo } from '@/data/tests/use-tests';
import { testText } from '@/text/test';
import { lessonTests } from '@/text/video';
import { Button, buttonClass } from '@/ui/button';
import { cardClass } from '@/ui/card';
import { Notice } from '@/ui/notice';
import { Skeleton } from '@/ui/skeleton';
import { TestEmblem } from '@/widgets/test-emblem';

/** The tests of a lesson; all of them are on the device and can be taken offline. */
export function LessonTests({ videoId }: { videoId: string }) {
  const [asked, setAsked] = useState(0);
  const tests = useTestsOfVideo(videoId, asked);
  const stateOf = useTestStates();
  if (tests.state === 'loading')
    return (
      <div role="status" aria-label={lessonTests.loading}>
        <Skeleton className="h-24" />
      </div>
    );
  if (tests.state === 'failed')
    return (
      <Notice
        kind="error"
        title={lessonTests.failed}
        action={<Button onClick={() => setAsked(asked + 1)}>{lessonTests.tryAgain}</Button>}
      />
    );
  if (tests.value.length === 0)
    return (
      <div className="rounded-card border border-warn bg-surface p-4">
        <h2 className="flex items-center gap-2 text-lg">
          <TriangleAlert size={20} aria-hidden="true" className="shrink-0 text-warn" />
          <span lang="en">{lessonTests.none}</span>
        </h2>
        <p className="mt-1 text-muted">{lessonTests.noneHint}</p>
        <ul className="mt-1 list-disc pl-5 text-muted">
          {lessonTests.causes.map((cause) => (
            <li key={cause}>{cause}</li>
          ))}
        </ul>
      </div>
    );
  return (
    <ul className="grid grid-cols-1 gap-3">
      {tests.value.map((test) => (
        <li key={test.id} className={`${cardClass} flex flex-wrap items-center gap-4 p-4`}>
          <TestEmblem emoji={test.emoji} />
          <div className="min-w-48 grow">
            <h2 className="text-lg">{test.title}</h2>
            <p className="num text-muted text-sm">
              {lessonTests.questions(test.questions.length)} · {lessonTests.offlineReady}
            </p>
          </div>
          <Link to={testHref(test.id)} className={buttonClass('primary')}>
            <span lang="en">{testText.actions[stateOf?.(test) ?? 'not_started']}</span>
            <span className="sr-only">: {test.title}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
