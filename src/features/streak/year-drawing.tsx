import type { YearWeek } from './rules/activity-year';
import { activityText as text } from './text/activity';

interface YearDrawingProps {
  weeks: readonly YearWeek[];
  /** The longest run of active days, marked with a bracket; null if no day is active. */
  longest: { first: string; last: string; length: number } | null;
  label: string;
}

/** Height that one week takes (px). */
const WEEK = 10;
/** Width that each active day adds to the line of its week (px). */
const DAY = 36;
const LEFT = 48;
const RIGHT = 82;
const STROKE = WEEK * 0.7;

/** The year as a printed object: one line per week, January at the bottom. A week with more active days has a longer line. */
export function YearDrawing({ weeks, longest, label }: YearDrawingProps) {
  const height = weeks.length * WEEK;
  const width = LEFT + DAY * 7 + RIGHT;
  const centre = LEFT + DAY * 3.5;
  const yOf = (index: number) => height - WEEK * (index + 0.5);
  let ghost = '';
  let hot = '';
  weeks.forEach(({ active }, index) => {
    const half = active === 0 ? DAY * 0.18 : Math.max(0.1, (DAY * active - STROKE) / 2);
    const line = `M${centre - half} ${yOf(index)}H${centre + half}`;
    if (active === 0) ghost += line;
    else hot += line;
  });
  const current = weeks.findIndex(({ state }) => state === 'current');
  const weekOf = (day: string) => weeks.findLastIndex(({ monday }) => monday <= day);
  const bracket = longest && {
    top: yOf(weekOf(longest.last)) - WEEK / 2,
    bottom: yOf(weekOf(longest.first)) + WEEK / 2,
    words: text.inARow(longest.length),
  };
  const edge = LEFT + DAY * 7 + 6;
  const tip = { x: centre + (DAY * Math.max(1, weeks[current]?.active ?? 0)) / 2, y: yOf(current) - STROKE / 2 };
  return (
    <svg
      viewBox={`0 -16 ${width} ${height + 24}`}
      width={width}
      height={height + 24}
      fill="none"
      strokeLinecap="round"
      role="img"
      aria-label={label}
      className="mx-auto h-auto max-w-full"
    >
      <g fontSize="12" fontWeight="600" fill="var(--ink-2)">
        {weeks.map(
          ({ month, monday }, index) =>
            month && (
              <g key={monday}>
                <text x={LEFT - 16} y={yOf(index) + 4} textAnchor="end">
                  {text.month(month)}
                </text>
                <path d={`M${LEFT - 11} ${yOf(index)}h5`} stroke="var(--control)" />
              </g>
            ),
        )}
        {bracket && (
          <>
            <path
              d={`M${edge - 3} ${bracket.top}h4V${bracket.bottom}h-4`}
              fill="none"
              stroke="var(--control)"
              strokeWidth="1.5"
            />
            <text x={edge + 8} y={(bracket.top + bracket.bottom) / 2 + 4}>
              {bracket.words}
            </text>
          </>
        )}
      </g>
      <path d={ghost} stroke="var(--ghost)" strokeWidth={STROKE * 0.6} />
      <path d={hot} stroke="var(--accent)" strokeWidth={STROKE} className="printing" />
      {current >= 0 && (
        <>
          <path d={`M${tip.x - 6} ${tip.y - 11}h12l-4 8h-4z`} fill="var(--ink)" />
          <text x={tip.x + 12} y={tip.y - 2} fontSize="12" fontWeight="800" fill="var(--ink)">
            {text.now}
          </text>
        </>
      )}
      <path d={`M${LEFT - 2} ${height + 4}h${DAY * 7 + 4}`} stroke="var(--ink)" strokeWidth="3" />
    </svg>
  );
}
