import { LiveStates } from '@/features/sync/widgets/live-states';
import { Skeleton } from '@/ui/skeleton';
import { AchievementCard } from './achievement-card';
import { AchievementTotalsCard } from './achievement-totals';
import { useAchievements } from './queries';
import { RecentAchievements } from './recent-achievements';
import { achievementTotals, recentAchievements } from './rules/progress';
import { inDisplayOrder, standingOf } from './rules/summary';
import { achievementsText as text } from './text';

const RECENT = 3;
const topClass = 'grid gap-4 lg:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)]';
const gridClass = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] gap-3';

function AchievementsSkeleton() {
  return (
    <div role="status" aria-label={text.loading} className="grid gap-4">
      <div className={topClass}>
        <Skeleton className="h-48 rounded-card!" />
        <Skeleton className="h-48 rounded-card!" />
      </div>
      <div className={gridClass}>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((place) => (
          <Skeleton key={place} className="h-28 rounded-card!" />
        ))}
      </div>
    </div>
  );
}

/** Постижения: totals, the latest three, and every achievement with its progress. */
export function AchievementsSection() {
  return (
    <>
      <h1 className="mt-2 mb-5 text-2xl md:text-3xl">{text.title}</h1>
      <LiveStates
        live={useAchievements()}
        isEmpty={({ length }) => length === 0}
        skeleton={<AchievementsSkeleton />}
        empty={{ title: text.none, text: text.noneText }}
        failed={{ title: text.failed, text: text.failedText }}
        notHere={{ title: text.notHere, text: text.notHereText }}
      >
        {(rows) => (
          <>
            <div className={topClass}>
              <AchievementTotalsCard
                totals={achievementTotals(rows)}
                waiting={rows.filter((row) => standingOf(row) === 'waiting').length}
              />
              <RecentAchievements rows={recentAchievements(rows, RECENT)} />
            </div>
            <h2 className="mt-6 mb-3 text-xl">{text.all}</h2>
            <ul className={gridClass}>
              {inDisplayOrder(rows).map((row, index) => (
                <AchievementCard key={row.id} row={row} index={index} />
              ))}
            </ul>
          </>
        )}
      </LiveStates>
    </>
  );
}
