import { useInitialSync } from '@/device/sync/use-initial-sync';
import { useCatalog } from '@/features/courses/queries';
import { offlineHomeText as text } from '@/features/downloads/text';
import { useProgressByLesson } from '@/features/progress/queries';
import { useStreak } from '@/features/streak/queries/streak';
import { streakText } from '@/features/streak/text/streak';
import { cardClass } from '@/ui/card';
import { Flame } from '@/ui/flame';
import { PrintedObject } from '@/ui/printed-object';
import { Skeleton } from '@/ui/skeleton';

/** The streak and the progress, read from this device. */
export function OfflineLearning() {
  const streak = useStreak();
  const days = streak.data;
  const initialSync = useInitialSync(streak.complete);
  const videos = useCatalog().data?.videos;
  const progress = useProgressByLesson();
  const done = videos?.filter(({ id }) => progress?.get(id)?.completed).length;
  return (
    <section aria-labelledby="learning-title" className="grid grid-cols-1 gap-2">
      <h2 id="learning-title" className="text-lg">
        {text.learning}
      </h2>
      <div className={`${cardClass} grid grid-cols-1 gap-4 p-4`}>
        <p className="flex items-center gap-4">
          <Flame days={days ?? 0} size={48} label="" />
          <span className="num min-h-12 min-w-0 grow">
            {streak.status === 'loading' &&
              (initialSync === 'complete' || initialSync === 'pending' ? (
                <Skeleton className="mt-1 h-7 w-40" />
              ) : (
                <span className="text-muted text-sm">{`${streakText.notHere}. ${streakText.notHereText}`}</span>
              ))}
            {streak.status === 'error' && (
              <span className="text-muted text-sm">{`${streakText.failed}. ${streakText.failedText}`}</span>
            )}
            {days !== undefined && (
              <>
                <strong className="block text-lg">{days > 0 ? text.days(days) : text.noStreak}</strong>
                {days > 0 && <span className="text-muted text-sm">{text.kept}</span>}
              </>
            )}
          </span>
        </p>
        {videos && videos.length > 0 && done !== undefined && (
          <p className="flex items-center gap-4">
            <PrintedObject shape="vase" total={videos.length} done={done} width={44} height={48} label="" />
            <span className="num">
              <strong className="block text-lg">{text.lessons(done, videos.length)}</strong>
              <span className="text-muted text-sm">{text.lessonsHint}</span>
            </span>
          </p>
        )}
      </div>
    </section>
  );
}
