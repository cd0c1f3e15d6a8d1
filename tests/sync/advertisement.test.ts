import 'fake-indexeddb/auto';
import { createJournal, journalStorage } from '@sync/journal/journal-store';
import { expect, test, vi } from 'vitest';
import { MARIA } from '../helpers/simulated-school';

test('the first write of a page prints no advertisement, and other warnings still arrive', async () => {
  const printed = vi.fn();
  vi.spyOn(console, 'warn').mockImplementation(printed);
  const before = console.warn;
  const journal = await createJournal(MARIA, {
    name: 'advertisement',
    storage: journalStorage(),
    multiInstance: false,
  });
  const writing = journal.write('day', '2026-11-23', () => ({}));
  console.warn('another warning');
  await writing;
  await journal.write('day', '2026-11-24', () => ({}));
  expect(printed.mock.calls).toEqual([['another warning']]);
  expect(console.warn).toBe(before);
  await journal.close();
});
