import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { adminSettingsText } from '@/features/console-kit/text/settings';

test('each background job of the server has a name in the console', () => {
  const names = [...readFileSync('server/jobs/jobs.ts', 'utf8').matchAll(/^ +name: '([a-z-]+)'/gm)].map(
    ([, name]) => name,
  );
  expect(names.length).toBeGreaterThan(15);
  expect(Object.keys(adminSettingsText.jobNames).sort()).toEqual(names.sort());
});
