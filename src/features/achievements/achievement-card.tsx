import { Check, Clock, Lock } from 'lucide-react';
import { formatDay } from '@/shared/format/format-day';
import { localDate } from '@/shared/local-date';
import { cardClass } from '@/ui/card';
import { Medal } from '@/ui/medal';
import { ProgressBar } from '@/ui/progress-bar';
import type { AchievementState } from './rules/progress';
import { type AchievementStanding, standingOf } from './rules/summary';
import { achievementsText as text } from './text';
import { achievementIcon } from './widgets/achievement-icons';

/** Shows the state as an icon and text; shows a date only if the server awarded the achievement. */
function Standing({ row, standing }: { row: AchievementState; standing: AchievementStanding }) {
  const count = text.count(row.current_value, row.target_value);
  switch (standing) {
    case 'earned':
      return (
        <span className="inline-flex items-center gap-1 text-ok">
          <Check size={16} aria-hidden="true" />
          <time dateTime={row.completed_at ?? ''}>
            {formatDay(localDate(Date.parse(row.completed_at ?? '')), 'dayOfMonth')}
          </time>
        </span>
      );
    case 'waiting':
      return (
        <span className="inline-flex items-center gap-1 text-warn">
          <Clock size={16} aria-hidden="true" />
          {text.waiting}
        </span>
      );
    case 'begun':
      return <span>{count}</span>;
    case 'untouched':
      return (
        <span className="inline-flex items-center gap-1 text-muted">
          <Lock size={16} aria-hidden="true" />
          {count}
        </span>
      );
  }
}

export function AchievementCard({ row, index }: { row: AchievementState; index: number }) {
  const standing = standingOf(row);
  const Icon = achievementIcon(row.icon);
  return (
    <li className={`${cardClass} rise flex items-center gap-3.5 px-4 py-3`} style={{ '--i': Math.min(index, 8) }}>
      <Medal
        progress={row.progress_percentage / 100}
        earned={standing === 'earned'}
        waiting={standing === 'waiting'}
        icon={<Icon size={18} />}
        size={58}
        label=""
      />
      <div className="min-w-0 grow">
        <h3 className="text-base">{row.name}</h3>
        <p className="text-muted text-sm">{row.description}</p>
        <p className="num mt-1 flex flex-wrap justify-between gap-x-3 font-bold text-sm">
          <Standing row={row} standing={standing} />
          <span className="text-muted">{text.worth(row.points)}</span>
        </p>
        <ProgressBar
          value={row.current_value}
          total={row.target_value}
          label={row.name}
          text={standing === 'waiting' ? text.waiting : text.count(row.current_value, row.target_value)}
          className="mt-2.5"
        />
      </div>
    </li>
  );
}
