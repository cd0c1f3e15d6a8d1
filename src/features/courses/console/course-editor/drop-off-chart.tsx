import { ChartCard } from '@/features/console-kit/widgets/chart-card';
import { formatDuration } from '@/shared/format/format';
import { statisticsText as text } from '../text/statistics';

const WIDTH = 440;
const HEIGHT = 190;
const EDGE = { left: 44, right: 8, top: 16, bottom: 28 };
/** Share of the viewers (0 to 1) that one layer of a column stands for. */
const LAYER = 0.1;

const percent = (share: number) => `${Math.round(share * 100)} %`;

interface DropOffChartProps {
  remaining: readonly number[];
  /** Length of the lesson (s). */
  seconds: number;
}

/** A column chart: the share of viewers who reached each part of the lesson. Each layer of a column is 10 % of the viewers. */
export function DropOffChart({ remaining, seconds }: DropOffChartProps) {
  const base = HEIGHT - EDGE.bottom;
  const step = (WIDTH - EDGE.left - EDGE.right) / Math.max(1, remaining.length);
  const layerHeight = (base - EDGE.top) * LAYER;
  const at = (index: number) => formatDuration(Math.round((seconds * index) / remaining.length));
  const column = (share: number, index: number) => {
    const x = EDGE.left + index * step;
    const layers = Math.round(share / LAYER);
    return Array.from(
      { length: layers },
      (_, layer) => `M${x + 5} ${base - layerHeight * (layer + 0.5)}H${x + step - 5}`,
    ).join('');
  };
  const label = text.dropOffAbout(percent(remaining[0] ?? 0), percent(remaining.at(-1) ?? 0));
  return (
    <ChartCard
      title={text.remaining}
      head={[text.part, text.watched]}
      rows={remaining.map((share, index) => [`${at(index)}–${at(index + 1)}`, percent(share)])}
      chart={
        <>
          <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label} className="h-auto w-full">
            <g fontSize="12" fontWeight="600" fill="var(--ink-2)">
              {[0, 0.5, 1].map((share) => (
                <text key={share} x={EDGE.left - 8} y={base - share * (base - EDGE.top) + 4} textAnchor="end">
                  {percent(share)}
                </text>
              ))}
              {[0, remaining.length / 2, remaining.length].map((index) => (
                <text
                  key={index}
                  x={EDGE.left + index * step}
                  y={HEIGHT - 8}
                  textAnchor={index === 0 ? 'start' : index === remaining.length ? 'end' : 'middle'}
                >
                  {at(index)}
                </text>
              ))}
            </g>
            <g stroke="var(--accent)" strokeWidth={layerHeight * 0.62} strokeLinecap="round">
              <path d={remaining.map(column).join('')} />
            </g>
            <path d={`M${EDGE.left - 4} ${base + 2}H${WIDTH - EDGE.right + 4}`} stroke="var(--ink)" strokeWidth="2" />
          </svg>
          <p className="text-muted text-xs">{text.dropOffLayer}</p>
        </>
      }
    />
  );
}
