import { area, line } from 'd3-shape';
import { useId, useState } from 'react';
import type { DashboardFigures } from '@/features/console-kit/requests/answers';
import { dashboardText as text } from '@/features/console-kit/text/dashboard';
import { ChartCard } from '@/features/console-kit/widgets/chart-card';
import { counted, formatNumber } from '@/shared/format/format';
import { formatMoney } from '@/shared/format/format-money';
import { SegmentedControl } from '@/ui/segmented-control';
import { useMedia } from '@/ui/use-media';

type Growth = DashboardFigures['growth'];

const SIZE = { wide: { width: 620, height: 250 }, narrow: { width: 320, height: 220 } };
const EDGE = { left: 44, right: 28, top: 26, bottom: 40 };
/** Smallest distance between two layers (px). */
const LAYER_PX = 11;

const monthName = (month: string, long = false) =>
  new Date(`${month}-15T12:00:00Z`).toLocaleDateString('bg-BG', {
    month: 'long',
    ...(long && { year: 'numeric' }),
    timeZone: 'UTC',
  });

/** The smallest round number that is at least `wanted`. Round numbers are 1, 2 or 5 times a power of ten. */
export function roundStep(wanted: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, wanted)));
  return ([1, 2, 5, 10].find((factor) => factor * power >= wanted) ?? 10) * power;
}

type Series = 'users' | 'revenue';

interface Chart {
  title: string;
  /** One value per month: users, or whole euros. */
  values: number[];
  show: (value: number) => string;
  about: typeof text.chartAbout;
  head: readonly string[];
  rows: readonly (readonly string[])[];
}

const euros = (value: number) => formatMoney(value * 100, 'EUR').replace(/,00(?=\D*$)/, '');

const charts: Record<Series, (growth: Growth) => Chart> = {
  users: (growth) => ({
    title: text.months,
    values: growth.map(({ users }) => users),
    show: formatNumber,
    about: text.chartAbout,
    head: [text.month, text.newColumn, text.totalColumn],
    rows: growth.map(({ month, users, total }) => [monthName(month, true), formatNumber(users), formatNumber(total)]),
  }),
  revenue: (growth) => ({
    title: text.revenueMonths,
    values: growth.map(({ revenue }) => Math.round(revenue / 100)),
    show: euros,
    about: text.revenueAbout,
    head: [text.month, text.revenueColumn],
    rows: growth.map(({ month, revenue }) => [monthName(month, true), formatMoney(revenue, 'EUR')]),
  }),
};

/** New users or revenue of 12 months as a line chart. The layers below the line all have the same height: a round number of users or euros. */
export function GrowthCard({ growth }: { growth: Growth }) {
  const [series, setSeries] = useState<Series>('users');
  const chart = charts[series](growth);
  return (
    <ChartCard
      title={chart.title}
      choice={
        <SegmentedControl
          label={text.series}
          options={(['users', 'revenue'] as const).map((value) => ({ value, label: text.seriesNames[value] }))}
          value={series}
          onChange={setSeries}
        />
      }
      chart={<GrowthChart growth={growth} chart={chart} layers={series === 'users' ? text.layerUsers : null} />}
      head={chart.head}
      rows={chart.rows}
    />
  );
}

interface GrowthChartProps {
  growth: Growth;
  chart: Chart;
  /** Noun (singular, plural) for the note on the size of a layer; null if the values are euros. */
  layers: typeof text.layerUsers | null;
}

function GrowthChart({ growth, chart: { values, show, about: words }, layers }: GrowthChartProps) {
  const clip = useId();
  const isWide = useMedia('(min-width: 48rem)');
  const { width, height } = SIZE[isWide ? 'wide' : 'narrow'];
  const first = growth[0];
  const last = growth.at(-1);
  if (!first || !last) return null;
  const lastValue = values.at(-1) ?? 0;
  const most = Math.max(1, ...values);
  const step = roundStep(most / 3);
  const top = Math.ceil(most / step) * step;
  const base = height - EDGE.bottom;
  const x = (index: number) => EDGE.left + (index * (width - EDGE.left - EDGE.right)) / Math.max(1, growth.length - 1);
  const y = (value: number) => base - (value * (base - EDGE.top)) / top;
  const layer = roundStep((top * LAYER_PX) / (base - EDGE.top));
  const points = values.map((value, index): [number, number] => [x(index), y(value)]);
  const under = area<[number, number]>().y0(base)(points) ?? '';
  const path = line<[number, number]>()(points) ?? '';
  const [endX, endY] = points.at(-1) ?? [0, 0];
  const about = words(monthName(first.month, true), show(values[0] ?? 0), monthName(last.month, true), show(lastValue));
  return (
    <>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={about} className="h-auto w-full">
        <clipPath id={clip}>
          <path d={under} />
        </clipPath>
        <g
          clipPath={`url(#${CSS.escape(clip)})`}
          stroke="var(--lay)"
          strokeWidth={Math.max(3, (y(0) - y(layer)) * 0.5)}
        >
          {Array.from({ length: Math.ceil(top / layer) }, (_, index) => {
            const at = y(layer * (index + 0.5));
            return <path key={at} d={`M${EDGE.left} ${at}H${width - EDGE.right}`} />;
          })}
        </g>
        <path d={path} fill="none" stroke="var(--accent)" strokeWidth="2.5" strokeLinejoin="round" />
        {points.map(([cx, cy]) => (
          <circle key={cx} cx={cx} cy={cy} r="3.5" fill="var(--surface)" stroke="var(--accent)" strokeWidth="2" />
        ))}
        <path d={`M${EDGE.left - 8} ${base}H${width - EDGE.right + 8}`} stroke="var(--ink)" strokeWidth="2" />
        {/* The nozzle above the last point shows that the current month is not over. */}
        <path d={`M${endX - 5} ${endY - 17}h10l-3.3 7h-3.4z`} fill="var(--ink)" />
        <g fontSize="12" fontWeight="600" fill="var(--ink-2)">
          {Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step).map((value) => (
            <text key={value} x={EDGE.left - 14} y={y(value) + 4} textAnchor="end">
              {formatNumber(value)}
            </text>
          ))}
          {growth.map(({ month }, index) => (
            <text
              key={month}
              x={x(index)}
              y={base + 18}
              textAnchor="middle"
              fontWeight={index === growth.length - 1 ? 800 : 600}
            >
              {monthName(month).slice(0, isWide ? 3 : 1)}
              {(month.endsWith('-01') || (index === 0 && (isWide || !growth[1]?.month.endsWith('-01')))) && (
                <tspan x={x(index)} dy="15">
                  {month.slice(0, 4)}
                </tspan>
              )}
            </text>
          ))}
          <text x={endX - 10} y={endY - 10} textAnchor="end" fontSize="14" fontWeight="800" fill="var(--ink)">
            {show(lastValue)}
          </text>
        </g>
      </svg>
      <p className="text-muted text-xs">{text.layer(layers ? counted(layer, ...layers) : euros(layer))}</p>
    </>
  );
}
