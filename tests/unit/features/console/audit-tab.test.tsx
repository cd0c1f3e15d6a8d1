// @vitest-environment happy-dom

import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AuditTab } from '@/features/settings/console/audit-tab';
import { answer, pageOf, show, startConsole, stopConsole } from './console-backend';
import { course, video } from './console-rows';

vi.mock('@/device/service/requests', async () => ({
  backendClient: (await import('./console-backend')).backendClient,
}));

beforeEach(startConsole);
afterEach(stopConsole);

test('an entry of the audit log has labels and names instead of columns and ids', async () => {
  const entry = {
    ...{ id: 1, at: '2026-11-01T10:00:00Z', email: 'admin@sloy.test', action: 'update', table_name: 'tests' },
    ...{ row_id: '33333333-0000-4000-8000-000000000001', row_name: 'Слоеве' },
    before: { video_id: null, shuffle: false },
    after: { video_id: video.id, course_id: course.id, shuffle: true },
    names: { [video.id]: video.title, [course.id]: course.title },
  };
  answer('POST rpc/admin_audit_entries', pageOf(entry));
  show(<AuditTab />);
  const cell = (await screen.findAllByText('Урок, Разбъркани въпроси, Курс'))[0]?.parentElement as HTMLElement;
  expect(within(cell).getByText(video.title).tagName).toBe('INS');
  expect(within(cell).getByText('(празно)').tagName).toBe('DEL');
  expect(within(cell).getByText(course.title)).toBeTruthy();
  expect(within(cell).getByText('да')).toBeTruthy();
  expect(cell.textContent).not.toMatch(/_|[0-9a-f]{8}-/);
});
