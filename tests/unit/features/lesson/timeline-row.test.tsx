// @vitest-environment happy-dom

import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { TimelineRow } from '@/features/lesson/timeline/timeline-row';
import type { TimelineItem, TimelineKind } from '@/features/player/rules';

afterEach(cleanup);

test.each<[TimelineKind, string]>([
  ['note', 'Моя бележка'],
  ['caption', 'Субтитър'],
])('the name of a %s says its kind once', (kind, words) => {
  const item: TimelineItem = {
    key: kind,
    kind,
    at: 12,
    text: 'Дюзата',
    waiting: false,
    comment: undefined,
    replies: [],
  };
  render(<TimelineRow item={item} current={false} focusable index={0} onChoose={() => undefined} />);
  expect(screen.getByRole('button').textContent).toBe(`0:12${words}Дюзата`);
});
