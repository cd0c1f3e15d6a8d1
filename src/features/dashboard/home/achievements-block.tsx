import { Clock } from 'lucide-react';
import { mapLive } from '@/device/live/live';
import { useAchievements } from '@/features/achievements/queries';
import type { AchievementState } from '@/features/achievements/rules/progress';
import { type AchievementStanding, standingOf } from '@/features/achievements/rules/summary';
import { achievementIcon } from '@/features/achievements/widgets/achievement-icons';
import { HOME_COUNTS } from '@/shared/app-limits';
import { achievementText } from '@/shared/text/home-blocks';
import { Card } from '@/ui/card';
import { classNames } from '@/ui/class-names';
import { Medal } from '@/ui/medal';
import { ProgressBar } from '@/ui/progress-bar';
import { Skeleton } from '@/ui/skeleton';
import { home } from '../text';
import { BlockHeading } from './block-heading';
import { railClass } from './home-skeleton';
import { ListStates } from './list-states';

/** Describes the state. An achievement that only this device counts as reached is waiting, because only the server awards achievements. */
function wordsOf(achievement: AchievementState, standing: AchievementStanding): string {
  if (standing === 'earned') return achievementText.earned;
  if (standing === 'waiting') return achievementText.waiting;
  return achievementText.count(achievement.current_value, achievement.target_value);
}

const colours: Partial<Record<AchievementStanding, string>> = { earned: 'text-ok', waiting: 'text-warn' };

function AchievementRow({ achievement }: { achievement: AchievementState }) {
  const { name, description, icon, current_value, target_value, progress_percentage } = achievement;
  const standing = standingOf(achievement);
  const words = wordsOf(achievement, standing);
  const Icon = achievementIcon(icon);
  return (
    <li className="grid items-center gap-4 py-3 min-[288px]:grid-cols-[auto_minmax(0,1fr)]">
      <Medal
        progress={progress_percentage / 100}
        earned={standing === 'earned'}
        waiting={standing === 'waiting'}
        icon={<Icon size={20} />}
        size={64}
        label=""
      />
      <div>
        <h3 className="text-base">{name}</h3>
        <p className="text-muted text-sm">{description}</p>
        <p className="num mt-0.5 flex flex-wrap justify-between gap-x-3 font-bold text-sm">
          <span className={classNames('inline-flex items-center gap-1', colours[standing])}>
            {standing === 'waiting' && <Clock size={16} aria-hidden="true" />}
            {words}
          </span>
          <span className="text-muted">{achievementText.points(achievement.points)}</span>
        </p>
        <ProgressBar value={current_value} total={target_value} label={name} text={words} className="mt-2.5" />
      </div>
    </li>
  );
}

const skeleton = (
  <div role="status" aria-label={achievementText.title} className="grid grow gap-3 pb-3">
    {Array.from({ length: HOME_COUNTS.achievements }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are identical and keep their order
      <Skeleton key={index} className="min-h-24" />
    ))}
  </div>
);

/** The first four achievements with their progress. */
export function AchievementsBlock() {
  return (
    <Card className={classNames(railClass, 'flex flex-col p-4 pb-1 md:px-5 md:pt-4')}>
      <BlockHeading title={achievementText.title} all={{ section: 'achievements', label: home.allAchievements }} />
      <ListStates
        rows={mapLive(useAchievements(), (all) => all.slice(0, HOME_COUNTS.achievements))}
        skeleton={skeleton}
        none={<p className="pb-3 text-muted">{achievementText.none}</p>}
        offline={<p className="pb-3 text-muted">{achievementText.offline}</p>}
      >
        {(achievements) => (
          <ul className="grid grow auto-rows-fr ruled">
            {achievements.map((achievement) => (
              <AchievementRow key={achievement.id} achievement={achievement} />
            ))}
          </ul>
        )}
      </ListStates>
    </Card>
  );
}
