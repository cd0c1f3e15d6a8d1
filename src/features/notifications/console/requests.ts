import * as v from 'valibot';
import { change } from '@/features/console-kit/queries';
import { type MessageType, sendPage, sendRow } from '@/features/console-kit/requests/answers';
import { askConsoleService, call, run } from '@/features/console-kit/requests/console-client';

// Notifications that administrators send, and requests of the push-test panel.

export interface SendInput {
  title: string;
  message: string;
  type: MessageType;
  link: string;
  mode: 'broadcast' | 'targeted';
  users: { id: string; email: string }[];
  push: boolean;
}

export const recentSends = () => call('admin_sends', { p_page: 1, p_size: 20 }, sendPage);

/** Starts sending a notification. The client chooses `id`, so that a double click sends it only once. @throws ConsoleError */
export const sendNotification = (id: string, { title, message, type, link, mode, users, push }: SendInput) =>
  change(['notification_sends'], () =>
    call(
      'send_notification',
      {
        ...{ p_id: id, p_type: type, p_mode: mode, p_push: push },
        p_title: title.trim(),
        p_message: message.trim(),
        p_link: link.trim() || null,
        p_users: mode === 'targeted' ? users.map((user) => user.id) : null,
      },
      sendRow,
    ),
  );

/** Stops sending a notification and deletes the unread copies. */
export const withdrawSend = (id: string): Promise<void> =>
  change(['notification_sends'], () => run('withdraw_notification', { p_id: id }));

const statsSchema = v.object({
  success: v.boolean(),
  stats: v.object({ total: v.number(), android: v.number(), ios: v.number(), web: v.optional(v.number()) }),
});
export type PushStats = v.InferOutput<typeof statsSchema>['stats'];

/** Statistics of the devices that receive push messages (specification 2 §7). @throws ServiceError */
export const pushStatistics = async (): Promise<PushStats> =>
  (await askConsoleService(statsSchema, '/api/push-stats')).stats;

const testSchema = v.object({ success: v.boolean(), error: v.optional(v.nullable(v.string())) });

/** Sends a test push to the devices of the account. @returns the server's error text; null on success */
export async function sendTestPush(userId: string): Promise<string | null> {
  const { success, error } = await askConsoleService(testSchema, '/api/test-push-notification', { body: { userId } });
  return success ? null : (error ?? 'error');
}
