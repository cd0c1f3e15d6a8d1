import { Suspense } from 'react';
import { lessonText as text } from '@/features/console-kit/text/courses';
import { lazyWithRetry } from '@/ui/lazy-with-retry';
import { VttField } from './vtt-field';

const LessonPreview = lazyWithRetry(() => import('./lesson-preview').then((module) => module.LessonPreview));

type Texts = Record<'captions' | 'chapters', string>;

interface LessonTextsProps extends Texts {
  videoUrl: string | null;
  file: File | undefined;
  errors: Partial<Texts>;
  onChange: (change: Partial<Texts>) => void;
}

/** The captions and the chapters of a lesson, beside its video. */
export function LessonTexts({ videoUrl, file, captions, chapters, errors, onChange }: LessonTextsProps) {
  return (
    <div className="grid grid-cols-1 gap-4 min-[1200px]:has-[video]:grid-cols-2">
      <Suspense>
        <LessonPreview
          videoUrl={videoUrl}
          file={file}
          captions={captions}
          chapters={chapters}
          onChapters={(next) => onChange({ chapters: next })}
        />
      </Suspense>
      <div className="grid min-w-0 content-start gap-4 min-[1200px]:order-first">
        <VttField
          label={text.captions}
          hint={text.captionsHint}
          value={captions}
          error={errors.captions}
          onChange={(next) => onChange({ captions: next })}
        />
        <VttField
          label={text.chapters}
          hint={text.chaptersHint}
          mode="chapters"
          value={chapters}
          error={errors.chapters}
          onChange={(next) => onChange({ chapters: next })}
        />
      </div>
    </div>
  );
}
