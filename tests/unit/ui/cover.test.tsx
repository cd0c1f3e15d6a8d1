// @vitest-environment happy-dom

import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Cover } from '@/ui/cover';

afterEach(cleanup);

test('a picture that does not load is replaced by the drawing, and another picture is tried again', () => {
  const { container, rerender } = render(<Cover seed="a" src="https://example.com/page.html" />);
  fireEvent.error(container.querySelector('img') as HTMLElement);
  expect(container.querySelector('img')).toBeNull();
  expect(container.querySelector('svg')).not.toBeNull();
  rerender(<Cover seed="a" src="https://example.com/picture.webp" />);
  expect(container.querySelector('img')).not.toBeNull();
});
