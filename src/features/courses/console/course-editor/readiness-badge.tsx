import { CircleDashed, Minus, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { LessonFileRow, VideoRow } from '@/features/console-kit/requests/rows';
import { readinessText as text } from '@/features/console-kit/text/courses';
import { State } from '@/features/console-kit/widgets/states';
import { brokenRules, type FileReport, readFile } from '@/features/uploads/queries/readiness';

/** Time (ms) that a row must be visible before its file is read, so that fast scrolling reads no files. */
const DWELL_MS = 600;

interface ReadinessBadgeProps {
  video: VideoRow;
  files: readonly Pick<LessonFileRow, 'file_url'>[];
}

/** A short label that says whether a lesson can be watched offline. Reads the file when the row is visible. The lesson's screen lists every rule. */
export function ReadinessBadge({ video, files }: ReadinessBadgeProps) {
  const [read, setRead] = useState<{ url: string; report: FileReport | null } | null>(null);
  const place = useRef<HTMLSpanElement>(null);
  const url = video.video_url;
  useEffect(() => {
    const element = place.current;
    if (!url || !element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let left = false;
    const load = () =>
      readFile(url).then(
        (report) => !left && setRead({ url, report }),
        () => !left && setRead({ url, report: null }),
      );
    const observer = new IntersectionObserver(([entry]) => {
      clearTimeout(timer);
      if (entry?.isIntersecting) timer = setTimeout(() => void load(), DWELL_MS);
    });
    observer.observe(element);
    return () => {
      left = true;
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [url]);
  const report = read?.url === url ? read?.report : undefined;
  const broken = report ? brokenRules(video, files, report) : undefined;
  const [first] = broken ?? [];
  return (
    <span ref={place}>
      <span className="sr-only">{text.offline}: </span>
      {!url ? (
        <State tone="muted" icon={Minus}>
          {text.later}
        </State>
      ) : broken === undefined ? (
        <State tone="muted" icon={CircleDashed}>
          {report === null ? text.unread : text.reading}
        </State>
      ) : first ? (
        <State tone="warn" icon={TriangleAlert}>
          {broken.length > 1 ? text.more(text.short[first], broken.length - 1) : text.short[first]}
        </State>
      ) : (
        <State tone="ok">{text.ready}</State>
      )}
    </span>
  );
}
