import { sofiaDay } from '@/domain/sofia-time';
import { call, type Page } from './console-client';
import type { UserRow } from './users';

export interface PaymentRow {
  id: string;
  email: string;
  number: string | null;
  /** In cents, like `amount_due` and `refunded`. */
  amount: number;
  amount_due: number | null;
  refunded: number;
  currency: string;
  status: 'succeeded' | 'pending' | 'failed' | 'refunded';
  description: string | null;
  plan_type: 'pro' | 'premium' | null;
  period_start: string | null;
  period_end: string | null;
  hosted_invoice_url: string | null;
  created_at: string;
}

export type AttentionKind =
  | 'failed_jobs'
  | 'unpaid_invoices'
  | 'unsigned_certificates'
  | 'failed_sends'
  | 'open_reports'
  | 'open_contact_requests';

export interface DashboardFigures {
  at: string;
  totals: { users: number; paying: number; free: number; pro: number; premium: number };
  /** In cents; `yearly` is an estimate: 12 × `monthly`. */
  revenue: { monthly: number; yearly: number; currency: string; subscriptions: number };
  /** `revenue`: payments of the month minus refunds (cents). */
  growth: { month: string; users: number; total: number; revenue: number }[];
  distribution: { free: number; pro: number; premium: number };
  latest_payments: PaymentRow[];
  latest_users: UserRow[];
  attention: { kind: AttentionKind; count: number; since: string | null; names: string[] | null }[];
}

export const dashboardFigures = () => call<DashboardFigures>('admin_dashboard');

export const paymentStatuses = ['all', 'succeeded', 'pending', 'failed', 'refunded'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export interface PaymentQuery {
  search: string;
  status: PaymentStatus;
  /** Dates (YYYY-MM-DD) in Europe/Sofia; empty means no limit. */
  from: string;
  to: string;
}

export interface PaymentPage extends Page<PaymentRow> {
  sums: { amount: number; refunded: number };
}

export const paymentPage = ({ search, status, from, to }: PaymentQuery, page: number, size = 10) =>
  call<PaymentPage>('admin_payments', {
    p_search: search,
    p_status: status,
    p_from: sofiaDay(from),
    p_to: sofiaDay(to, true),
    p_page: page,
    p_size: size,
  });
