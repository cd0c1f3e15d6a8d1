import * as v from 'valibot';

// The JSON that the console's functions answer (docs/admin-api.md).

const text = v.string();
const maybeText = v.nullable(text);
const number = v.number();
const flag = v.boolean();
const counts = <const K extends readonly string[]>(names: K) => v.object(v.entriesFromList(names, number));

/** A page of a list; `more` are further entries of the answer. */
const pageOf = <R extends v.GenericSchema, E extends v.ObjectEntries>(row: R, more: E) =>
  v.object({ rows: v.array(row), total: number, page: number, size: number, ...more });

const plan = v.picklist(['free', 'pro', 'premium']);
const paidPlan = v.nullable(v.picklist(['pro', 'premium']));

// ── People ──

export const usersSync = v.object({
  /** Number of accounts that have a profile and a plan after the repair. */
  synced: number,
  total: number,
});

export const userRow = v.object({
  ...{ id: text, email: text, full_name: maybeText, created_at: text, last_sign_in_at: maybeText },
  has_pro_plan: flag,
  has_premium_plan: flag,
  plan,
  paid_plan: paidPlan,
  granted_plan: paidPlan,
  granted_until: maybeText,
  status: maybeText,
  billing_period: v.nullable(v.picklist(['monthly', 'yearly'])),
  current_period_end: maybeText,
  trial_ends_at: maybeText,
  cancel_at_period_end: flag,
  is_admin: flag,
  /** A conflict answers without this column, because the account is not a row that can be in the trash. */
  deleted_at: v.optional(maybeText, null),
  blocked_at: maybeText,
  /** Version of the plan grant; pass it when changing the grant. An imported account has none before its repair. */
  row_version: v.pipe(
    v.nullable(number),
    v.transform((version) => version ?? 0),
  ),
});
export type UserRow = v.InferOutput<typeof userRow>;
export const userPage = pageOf(userRow, {});

export const userFilters = ['all', 'free', 'pro', 'premium', 'paying', 'granted', 'trial'] as const;
export type UserFilter = (typeof userFilters)[number];
export const peopleCounts = counts([...userFilters, 'requests', 'reports']);

export const reportedPage = pageOf(
  v.object({
    ...{ comment_id: text, content: text, created_at: text },
    ...{ video_id: text, video_title: text, course_id: maybeText },
    ...{ author_id: text, author_name: maybeText, author_email: text, author_blocked: flag },
    reports: number,
    reasons: v.array(text),
    first_reported_at: text,
  }),
  {},
);
export type ReportedComment = v.InferOutput<typeof reportedPage>['rows'][number];

export const contactStates = ['open', 'answered'] as const;
export type ContactState = (typeof contactStates)[number];
export const contactPage = pageOf(
  v.object({
    id: text,
    /** Null if a visitor sent the request. */
    user_id: maybeText,
    name: text,
    email: text,
    topic: v.picklist(['mentor', 'payment', 'technical', 'other']),
    message: text,
    has_log: flag,
    priority: flag,
    plan,
    created_at: text,
    answer: maybeText,
    answered_at: maybeText,
  }),
  { counts: counts(contactStates) },
);
export type ContactRequest = v.InferOutput<typeof contactPage>['rows'][number];

// ── Dashboard ──

const paymentRow = v.object({
  id: text,
  email: text,
  number: maybeText,
  /** In cents, like `amount_due` and `refunded`. */
  amount: number,
  amount_due: v.nullable(number),
  refunded: number,
  currency: text,
  status: v.picklist(['succeeded', 'pending', 'failed', 'refunded']),
  description: maybeText,
  plan_type: paidPlan,
  period_start: maybeText,
  period_end: maybeText,
  hosted_invoice_url: maybeText,
  created_at: text,
});
export type PaymentRow = v.InferOutput<typeof paymentRow>;
export const paymentPage = pageOf(paymentRow, { sums: v.object({ amount: number, refunded: number }) });

const attention = v.picklist([
  'failed_jobs',
  'unpaid_invoices',
  'unsigned_certificates',
  'failed_sends',
  'open_reports',
  'open_contact_requests',
]);
export type AttentionKind = v.InferOutput<typeof attention>;
const plans = { free: number, pro: number, premium: number };
export const dashboardFigures = v.object({
  at: text,
  totals: v.object({ users: number, paying: number, granted: number, ...plans }),
  /** In cents; `yearly` is an estimate: 12 × `monthly`. */
  revenue: v.object({ monthly: number, yearly: number, currency: text, subscriptions: number }),
  /** `revenue`: payments of the month minus refunds (cents). */
  growth: v.array(v.object({ month: text, users: number, total: number, revenue: number })),
  distribution: v.object(plans),
  latest_payments: v.array(paymentRow),
  latest_users: v.array(userRow),
  attention: v.array(v.object({ kind: attention, count: number, since: maybeText, names: v.array(text) })),
});
export type DashboardFigures = v.InferOutput<typeof dashboardFigures>;

