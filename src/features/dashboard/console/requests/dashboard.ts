import { dashboardFigures as figures, paymentPage as pageSchema } from '@/features/console-kit/requests/answers';
import { call } from '@/features/console-kit/requests/console-client';
import { sofiaDay } from '@/shared/sofia-time';

export const dashboardFigures = () => call('admin_dashboard', {}, figures);

export const paymentStatuses = ['all', 'succeeded', 'pending', 'failed', 'refunded'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export interface PaymentQuery {
  search: string;
  status: PaymentStatus;
  /** Dates (YYYY-MM-DD) in Europe/Sofia; empty means no limit. */
  from: string;
  to: string;
}

export const paymentPage = ({ search, status, from, to }: PaymentQuery, page: number, size = 10) =>
  call(
    'admin_payments',
    {
      ...{ p_search: search, p_status: status, p_page: page, p_size: size },
      p_from: sofiaDay(from),
      p_to: sofiaDay(to, true),
    },
    pageSchema,
  );
