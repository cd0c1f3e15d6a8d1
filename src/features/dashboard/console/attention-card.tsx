import { CircleCheck, OctagonX, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import { sectionHref } from '@/features/console/widgets/console-sections';
import type { AttentionKind, DashboardFigures } from '@/features/console-kit/requests/answers';
import { dashboardText as text } from '@/features/console-kit/text/dashboard';
import { formatMoment, formatNumber } from '@/shared/format/format';
import { joinFacts } from '@/shared/join-facts';
import { type ServerState, serverWarnings } from '@/shared/server-warnings';
import { buttonClass } from '@/ui/button';
import { Card } from '@/ui/card';
import { ServerFacts, ServerWarningRows } from './server-rows';

const hrefs: Record<AttentionKind, string> = {
  failed_jobs: sectionHref('settings'),
  unpaid_invoices: sectionHref('dashboard', { view: 'revenue', status: 'pending' }),
  unsigned_certificates: sectionHref('certificates', { tab: 'issued' }),
  failed_sends: sectionHref('notifications'),
  open_reports: sectionHref('users', { tab: 'moderation' }),
  open_contact_requests: sectionHref('users', { tab: 'requests' }),
};
const severe: readonly AttentionKind[] = ['failed_jobs', 'unpaid_invoices', 'failed_sends'];

interface Props {
  attention: DashboardFigures['attention'];
  /** Undefined until the server has answered, and always undefined if the backend is a Supabase project. */
  server: ServerState | undefined;
}

/** Lists what needs the administrator's attention, or says that nothing does. */
export function AttentionCard({ attention, server }: Props) {
  const count = attention.length + (server ? serverWarnings(server).length : 0);
  return (
    <Card aria-label={text.attention}>
      <div className="flex min-h-12 items-center gap-2 px-4">
        <h2 className="grow text-base">{text.attention}</h2>
        {count > 0 && <span className="text-muted text-xs">{text.attentionFor(formatNumber(count))}</span>}
      </div>
      <ul>
        {attention.map(({ kind, count, since, names }) => {
          const Icon = severe.includes(kind) ? OctagonX : TriangleAlert;
          return (
            <li
              key={kind}
              className="grid grid-cols-[20px_1fr_auto] items-center gap-x-2.5 border-line border-t py-2 pr-1 pl-4"
            >
              <Icon size={20} aria-hidden="true" className={severe.includes(kind) ? 'text-danger' : 'text-warn'} />
              <span className="min-w-0">
                <span className="block font-bold text-sm">
                  {text.kinds[kind]}: <span className="num">{formatNumber(count)}</span>
                </span>
                <span className="wrap-anywhere block text-muted text-xs">
                  {joinFacts([names?.join(', '), since && text.since(formatMoment(Date.parse(since)))])}
                </span>
              </span>
              <Link to={hrefs[kind]} className={buttonClass('plain')}>
                {text.see}
              </Link>
            </li>
          );
        })}
        {server && <ServerWarningRows state={server} />}
        {count === 0 && (
          <li className="flex items-center gap-2.5 border-line border-t px-4 py-3 text-sm">
            <CircleCheck size={20} aria-hidden="true" className="text-ok" />
            {text.attentionNone}
          </li>
        )}
      </ul>
      {server && <ServerFacts state={server} />}
    </Card>
  );
}
