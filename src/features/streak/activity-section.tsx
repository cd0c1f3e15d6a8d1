import { LiveStates } from '@/features/sync/widgets/live-states';
import { Skeleton } from '@/ui/skeleton';
import { type Streak, useActivity } from './queries/streak';
import { LevelCard, PeriodCards, StreakCard, WeekCard } from './streak-cards';
import { activityText as text } from './text/activity';
import { streakText } from './text/streak';
import { YearCard } from './year-card';

const gridClass = 'grid items-start gap-4 lg:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)]';

function Cards({ streak }: { streak: Streak }) {
  return (
    <div className={gridClass}>
      <div className="grid gap-4">
        <StreakCard streak={streak} />
        <WeekCard streak={streak} />
        <LevelCard streak={streak} />
        <PeriodCards streak={streak} />
      </div>
      <YearCard days={streak.days} today={streak.today} />
    </div>
  );
}

const skeleton = (
  <div role="status" aria-label={text.loading} className={gridClass}>
    <div className="grid gap-4">
      <Skeleton className="h-56 rounded-card!" />
      <Skeleton className="h-44 rounded-card!" />
      <Skeleton className="h-36 rounded-card!" />
    </div>
    <Skeleton className="h-[40rem] rounded-card!" />
  </div>
);

/** Активност: the streak, the last week, the level and the year. */
export function ActivitySection() {
  return (
    <>
      <h1 className="mt-2 mb-5 text-2xl md:text-3xl">{text.title}</h1>
      <LiveStates
        live={useActivity()}
        isEmpty={(streak) => streak === undefined}
        skeleton={skeleton}
        empty={{ title: streakText.notHere, text: streakText.notHereText }}
        failed={{ title: streakText.failed, text: streakText.failedText }}
        notHere={{ title: streakText.notHere, text: streakText.notHereText }}
      >
        {(streak) => streak && <Cards streak={streak} />}
      </LiveStates>
    </>
  );
}
