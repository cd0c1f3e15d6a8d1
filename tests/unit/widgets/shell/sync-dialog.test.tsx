// @vitest-environment happy-dom

import 'fake-indexeddb/auto';
import { openJournal, openMirror } from '@sync';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useSession } from '@/data/session/session-store';
import { SyncDialog } from '@/widgets/shell/sync-dialog';
import '../../../helpers/silence-rxdb';

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
  ['nothing was done since', false, []],
  ['something was done since', true, [expect.stringContaining('Махнато харесване на урок')]],
])(
  'a rejected document is listed once, beside the unsent document about the same thing: %s',
  async (_, since, waiting) => {
    const mirror = openMirror(account);
    const journal = await openJournal(account);
    const act = await journal.write('like', VIDEO, () => ({ video_id: VIDEO, liked: true }));
    await mirror.rejected.put({
      id: act.id,
      kind: 'like',
      code: 'forbidden',
      message: '',
      rejected_at: act.at,
      doc: { ...act, pending: false },
    });
    if (since) await journal.write('like', VIDEO, () => ({ video_id: VIDEO, liked: false }));
    await journal.write('registration', OTHER, () => ({ event_id: OTHER, registered: true }));
    render(
      <MemoryRouter>
        <SyncDialog onClose={() => undefined} />
      </MemoryRouter>,
    );
    await waitFor(() => expect(entriesOf('Има нужда от Вас')).toEqual([expect.stringContaining('Харесан урок')]));
    await waitFor(() =>
      expect(entriesOf('Чака да бъде изпратено')).toEqual(
        expect.arrayContaining([expect.stringContaining('Записване за събитие'), ...waiting]),
      ),
    );
    expect(entriesOf('Чака да бъде изпратено')).toHaveLength(1 + waiting.length);
  },
);
