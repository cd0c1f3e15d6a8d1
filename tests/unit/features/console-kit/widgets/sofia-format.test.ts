import { afterEach, expect, test, vi } from 'vitest';
import { sofiaCell } from '@/features/console-kit/widgets/sofia-format';

afterEach(() => vi.unstubAllEnvs());

test.each(['Europe/Sofia', 'UTC', 'America/Los_Angeles'])('a CSV file has Sofia’s time on a device in %s', (zone) => {
  vi.stubEnv('TZ', zone);
  expect(sofiaCell('2026-11-23T15:00:00Z')).toBe('2026-11-23 17:00');
  expect(sofiaCell('2026-07-31T22:30:00Z')).toBe('2026-08-01 01:30');
});
