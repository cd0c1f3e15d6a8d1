// @vitest-environment happy-dom

import 'fake-indexeddb/auto';
import { statusStore } from '@sync/engine/status';
import type { SyncStatus } from '@sync/protocol/types';
import { act, cleanup, configure, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSession } from '@/device/session/session-store';
import { useDownload } from '@/features/downloads/queries/use-downloads';
import { DownloadProgress } from '@/features/downloads/widgets/download-progress';
import { type Device, makeDevice } from '../../helpers/download-device';

// If the server rejects a download, the learner sees the reason and can retry. The tests use the real queue and store.

configure({ asyncUtilTimeout: 10_000 });
let asked = 0;
let device: Device;

const answer = async () => {
  asked += 1;
  return new Response('gone', { status: 404, statusText: 'Not Found' });
};

beforeEach(() => {
  device = makeDevice({ fetch: answer });
  useSession.setState({
    identity: {
      uid: device.account,
      email: 'maria@sloy.test',
      full_name: 'Мария',
      plan: 'premium',
      plan_checked_at: Date.now(),
      is_admin: false,
    },
    left: false,
  });
});
afterEach(async () => {
  cleanup();
  statusStore.reset();
  await device.stop();
});

function Row({ id }: { id: string }) {
  const row = useDownload(id);
  return row ? <DownloadProgress row={row} /> : null;
}

test('a rejected download shows Failed with the reason; Retry sends the request again', async () => {
  const id = await device.order('https://files.sloy.test/lesson.mp4');
  device.boot();
  await device.until(id, (row) => row?.status === 'error');
  render(<Row id={id} />);
  await screen.findByText('Failed');
  screen.getByText('Failed to download video: Not Found');
  const before = asked;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await vi.waitFor(() => expect(asked).toBeGreaterThan(before));
});

test('a download waits for the network while the server does not answer, also if the browser reports a network', async () => {
  const id = await device.order('https://files.sloy.test/lesson.mp4');
  render(<Row id={id} />);
  await screen.findByText('На опашката');
  const waiting = (reason: SyncStatus['reason']) =>
    act(() =>
      statusStore.set({
        phase: 'waiting',
        pending: 0,
        rejected: 0,
        synced_at: null,
        restored: true,
        ...(reason ? { reason } : {}),
      }),
    );
  waiting('server');
  await screen.findByText('Чака мрежа');
  // A full disk delays the sync too, but not because of the network.
  waiting('storage');
  await screen.findByText('На опашката');
});
