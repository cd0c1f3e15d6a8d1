// @vitest-environment happy-dom

import 'fake-indexeddb/auto';
import { openMirror } from '@sync';
import { openOutbox } from '@sync/outbox/open-outbox';
import type { OutboxDoc } from '@sync/protocol/types';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useSession } from '@/device/session/session-store';
import { SyncDialog } from '@/features/sync/widgets/sync-dialog';
import '../../../../helpers/silence-rxdb';

// A document can have a rejected version and newer unsent changes; the dialog must show both.

const [VIDEO, OTHER] = ['d0000000-0000-4000-8000-000000000001', 'd0000000-0000-4000-8000-000000000002'];
let account = '';
let accounts = 0;

beforeEach(() => {
  account = `33333333-2222-4333-8444-${String(++accounts).padStart(12, '0')}`;
  const identity = {
    uid: account,
    email: 'maria@sloy.test',
    full_name: 'Мария',
    plan: 'pro' as const,
    plan_checked_at: Date.now(),
    is_admin: false,
  };
  useSession.setState({ identity, left: false });
});
afterEach(cleanup);

const entriesOf = (title: string) => {
  const section = screen.queryByRole('heading', { name: title })?.parentElement;
  return section
    ? within(section)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent)
    : [];
};

test.each([
  ['nothing was done since', false, [expect.stringContaining('Харесан урок')], []],
  ['something was done since', true, [], [expect.stringContaining('Махнато харесване на урок')]],
])('a fact is listed once, as rejected or with what the learner did since: %s', async (_, since, listed, waiting) => {
  openMirror(account);
  const outbox = await openOutbox(account);
  await outbox.write('like', VIDEO, () => ({ video_id: VIDEO, liked: true }));
  await outbox.reject(outbox.docs()[0] as OutboxDoc, 'forbidden', '');
  if (since) await outbox.write('like', VIDEO, () => ({ video_id: VIDEO, liked: false }));
  await outbox.write('registration', OTHER, () => ({ event_id: OTHER, registered: true }));
  render(
    <MemoryRouter>
      <SyncDialog onClose={() => undefined} />
    </MemoryRouter>,
  );
  await waitFor(() => expect(entriesOf('Има нужда от Вас')).toEqual(listed));
  await waitFor(() =>
    expect(entriesOf('Чака да бъде изпратено')).toEqual(
      expect.arrayContaining([expect.stringContaining('Записване за събитие'), ...waiting]),
    ),
  );
  expect(entriesOf('Чака да бъде изпратено')).toHaveLength(1 + waiting.length);
});
