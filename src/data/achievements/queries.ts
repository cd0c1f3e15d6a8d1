import { useJournalDocs } from '@/data/journal/use-journal';
import { useMirrorList } from '@/data/session/use-mirror-query';
import { type AchievementState, achievementStates } from '@/domain/achievement-progress';

/** Every achievement with the learner's progress, what this device knows and the server may not included; undefined until read. */
export function useAchievements(): AchievementState[] | undefined {
  const rows = useMirrorList((mirror) => mirror.achievements.toArray());
  const known = useMirrorList((mirror) => mirror.achievement_progress.toArray());
  const lessons = useJournalDocs('progress')?.length ?? 0;
  const days = useJournalDocs('day')?.length ?? 0;
  const news = useJournalDocs('view')?.length ?? 0;
  return rows && known && achievementStates(rows, known, { video_watched: lessons, active_days: days, news });
}
