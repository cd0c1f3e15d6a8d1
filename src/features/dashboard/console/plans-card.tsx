import type { DashboardFigures } from '@/features/console-kit/requests/answers';
import { dashboardText as text } from '@/features/console-kit/text/dashboard';
import { ChartCard } from '@/features/console-kit/widgets/chart-card';
import { formatNumber } from '@/shared/format/format';

const LAYERS = 25;
const looks = {
  premium: { name: 'Premium', color: 'var(--ink)', width: 5 },
  pro: { name: 'Pro', color: 'var(--accent)', width: 5 },
  free: { name: 'Free', color: 'var(--ghost)', width: 3 },
} as const;
type Plan = keyof typeof looks;
/** Order of the layers, from bottom to top. */
const order: readonly Plan[] = ['premium', 'pro', 'free'];

const percent = (share: number) =>
  new Intl.NumberFormat('bg-BG', { style: 'percent', maximumFractionDigits: 1 }).format(share);

/** Shares of the plans as a stack of 25 layers of 4 % each, and as numbers. */
export function PlansCard({ distribution }: { distribution: DashboardFigures['distribution'] }) {
  const total = order.reduce((sum, plan) => sum + distribution[plan], 0);
  const share = (plan: Plan) => (total ? distribution[plan] / total : 0);
  const [free, pro, premium] = [distribution.free, distribution.pro, distribution.premium].map(formatNumber) as [
    string,
    string,
    string,
  ];
  return (
    <ChartCard
      title={text.plans}
      chart={
        <>
          <div className="flex items-center gap-5">
            <Stack share={share} label={text.distributionAbout(free, pro, premium)} />
            <dl className="grid grow gap-3">
              {order.toReversed().map((plan) => (
                <div key={plan} className="grid grid-cols-[20px_1fr_auto] items-center gap-x-2">
                  <span
                    aria-hidden="true"
                    className="rounded-full"
                    style={{ height: looks[plan].width, background: looks[plan].color }}
                  />
                  <dt className="text-muted text-sm">{looks[plan].name}</dt>
                  <dd className="num text-muted text-sm">{percent(share(plan))}</dd>
                  <dd className="num col-start-2 font-extrabold">{formatNumber(distribution[plan])}</dd>
                </div>
              ))}
            </dl>
          </div>
          <p className="mt-3 text-muted text-xs">{text.planLayer}</p>
        </>
      }
      head={[text.plan, text.users, text.share]}
      rows={order.map((plan) => [looks[plan].name, formatNumber(distribution[plan]), percent(share(plan))])}
    />
  );
}

function Stack({ share, label }: { share: (plan: Plan) => number; label: string }) {
  // Each plan fills adjacent layers. A layer that two plans share is drawn in two parts.
  let below = 0;
  const runs = order.map((plan) => {
    const from = below;
    below += share(plan) * LAYERS;
    return { plan, from, to: below };
  });
  return (
    <svg viewBox="0 0 92 264" width="92" height="264" role="img" aria-label={label} className="shrink-0">
      {runs.flatMap(({ plan, from, to }) =>
        Array.from({ length: Math.max(0, Math.ceil(to) - Math.floor(from)) }, (_, index) => {
          const layer = Math.floor(from) + index;
          const start = Math.max(from, layer) - layer;
          const end = Math.min(to, layer + 1) - layer;
          if (end - start < 0.02) return null;
          const y = 252 - layer * 10;
          return (
            <path
              key={`${plan}-${layer}`}
              d={`M${4 + start * 84} ${y}H${4 + end * 84}`}
              stroke={looks[plan].color}
              strokeWidth={looks[plan].width}
              strokeLinecap="round"
            />
          );
        }),
      )}
      <path d="M0 260H92" stroke="var(--ink)" strokeWidth="2.5" />
    </svg>
  );
}
