// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Live } from '@/device/live/live';
import { useNewNotification } from '@/features/notifications/use-new-notification';
import type { NotificationRow } from '@/shared/rows';

const row = (n: number): NotificationRow => ({
  ...{ id: String(n), title: `Известие ${n}`, message: '', type: 'info', link: null, is_read: false },
  created_at: `2026-11-20T10:00:0${n}Z`,
});
const live = (complete: boolean, ...data: NotificationRow[]): Live<NotificationRow[]> => ({
  ...{ status: 'ready', data, complete },
});

test('a notification is announced when it arrives, but not with the first sync of a device', () => {
  const { result, rerender } = renderHook(useNewNotification, { initialProps: live(false) });
  rerender(live(false, row(1)));
  expect(result.current).toBeUndefined();
  rerender(live(true, row(2), row(1)));
  expect(result.current).toBeUndefined();
  rerender(live(true, row(3), row(2), row(1)));
  expect(result.current).toBe('Известие 3');
  rerender(live(true, row(2), row(1)));
  expect(result.current).toBeUndefined();
});
