import { formatDay } from '@/shared/format/format-day';
import { localDate } from '@/shared/local-date';
import { Card } from '@/ui/card';
import { Medal } from '@/ui/medal';
import type { AchievementState } from './rules/progress';
import { achievementsText as text } from './text';
import { achievementIcon } from './widgets/achievement-icons';

/** The most recently earned achievements, with their dates. */
export function RecentAchievements({ rows }: { rows: readonly AchievementState[] }) {
  return (
    <Card className="rise p-5" style={{ '--i': 1 }}>
      <h2 className="mb-2 text-xl">{text.recent}</h2>
      {rows.length === 0 ? (
        <p className="text-muted">{text.recentNone}</p>
      ) : (
        <ul className="grid grid-cols-3 gap-2">
          {rows.map(({ id, name, icon, completed_at }) => {
            const Icon = achievementIcon(icon);
            return (
              <li key={id} className="grid content-start justify-items-center gap-1 text-center">
                <Medal progress={1} earned icon={<Icon size={20} />} size={68} label="" />
                <h3 className="mt-1 text-balance text-sm">{name}</h3>
                <time dateTime={completed_at ?? ''} className="num text-muted text-xs">
                  {formatDay(localDate(Date.parse(completed_at ?? '')), 'dayOfMonth')}
                </time>
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}
