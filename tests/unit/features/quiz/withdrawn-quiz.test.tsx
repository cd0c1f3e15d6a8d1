// @vitest-environment happy-dom

import 'fake-indexeddb/auto';
import { type OpenOutbox, openMirror, openOutbox } from '@sync';
import { freshScope } from '@sync/mirror/mirror';
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setIdentity } from '@/device/session/session-store';
import { QuizPage } from '@/features/quiz/quiz-page';
import type { AttemptData } from '@/shared/journal';
import type { QuizRow } from '@/shared/rows';
import { Q1, TEST, testRow } from '../../../helpers/quiz-row';
import { shownDocOf, shownDocsOf } from '../../../helpers/shown';

// What a learner has begun stays usable after the quiz was withdrawn, also after a reload.

// Long timeouts, because a busy machine must not fail the test.
configure({ asyncUtilTimeout: 10_000 });
const user = userEvent.setup();
let account = '';
let accounts = 0;
let outbox: OpenOutbox;

async function hold(row: QuizRow) {
  await openMirror(account).tests.put({ ...row, _scope: 'plan:basic', _seq: 1 });
}

function open(address = `/test/${TEST}`) {
  const router = createMemoryRouter([{ path: '/test/:testId?', element: <QuizPage /> }], { initialEntries: [address] });
  render(<RouterProvider router={router} />);
  return router;
}

const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
const attemptIds = async () => (await shownDocsOf(account, 'attempt')).map(({ id }) => id.slice('attempt/'.length));

/** The device has pulled the scopes of a Pro account, so a quiz that it lacks does not exist for the account. */
const followed = () =>
  openMirror(account).scopes.bulkPut(
    [`account:${account}`, 'plan:basic', 'plan:premium'].map((scope) => ({ ...freshScope(scope), whole: true })),
  );

const signIn = (plan: 'free' | 'pro') =>
  setIdentity({
    uid: account,
    email: 'a@sloy.test',
    full_name: 'Иван',
    plan,
    plan_checked_at: Date.now(),
    is_admin: false,
  });

async function keepAttempt(id: string, change: Partial<AttemptData> = {}) {
  const fresh = { test_id: TEST, started_at: 1_000, finished_at: null, time_spent: 0, answers: {} };
  return outbox.write('attempt', id, (before) => ({ ...(before?.data ?? fresh), ...change }));
}

beforeEach(async () => {
  // RxDB prints an advertisement.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  // The device is offline, because no server in this test answers the request for the server's time.
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  account = `00000000-0000-4000-8000-${String(++accounts).padStart(12, '0')}`;
  void signIn('pro');
  openMirror(account);
  outbox = await openOutbox(account);
});

afterEach(() => {
  cleanup();
  localStorage.clear();
});

test('a quiz that is withdrawn meanwhile can be finished, and is not offered again', async () => {
  await hold(await testRow());
  open();
  await press('Start');
  await user.click(await screen.findByRole('radio', { name: 'Второ' }));
  await openMirror(account).tests.delete(TEST);
  await press('Next');
  await user.click(await screen.findByRole('checkbox', { name: 'Трето' }));
  await press('Next');
  await press('Finish');
  await screen.findByText('33 %');
  expect(screen.queryByRole('button', { name: 'Retake Test' })).toBeNull();
  await press('Close');
  await waitFor(() => expect(screen.queryByText('33 %')).toBeNull());
  expect(screen.queryByRole('button', { name: 'Start' })).toBeNull();
});

test('after a reload the attempt at a withdrawn quiz is still offered and can be finished', async () => {
  await hold(await testRow());
  open();
  await press('Start');
  await user.click(await screen.findByRole('radio', { name: 'Второ' }));
  const [id = ''] = await attemptIds();
  await waitFor(async () =>
    expect((await shownDocOf(account, 'attempt', id))?.data.answers[Q1]?.options).toEqual(['b']),
  );
  cleanup();
  await openMirror(account).tests.delete(TEST);
  await followed();
  open();
  await screen.findByText('Премахнат е, но започнатия опит може да довършите.');
  await user.click(screen.getByRole('link', { name: 'Continue' }));
  await press('Next');
  await user.click(await screen.findByRole('checkbox', { name: 'Трето' }));
  await press('Next');
  await press('Finish');
  await screen.findByText('33 %');
  expect(screen.queryByRole('button', { name: 'Retake Test' })).toBeNull();
  cleanup();
  await signIn('free');
  open(`/test/${TEST}?attempt=${id}`);
  await screen.findByRole('link', { name: 'Вижте плановете' });
  expect(screen.queryByText('33 %')).toBeNull();
});

test.each([
  ['plan:basic', 'Премахнат е. Резултатите Ви са запазени.', false],
  ['plan:premium', 'Премахнат е или не е част от сегашния Ви план. Резултатите Ви са запазени.', true],
  ['unknown', 'Премахнат е или не е част от сегашния Ви план. Резултатите Ви са запазени.', true],
])(
  'a Pro account at a withdrawn quiz of %s is offered a plan unless it is known to include the quiz',
  async (scope, hint, plans) => {
    await openMirror(account).tests.put({ ...(await testRow()), _scope: scope, _seq: 1 });
    await keepAttempt(crypto.randomUUID(), { finished_at: 9_000 });
    if (scope !== 'unknown') {
      open();
      await screen.findByRole('button', { name: 'Retake Test' });
      await waitFor(async () => expect(await openMirror(account).meta.count()).toBeGreaterThan(0));
      cleanup();
    }
    await openMirror(account).tests.delete(TEST);
    await followed();
    open();
    await screen.findByText(hint);
    expect(screen.queryByRole('link', { name: 'Вижте плановете' }) !== null).toBe(plans);
  },
);
