// @vitest-environment happy-dom

import { afterEach, beforeEach, test, vi } from 'vitest';
import { ActivityBell } from '@/features/console/widgets/activity-bell';
import { answer, press, seen, show, startConsole, stopConsole } from '../console-backend';

vi.mock('@/device/service/requests', async () => ({
  backendClient: (await import('../console-backend')).backendClient,
}));

beforeEach(startConsole);
afterEach(stopConsole);

test('the list of what is new names amounts, states and sources in words', async () => {
  const item = (kind: string, title: string, detail: string) => ({
    ...{ kind, id: kind, title, detail, created_at: '2020-11-01T10:00:00Z' },
  });
  answer('POST rpc/admin_activity', {
    ...{ since: '2020-11-01T00:00:00Z', until: '2020-11-02T00:00:00Z', total: 3, counts: {} },
    items: [
      item('payment', 'pro@sloy.test', '1500 EUR succeeded'),
      item('launch_signup', 'ana@sloy.test', 'store_page'),
      item('user', 'ivo@sloy.test', 'Иво'),
    ],
  });
  const user = show(<ActivityBell />);
  await seen('3');
  await press(user, 'Ново в академията: 3 нови');
  await seen(/^Плащане · 15,00\s€, Платено · /);
  await seen(/^Записан за магазина · Магазин · /);
  await seen(/^Нов потребител · Иво · /);
});
