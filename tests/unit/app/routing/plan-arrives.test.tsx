// @vitest-environment happy-dom

import '../../../helpers/silence-rxdb';
import 'fake-indexeddb/auto';
import { openMirror } from '@sync';
import { SyncLoop } from '@sync/engine/loop';
import { statusStore } from '@sync/engine/status';
import { createOutbox } from '@sync/outbox/outbox';
import { cleanup, configure, render, screen } from '@testing-library/react';
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useAccountWatch } from '@/app/start/use-account-watch';
import { useSession } from '@/device/session/session-store';
import { systemClock } from '@/shared/clock';
import { paths } from '@/shared/paths';
import { ModelServer } from '../../../helpers/model-server';
import { openRoute } from '../../../helpers/open-route';
import { MARIA } from '../../../helpers/simulated-school';

// After a payment on another device, a poke brings the new row, the identity changes, and the guard of the open screen redirects.
// The sync engine is real. Its next poll is a minute away, so only the poke can cause the change in time.

configure({ asyncUtilTimeout: 20_000 });
const network = { online: () => true, watch: () => () => undefined };
let server: ModelServer;
let close: () => Promise<void>;

beforeEach(async () => {
  const checked = { plan: 'free' as const, plan_checked_at: Date.now() - 60_000 };
  const maria = { uid: MARIA, email: 'maria@sloy.test', full_name: 'Мария', is_admin: false };
  useSession.setState({ identity: { ...maria, ...checked }, left: false });
  server = new ModelServer();
  server.addAccount(MARIA, 'free');
  const outbox = await createOutbox(MARIA, openMirror(MARIA), {
    name: 'plan-arrives',
    storage: getRxStorageMemory(),
    multiInstance: false,
    now: Date.now,
  });
  const engine = new SyncLoop({
    account: MARIA,
    mirror: openMirror(MARIA),
    outbox,
    transport: {
      pull: (cursors, limit) => server.pull(MARIA, cursors, limit),
      push: (docs) => server.push(MARIA, docs),
      listen: (scopes, onPoke) => server.listen(MARIA, scopes, onPoke),
    },
    clock: systemClock,
    network,
    pullLimit: 100,
    pulls: true,
    onStatus: (status) => statusStore.set(status),
  });
  close = async () => {
    await engine.stop();
    await outbox.close();
  };
  await engine.start();
});
afterEach(async () => {
  cleanup();
  await close();
  statusStore.reset();
});

function Watch() {
  useAccountWatch(MARIA);
  return null;
}

test('an open /dashboard_free unlocks by itself when a plan is bought on another device', async () => {
  const at = `${paths.dashboardFree}?section=courses`;
  const { router } = await openRoute(at);
  render(<Watch />);
  // The device has caught up: the row of the free plan has arrived, and the screen stays.
  await expect.poll(() => statusStore.getState().phase, { timeout: 20_000 }).toBe('idle');
  await screen.findByText(at);

  server.setPlan(MARIA, 'pro');
  await screen.findByText(`${paths.dashboard}?section=courses`);
  expect(router.state.location).toMatchObject({ pathname: '/dashboard', search: '?section=courses' });
  expect(router.state.historyAction).toBe('REPLACE');
  expect(useSession.getState().identity?.plan).toBe('pro');
});
