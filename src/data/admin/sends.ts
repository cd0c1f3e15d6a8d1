import * as v from 'valibot';
import { askService } from '@/data/service/requests';
import { call, type Page } from './console-client';
import { consoleChanged } from './console-live';

// Notifications that administrators send, and requests of the push-test panel.

export const messageTypes = ['info', 'success', 'warning', 'error'] as const;
export type MessageType = (typeof messageTypes)[number];

export interface SendInput {
  title: string;
  message: string;
  type: MessageType;
  link: string;
  mode: 'broadcast' | 'targeted';
  users: { id: string; email: string }[];
  push: boolean;
}

export interface SendRow {
  id: string;
  title: string;
  message: string;
  type: MessageType;
  link: string | null;
  mode: 'broadcast' | 'targeted';
  push: boolean;
  state: 'queued' | 'sending' | 'sent' | 'withdrawing' | 'withdrawn' | 'failed';
  recipients: number;
  delivered: number;
  skipped: number;
  created_at: string;
  error: string | null;
}

export const recentSends = () => call<Page<SendRow>>('admin_sends', { p_page: 1, p_size: 20 });

/** Starts sending a notification. The client chooses `id`, so that a double click sends it only once. @throws ConsoleError */
export async function sendNotification(id: string, input: SendInput): Promise<SendRow> {
  const row = await call<SendRow>('send_notification', {
    p_id: id,
    p_title: input.title.trim(),
    p_message: input.message.trim(),
    p_type: input.type,
    p_link: input.link.trim() || null,
    p_mode: input.mode,
    p_users: input.mode === 'targeted' ? input.users.map((user) => user.id) : null,
    p_push: input.push,
  });
  consoleChanged(['notification_sends']);
  return row;
}

/** Stops sending a notification and deletes the unread copies. */
export async function withdrawSend(id: string): Promise<void> {
  await call('withdraw_notification', { p_id: id });
  consoleChanged(['notification_sends']);
}

const statsSchema = v.object({
  success: v.boolean(),
  stats: v.object({ total: v.number(), android: v.number(), ios: v.number(), web: v.optional(v.number()) }),
});
export type PushStats = v.InferOutput<typeof statsSchema>['stats'];

/** Statistics of the devices that receive push messages (specification 2 §7). @throws ServiceError */
export const pushStatistics = async (): Promise<PushStats> => (await askService(statsSchema, '/api/push-stats')).stats;

const testSchema = v.object({ success: v.boolean(), error: v.optional(v.nullable(v.string())) });

/** Sends a test push to the devices of the account. @returns the server's error text; null on success */
export async function sendTestPush(userId: string): Promise<string | null> {
  const { success, error } = await askService(testSchema, '/api/test-push-notification', { body: { userId } });
  return success ? null : (error ?? 'error');
}
