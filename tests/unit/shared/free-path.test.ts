import { expect, test } from 'vitest';
import { pathOfPlan } from '@/shared/free-path';

test.each([
  ['/course/c1', '/dashboard_free?section=courses&course=c1'],
  ['/dashboard?section=achievements', '/dashboard_free?section=achievements'],
  ['/dashboard/certificates', '/dashboard_free?section=certificates'],
  ['/video/v1/c1?t=12', '/video-free/v1?t=12'],
  ['/settings?tab=billing', '/free-settings?tab=billing'],
  ['/news/a', '/news/a'],
])('a free account follows %s to %s, a subscriber to itself', (path, free) => {
  expect(pathOfPlan(path, 'free')).toBe(free);
  expect(pathOfPlan(path, 'pro')).toBe(path);
});
