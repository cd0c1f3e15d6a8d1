import { describe, expect, test } from 'vitest';
import { eventsOf, joinState, searchEvents, withRegistrations } from '@/features/events/rules/event-list';
import type { EventRow } from '@/shared/rows';
import { activity } from '@/shared/text/home-blocks';

const NOW = Date.parse('2026-11-23T10:00:00Z');
const event = (id: string, change: Partial<EventRow> = {}): EventRow => ({
  id,
  title: id,
  description: null,
  image_url: null,
  location: 'Онлайн',
  start_date: '2026-11-28T17:00:00Z',
  end_date: '2026-11-28T18:00:00Z',
  duration_minutes: 60,
  type: 'webinar',
  is_free: true,
  max_participants: 10,
  current_participants: 4,
  status: 'active',
  created_at: '2026-11-01T00:00:00Z',
  updated_at: '2026-11-01T00:00:00Z',
  ...change,
});
const past = { start_date: '2026-11-01T10:00:00Z', end_date: '2026-11-01T11:00:00Z' };
const none: ReadonlySet<string> = new Set();
const registration = (event_id: string, registered: boolean, pending: boolean) => ({ event_id, registered, pending });

describe('the count of participants', () => {
  test.each([
    ['grows with a registration that waits', registration('a', true, true), [], 4, 5],
    ['shrinks with a withdrawal that waits', registration('a', false, true), ['a'], 4, 3],
    ['stays with a withdrawal of a registration that never arrived', registration('a', false, true), [], 4, 4],
    [
      'stays with a registration that follows a withdrawal before both arrive',
      registration('a', true, true),
      ['a'],
      4,
      4,
    ],
    ['is the server’s once it confirmed', registration('a', true, false), ['a'], 4, 4],
    ['never falls below 0', registration('a', false, true), ['a'], 0, 0],
  ])('%s', (_, own, counted, server, shown) => {
    const [state] = withRegistrations([event('a', { current_participants: server })], [own], new Set(counted));
    expect(state).toMatchObject({
      current_participants: shown,
      is_registered: own.registered,
      is_pending: own.pending,
    });
  });
});

test('the three lists', () => {
  const all = withRegistrations(
    [
      event('old', past),
      event('older-mine', past),
      event('next'),
      event('mine'),
      event('cancelled', { status: 'cancelled' }),
      event('cancelled-mine', { status: 'cancelled' }),
      event('done', { status: 'completed' }),
    ],
    [
      registration('mine', true, false),
      registration('cancelled-mine', true, false),
      registration('older-mine', true, false),
    ],
    none,
  );
  const ids = (filter: Parameters<typeof eventsOf>[1]) => eventsOf(all, filter, NOW).map(({ id }) => id);
  expect(ids('upcoming')).toEqual(['next', 'mine', 'cancelled-mine']);
  expect(ids('mine')).toEqual(['older-mine', 'mine', 'cancelled-mine']);
  expect(ids('past')).toEqual(['done', 'older-mine', 'old']);
});

test('a registered learner may join from 15 minutes before the start until the end', () => {
  const start = Date.parse('2026-11-28T17:00:00Z');
  const state = (change: Partial<EventRow>, minutes: number, registered = true) => {
    const [mine] = withRegistrations([event('a', change)], [registration('a', registered, false)], none);
    return mine && joinState(mine, start + minutes * 60_000);
  };
  expect(state({}, -16)).toBe('early');
  expect(state({}, -15)).toBe('open');
  expect(state({}, 59)).toBe('open');
  expect(state({}, 60)).toBeNull();
  expect(state({}, 0, false)).toBeNull();
  expect(state({ status: 'cancelled' }, 0)).toBeNull();
});

describe('the search', () => {
  const all = withRegistrations(
    [
      event('a', { title: 'Вечер за въпроси', description: 'Подпори и мостове', location: 'Онлайн' }),
      event('b', { title: 'Разглобяваме хотенд', location: 'Пловдив, „Капана“', type: 'workshop' }),
    ],
    [],
    none,
  );
  test.each([
    ['', ['a', 'b']],
    ['подпори', ['a']],
    ['podpori', ['a']],
    ['ПЛОВДИВ', ['b']],
    ['plovdiv', ['b']],
    ['работилница', ['b']],
    ['workshop', ['b']],
    ['вечер онлайн', ['a']],
    ['няма такова', []],
  ])('«%s» finds %j', (query, ids) => {
    expect(searchEvents(all, query, activity.types).map(({ id }) => id)).toEqual(ids);
  });
});
