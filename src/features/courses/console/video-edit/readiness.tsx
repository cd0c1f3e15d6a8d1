import { useEffect, useState } from 'react';
import type { LessonFileRow, VideoRow } from '@/features/console-kit/requests/rows';
import { lessonText, readinessText as text } from '@/features/console-kit/text/courses';
import { State } from '@/features/console-kit/widgets/states';
import { brokenRules, type FileReport, type ReadinessRule, readFile } from '@/features/uploads/queries/readiness';
import { Button } from '@/ui/button';
import { cardClass } from '@/ui/card';

const rules = Object.keys(text.rules) as ReadinessRule[];

interface ReadinessProps {
  video: VideoRow;
  files: readonly Pick<LessonFileRow, 'file_url'>[];
}

/** The offline readiness of a lesson: each rule with its state, and how to fix a broken rule. Reads the video file on mount. */
export function Readiness({ video, files }: ReadinessProps) {
  const [read, setRead] = useState<{ url: string | null; report: FileReport } | null>(null);
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const videoUrl = video.video_url;
  // Apply the rules to the current row. The result of reading the file stays valid until the file is replaced.
  const broken = read && read.url === videoUrl ? brokenRules(video, files, read.report) : null;
  const check = async (url: string | null) => {
    setState('busy');
    try {
      setRead({ url, report: url ? await readFile(url) : { facts: undefined, hasRanges: false } });
      setState('idle');
    } catch {
      setState('failed');
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the file is read when it changes
  useEffect(() => {
    if (videoUrl) void check(videoUrl);
  }, [videoUrl]);
  return (
    <section aria-label={lessonText.readiness} className={`${cardClass} grid content-start gap-3 self-start p-4`}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-base">{lessonText.readiness}</h2>
        {!videoUrl && <State tone="muted">{text.later}</State>}
        {broken && <State tone={broken.length ? 'warn' : 'ok'}>{broken.length ? text.partly : text.ready}</State>}
      </div>
      <div role="status" className="text-sm">
        {state === 'busy' && lessonText.checking}
        {state === 'failed' && <span className="text-danger">{lessonText.checkFailed}</span>}
        {broken && state === 'idle' && (
          <ul className="grid gap-2">
            {rules.map((rule) => {
              const [name, remedy] = text.rules[rule];
              const isBroken = broken.includes(rule);
              return (
                <li key={rule}>
                  <State tone={isBroken ? 'warn' : 'ok'}>{name}</State>
                  {isBroken && <p className="pl-6 text-muted text-xs">{remedy}</p>}
                </li>
              );
            })}
          </ul>
        )}
      </div>
      <Button busy={state === 'busy'} onClick={() => void check(videoUrl)} className="justify-self-start">
        {lessonText.check}
      </Button>
    </section>
  );
}
