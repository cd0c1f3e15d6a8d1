import { Card } from '@/ui/card';
import { Disclosure } from '@/ui/disclosure';
import { longestRunOfYear, weeksOfYear } from './rules/activity-year';
import { activityText as text } from './text/activity';
import { YearDrawing } from './year-drawing';

/** The current year, as a drawing and as a table. */
export function YearCard({ days, today }: { days: ReadonlySet<string>; today: string }) {
  const year = today.slice(0, 4);
  const weeks = weeksOfYear(days, today);
  const active = weeks.reduce((sum, week) => sum + week.active, 0);
  return (
    <Card className="rise p-5" style={{ '--i': 3 }}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-xl">{text.year(year)}</h2>
        <p className="num font-bold text-sm">{text.yearDays(active)}</p>
      </div>
      <p className="mt-1 mb-4 text-muted text-sm">{text.yearHow}</p>
      <YearDrawing weeks={weeks} longest={longestRunOfYear(days, today)} label={text.yearLabel(year, active)} />
      <Disclosure summary={text.yearTable} className="mt-4">
        <table className="w-full text-sm">
          <thead>
            <tr className="text-left text-muted">
              <th scope="col" className="py-1 font-semibold">
                {text.tableWeek}
              </th>
              <th scope="col" className="py-1 text-right font-semibold">
                {text.tableDays}
              </th>
            </tr>
          </thead>
          <tbody>
            {weeks
              .filter(({ state }) => state !== 'future')
              .toReversed()
              .map(({ monday, active: count }) => (
                <tr key={monday} className="border-line border-t">
                  <th scope="row" className="py-1 text-left font-normal">
                    {text.weekOf(monday)}
                  </th>
                  <td className="num py-1 text-right">{count}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </Disclosure>
    </Card>
  );
}
