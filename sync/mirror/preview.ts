/**
 * Fills the mirror of an account that exists only on this device, for the admin console's "preview as a learner".
 * Guarantees: every scope of the plan is marked complete, because no further rows will arrive.
 * Rule: no engine runs for this account.
 */

import type { Plan } from '@/shared/entitlements';
import { mirrorName } from '@/shared/names';
import { isMirrorKind } from '../protocol/wire';
import { createMirror, freshScope } from './mirror';
import { accountScope, journalScope, type Placed } from './mirror-schema';

export interface PreviewRow {
  scope: string;
  kind: string;
  id: string;
  body: object;
}

const planScopes: Record<Plan, readonly string[]> = {
  free: [],
  pro: ['plan:basic'],
  premium: ['plan:basic', 'plan:premium'],
};

export async function fillPreview(account: string, plan: Plan, rows: readonly PreviewRow[]): Promise<void> {
  const mirror = createMirror(mirrorName(account));
  try {
    for (const [index, { scope, kind, id, body }] of rows.entries()) {
      if (!isMirrorKind(kind)) continue;
      const row: Placed & { id: string } = { ...body, id, _scope: scope, _seq: index + 1 };
      await mirror.table<Placed>(kind).put(row);
    }
    const now = new Date().toISOString();
    await mirror.subscriptions.put({
      id: account,
      has_pro_plan: plan === 'pro',
      has_premium_plan: plan === 'premium',
      ...{ subscription_id: null, status: null, billing_period: null, current_period_end: null, trial_ends_at: null },
      ...{ cancel_at_period_end: false, created_at: now, updated_at: now },
      ...{ _scope: accountScope(account), _seq: 1 },
    });
    const scopes = ['public', ...planScopes[plan], accountScope(account), journalScope(account)];
    await mirror.scopes.bulkPut(scopes.map((scope) => ({ ...freshScope(scope), epoch: 1, whole: true })));
  } finally {
    mirror.close();
  }
}