/** Activity since this administrator last opened the list. */
export const activity = v.object({
  since: text,
  until: text,
  total: number,
  items: v.array(
    v.object({
      kind: v.picklist(['user', 'payment', 'registration', 'demo_request', 'launch_signup']),
      ...{ id: text, title: text, detail: maybeText, created_at: text },
    }),
  ),
});
export type Activity = v.InferOutput<typeof activity>;
export type ActivityItem = Activity['items'][number];

// ── Courses ──

export const checklist = v.object({
  ok: flag,
  lessons: number,
  drafts: number,
  items: v.array(
    v.object({
      rule: v.picklist(['no_lesson', 'no_file', 'no_duration', 'quiz_not_answerable']),
      id: maybeText,
      title: maybeText,
    }),
  ),
});
export type ChecklistFault = v.InferOutput<typeof checklist>['items'][number];

export const videoStatistics = v.object({
  viewers: number,
  completed: number,
  share_watched: number,
  remaining: v.array(number),
});
export type VideoStatistics = v.InferOutput<typeof videoStatistics>;

export const quizStatistics = v.object({
  attempts: number,
  learners: number,
  passed: number,
  pass_rate: number,
  average_score: number,
  questions: v.array(
    v.object({
      ...{ id: text, text, answered: number, wrong: number, wrong_rate: number },
      common_wrong: v.nullable(v.object({ id: text, text, count: number })),
    }),
  ),
});
export type QuizStatistics = v.InferOutput<typeof quizStatistics>;

export const previewRows = v.array(v.object({ scope: text, kind: text, id: text, body: v.record(text, v.unknown()) }));

/** The other administrators who have a row open. */
export const otherEditors = v.array(v.object({ user_id: text, name: text, since: text }));

// ── Events, notifications and certificates ──

export const registrationStatuses = ['registered', 'cancelled', 'attended'] as const;
export type RegistrationStatus = (typeof registrationStatuses)[number];
export const registrationPage = pageOf(
  v.object({
    ...{ id: text, event_id: text, event_title: text, user_id: text, email: text, full_name: maybeText },
    status: v.picklist(registrationStatuses),
    registered_at: text,
  }),
  { counts: counts(registrationStatuses) },
);
export type RegistrationRow = v.InferOutput<typeof registrationPage>['rows'][number];

export const messageTypes = ['info', 'success', 'warning', 'error'] as const;
export type MessageType = (typeof messageTypes)[number];
export const sendRow = v.object({
  ...{ id: text, title: text, message: text, link: maybeText, created_at: text, error: maybeText },
  type: v.picklist(messageTypes),
  mode: v.picklist(['broadcast', 'targeted']),
  push: flag,
  state: v.picklist(['queued', 'sending', 'sent', 'withdrawing', 'withdrawn']),
  ...{ recipients: number, delivered: number, skipped: number },
});
export type SendRow = v.InferOutput<typeof sendRow>;
export const sendPage = pageOf(sendRow, {});

export const issuedPage = pageOf(
  v.object({
    ...{ serial: text, name: text, title: text, issued_at: text },
    ...{ signed_at: maybeText, revoked_at: maybeText, reason: maybeText },
  }),
  {},
);
export type IssuedCertificate = v.InferOutput<typeof issuedPage>['rows'][number];

// ── Settings ──

const values = v.nullable(v.record(text, v.unknown()));
export const auditPage = pageOf(
  v.object({
    id: number,
    at: text,
    email: maybeText,
    action: v.picklist(['insert', 'update', 'trash', 'restore', 'delete', 'send', 'magic_link', 'export']),
    table_name: text,
    row_id: text,
    row_name: maybeText,
    before: values,
    after: values,
    /** Names of the rows whose ids are in `before` and `after`, by id. */
    names: v.optional(v.record(text, text)),
  }),
  {},
);
export type AuditEntry = v.InferOutput<typeof auditPage>['rows'][number];

/** Tables whose rows can be moved to the trash: content, and texts that learners and visitors sent. */
export const trashTable = v.picklist([
  'courses',
  'course_templates',
  'videos',
  'course_resources',
  'video_resources',
  'tests',
  'certificates',
  'events',
  'news',
  'video_comments',
  'event_registrations',
  'demo_requests',
  'contact_requests',
]);
export type TrashTable = v.InferOutput<typeof trashTable>;
export const trashPage = pageOf(
  v.object({
    ...{ table_name: trashTable, row_id: text, title: text },
    ...{ deleted_at: text, deleted_by: maybeText, purge_at: text },
  }),
  {},
);
export type TrashRow = v.InferOutput<typeof trashPage>['rows'][number];

/** Errors with the same build and message are one row; `reports` is their number. */
export const errorsPage = pageOf(
  v.object({
    ...{ build: text, message: text, route: text, stack: text },
    ...{ reports: number, first_at: text, last_at: text },
  }),
  {},
);
export type ClientErrorRow = v.InferOutput<typeof errorsPage>['rows'][number];
