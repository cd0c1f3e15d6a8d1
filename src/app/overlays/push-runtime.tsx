import { useEffect } from 'react';
import { markRead } from '@/features/notifications/mutations';
import { useNotifications } from '@/features/notifications/queries/notifications';
import { useStreakDays } from '@/features/streak/queries/streak';
import { accountMark } from '@/shared/account-mark';
import { whenIdle } from '@/shared/idle';
import { forgetPresses, keepActiveDay, pressedNotifications } from '@/shared/push-store';
import { usePersistentStorage } from './use-persistent-storage';
import { useStoredRecord } from './use-stored-record';

/**
 * Marks as read the notifications that the learner pressed outside the app.
 * Rule: remove a notification from the stored list of pressed ones only after its read mark is written.
 */
async function writePresses(account: string): Promise<void> {
  const mark = await accountMark(account);
  const own = (await pressedNotifications()).filter((press) => press.account === mark);
  if (own.length === 0) return;
  await Promise.all(own.map(({ id }) => markRead(id)));
  await forgetPresses(new Set(own.map(({ id }) => id)));
}

function usePresses(account: string): void {
  useEffect(() => {
    const write = () =>
      writePresses(account).catch((error: unknown) => console.error('Presses wait to be written:', error));
    const shown = () => document.visibilityState === 'visible' && void write();
    void write();
    document.addEventListener('visibilitychange', shown);
    navigator.serviceWorker?.addEventListener('message', write);
    return () => {
      document.removeEventListener('visibilitychange', shown);
      navigator.serviceWorker?.removeEventListener('message', write);
    };
  }, [account]);
}

/** Sets the unread count on the app's icon, and closes system notifications that were read elsewhere. */
function useBadge(): void {
  const { data } = useNotifications();
  const unread = data?.filter(({ is_read }) => !is_read).map(({ id }) => id);
  const key = unread?.join();
  useEffect(() => {
    if (key === undefined) return;
    const ids = key === '' ? [] : key.split(',');
    const set = ids.length > 0 ? navigator.setAppBadge?.(ids.length) : navigator.clearAppBadge?.();
    set?.catch(() => undefined);
    void navigator.serviceWorker?.getRegistration().then(async (registration) => {
      for (const shown of (await registration?.getNotifications()) ?? [])
        if (/^[0-9a-f-]{36}$/.test(shown.tag) && !ids.includes(shown.tag)) shown.close();
    });
  }, [key]);
}

/** Stores that the learner was active today, because the service worker decides about the daily reminder without a network. */
function useActiveDay(account: string): void {
  const { data } = useStreakDays();
  const day = data?.days.has(data.today) ? data.today : undefined;
  useEffect(() => {
    if (day) void accountMark(account).then((mark) => keepActiveDay(mark, day));
  }, [account, day]);
}

/**
 * Runs the page's side of push messages for a signed-in account: marks clicked notifications as read, updates the app's badge, stores that
 * the learner was active today, and renews the push registration. Also requests persistent storage and reports evicted data. Renders nothing.
 */
export function PushRuntime({ account }: { account: string }): null {
  usePresses(account);
  useBadge();
  useActiveDay(account);
  usePersistentStorage();
  useStoredRecord(account);
  useEffect(() => {
    void whenIdle()
      .then(() => import('@/device/push/device'))
      .then(({ renew }) => renew())
      .catch((error: unknown) => console.warn('The push registration was not renewed:', error));
  }, []);
  return null;
}
