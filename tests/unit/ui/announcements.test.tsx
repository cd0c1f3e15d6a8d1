// @vitest-environment happy-dom

import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RouteAnnouncer } from '@/app/routing/route-announcer';
import { Dialog } from '@/ui/dialog';
import { langOf } from '@/ui/lang-of';
import { Notice } from '@/ui/notice';
import { toast } from '@/ui/toast';
import { ToastHost } from '@/ui/toast-host';
import { useTitle } from '@/ui/use-title';

// Screen readers get the right titles, messages and languages, and the keyboard focus is never lost.

beforeEach(() => {
  document.title = 'Табло · Слой';
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const Named = ({ title }: { title: string | undefined }) => {
  useTitle(title);
  return null;
};

test('the title returns to the previous one when a screen closes', () => {
  const inside = (course?: string) => (
    <>
      <Named title={course ? undefined : 'Моите курсове'} />
      {course && <Named title={course} />}
    </>
  );
  const { rerender, unmount } = render(inside());
  expect(document.title).toBe('Моите курсове · Слой');
  rerender(inside('Първи стъпки'));
  expect(document.title).toBe('Първи стъпки · Слой');
  rerender(inside());
  expect(document.title).toBe('Моите курсове · Слой');
  unmount();
  expect(document.title).toBe('Табло · Слой');
});

test('announces a screen once with its final title, and not the first screen of a page load', async () => {
  vi.useFakeTimers();
  render(<RouteAnnouncer />);
  const said = screen.getByRole('status');
  const name = async (title: string) => {
    document.title = title;
    await act(() => vi.advanceTimersByTimeAsync(100));
  };
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(said.textContent).toBe('');
  await name('Урок · Слой');
  await name('Първият слой · Слой');
  expect(said.textContent).toBe('');
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(said.textContent).toBe('Първият слой');
});

test('a dialog that is removed while open restores the focus', async () => {
  // happy-dom has no modal dialogs, so test only that the browser is asked to open one.
  const closed = vi.fn();
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    closed(this.isConnected);
    this.open = false;
  };
  function Opener() {
    const [open, setOpen] = useState(true);
    return open ? (
      <Dialog open onClose={() => setOpen(false)} title="Синхронизация" closeLabel="Затворете">
        <p>Всичко е изпратено</p>
      </Dialog>
    ) : null;
  }
  render(<Opener />);
  act(() => screen.getByRole('button', { name: 'Затворете' }).click());
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(closed.mock.calls).toEqual([[true]]);
});

test('the first message appears in a live region that exists before it', async () => {
  render(<ToastHost label="Известия" />);
  act(() => toast('success', 'Downloaded PETG'));
  await waitFor(() => expect(document.querySelector('section[aria-live="polite"]')).not.toBeNull(), {
    timeout: 10_000,
  });
  expect(screen.queryByText('Downloaded PETG')).toBeNull();
  expect((await screen.findByText('Downloaded PETG')).lang).toBe('en');
});

test.each([
  ['No Tests Found', 'en'],
  ['Course not found', 'en'],
  ['Failed to download Профил за PETG', undefined],
  ['Няма мрежа', undefined],
  ['PETG', undefined],
  ['30 €', undefined],
])('%s is announced as %s', (words, lang) => expect(langOf(words)).toBe(lang));

test('an English notice has its language marked, its Bulgarian hint has not', () => {
  render(<Notice title="No Tests Found">Към този урок още няма тестове.</Notice>);
  expect(screen.getByRole('heading').lang).toBe('en');
  expect(screen.getByText(/Към този урок/).lang).toBe('');
});
