import { expect, test } from 'vitest';
import { spreadOverListeners } from '../../server/embedded/realtime/spread';

const poke = (topic: string) => ({ topic, payload: { spread_ms: 50_000 } });

test('the spread depends on the number of listeners, not of accounts', () => {
  expect(spreadOverListeners(poke('scope:public'), 200)).toEqual({ spread_ms: 0 });
  expect(spreadOverListeners(poke('scope:public'), 1_000)).toEqual({ spread_ms: 5_000 });
  expect(spreadOverListeners(poke('scope:video:x'), 100_000)).toEqual({ spread_ms: 60_000 });
});

test('messages to one account and messages without a spread stay unchanged', () => {
  expect(spreadOverListeners({ topic: 'scope:account:x', payload: { spread_ms: 0 } }, 1_000)).toEqual({ spread_ms: 0 });
  expect(spreadOverListeners({ topic: 'scope:admin', payload: { tables: ['news'] } }, 1_000)).toEqual({
    tables: ['news'],
  });
});
