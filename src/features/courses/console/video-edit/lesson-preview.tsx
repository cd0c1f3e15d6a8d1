import { Bookmark } from 'lucide-react';
import { useEffect, useState } from 'react';
import { signObject } from '@/device/storage/requests';
import { lessonText as text } from '@/features/console-kit/text/courses';
import { useCaptionsTrack } from '@/features/player/widgets/hooks/use-captions-track';
import { formatDuration } from '@/shared/format/format';
import { Button } from '@/ui/button';
import { addChapter } from './add-chapter';

interface LessonPreviewProps {
  /** Object key or URL of the lesson's file; null for a lesson without one. */
  videoUrl: string | null;
  /** The file that will replace it. */
  file: File | undefined;
  captions: string;
  chapters: string;
  onChapters: (chapters: string) => void;
}

/** A URL that plays the chosen file, otherwise the stored one; null if the server gives none. */
function useSource(videoUrl: string | null, file: File | undefined, attempt: number): string | null | undefined {
  const [source, setSource] = useState<string | null>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` signs the URL again
  useEffect(() => {
    if (file) {
      const address = URL.createObjectURL(file);
      setSource(address);
      return () => URL.revokeObjectURL(address);
    }
    let left = false;
    setSource(undefined);
    if (videoUrl)
      void signObject('videos', videoUrl)
        .catch(() => null)
        .then((signed) => !left && setSource(signed));
    return () => {
      left = true;
    };
  }, [videoUrl, file, attempt]);
  return source;
}

/** Plays the lesson beside its captions and chapters, as they are in the form, and starts a chapter at the current second. */
export function LessonPreview({ videoUrl, file, captions, chapters, onChapters }: LessonPreviewProps) {
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [second, setSecond] = useState(0);
  const [length, setLength] = useState(0);
  const [isBroken, setIsBroken] = useState(false);
  const source = useSource(videoUrl, file, attempt);
  // Each change of this text creates a new captions track, so change it only when the typing pauses.
  const [shown, setShown] = useState(captions);
  useEffect(() => {
    const timer = setTimeout(() => setShown(captions), 500);
    return () => clearTimeout(timer);
  }, [captions]);
  useCaptionsTrack(video, shown.trim() ? shown : null, true, false);

  if (!videoUrl && !file) return null;
  const failed = source === null || isBroken;
  const withChapter = failed || !source ? undefined : addChapter(chapters, second, text.newChapter, length);
  return (
    <section
      aria-label={text.preview}
      className="grid content-start justify-items-start gap-2 self-start min-[1200px]:sticky min-[1200px]:top-4"
    >
      {/* biome-ignore lint/a11y/useMediaCaption: useCaptionsTrack adds the captions of the form */}
      <video
        ref={setVideo}
        src={source ?? undefined}
        controls
        playsInline
        preload="metadata"
        className="aspect-video w-full rounded-control bg-black"
        onLoadedMetadata={({ currentTarget }) => {
          setLength(Math.floor(currentTarget.duration) || 0);
          setIsBroken(false);
        }}
        onTimeUpdate={({ currentTarget }) => setSecond(Math.floor(currentTarget.currentTime))}
        onError={() => source && setIsBroken(true)}
      />
      {failed ? (
        <p role="alert" className="text-danger text-sm">
          {text.previewFailed}{' '}
          <Button
            onClick={() => {
              setIsBroken(false);
              setAttempt(attempt + 1);
            }}
          >
            {text.previewRetry}
          </Button>
        </p>
      ) : (
        <Button disabled={!withChapter} onClick={() => withChapter && onChapters(withChapter)}>
          <Bookmark size={18} aria-hidden="true" />
          {text.chapterAt(formatDuration(second))}
        </Button>
      )}
      <p className="text-muted text-xs">{text.chapterHint}</p>
    </section>
  );
}
