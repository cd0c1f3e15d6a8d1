// @vitest-environment happy-dom

import { act, cleanup, render, screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LongList } from '@/ui/long-list';

const ROW_PX = 50;
let rowPx = ROW_PX;
const rowsOf = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ id: `row-${from + index}` }));

/** Reports each element at once, as happy-dom has no layout that could change later. */
class SizeObserver implements ResizeObserver {
  readonly #report: ResizeObserverCallback;
  constructor(report: ResizeObserverCallback) {
    this.#report = report;
  }
  observe(target: Element) {
    const size = [{ blockSize: rowPx, inlineSize: 300 }];
    const sizes = { borderBoxSize: size, contentBoxSize: size, devicePixelContentBoxSize: size };
    this.#report([{ target, contentRect: new DOMRect(), ...sizes }], this);
  }
  unobserve() {}
  disconnect() {}
}

/** happy-dom has no layout: each row is `rowPx` high, and is measured when it appears. */
beforeEach(() => {
  rowPx = ROW_PX;
  vi.stubGlobal('ResizeObserver', SizeObserver);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(() => rowPx);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(
    () => new DOMRect(0, -window.scrollY, 300, rowPx),
  );
});
afterEach(() => {
  cleanup();
  window.scrollTo(0, 0);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

type ListProps = Pick<ComponentProps<typeof LongList>, 'rows' | 'kept' | 'inParent'> & { typical?: number };

const List = ({ typical = ROW_PX, ...rest }: ListProps) => (
  <LongList {...rest} typical={typical} rowClass="">
    {({ id }) => <button type="button">{id}</button>}
  </LongList>
);

function scrollTo(y: number) {
  act(() => {
    window.scrollTo(0, y);
    window.dispatchEvent(new Event('scroll'));
  });
}

const numbers = () =>
  [...document.querySelectorAll('[data-row]')].map((row) => Number(row.getAttribute('data-row')?.slice('row-'.length)));
const gaps = () =>
  [...document.querySelectorAll<HTMLElement>('li')]
    .map(({ style }) => Number.parseFloat(style.marginTop || style.height || '0'))
    .filter((height) => height > 0);

/** The rows whose place on the page is in the viewport. */
function inView() {
  const first = Math.floor(window.scrollY / rowPx);
  const last = Math.ceil((window.scrollY + window.innerHeight) / rowPx) - 1;
  return Array.from({ length: last - first + 1 }, (_, index) => first + index + 1).filter((n) => n <= 2_000);
}

test('only rows near the viewport are in the document, wherever the reader scrolls', () => {
  render(<List rows={rowsOf(1, 2_000)} />);
  for (const y of [0, 30_000, 99_500, 50_000, 50_400, 0]) {
    scrollTo(y);
    expect(numbers()).toEqual(expect.arrayContaining(inView()));
    expect(numbers().length).toBeLessThan((window.innerHeight / ROW_PX) * 4);
  }
});

test('a list of fewer than 50 rows is rendered as a whole, so that the browser can find and print each row', () => {
  const { rerender } = render(<List rows={rowsOf(1, 49)} />);
  expect(numbers()).toHaveLength(49);
  const row = screen.getByRole('button', { name: 'row-3' });
  rerender(<List rows={rowsOf(0, 49)} />);
  expect(numbers().length).toBeLessThan(49);
  expect(row.isConnected).toBe(true);
});

test('a list that becomes visible later has not rendered all its rows', () => {
  rowPx = 0;
  render(<List rows={rowsOf(1, 2_000)} />);
  expect(numbers().length).toBeLessThan(50);
});

test('rows that are higher than the viewport are rendered as well', () => {
  rowPx = 1_000;
  render(<List rows={rowsOf(1, 2_000)} typical={rowPx} />);
  for (let y = 0; y < 30_000; y += 700) {
    scrollTo(y);
    expect(numbers()).toEqual(expect.arrayContaining(inView()));
  }
});

test('the unrendered rows keep their measured height, and each rendered row reports its position', () => {
  render(<List rows={rowsOf(1, 200)} typical={80} />);
  // Render, and therefore measure, every row.
  for (let y = 0; y <= 200 * ROW_PX; y += 400) scrollTo(y);
  expect(gaps().reduce((sum, height) => sum + height, 0) + numbers().length * ROW_PX).toBe(200 * ROW_PX);
  const last = screen.getByRole('button', { name: 'row-200' }).closest('li');
  expect(last?.getAttribute('aria-posinset')).toBe('200');
  expect(last?.getAttribute('aria-setsize')).toBe('200');
});

test('a focused row keeps the focus when it is scrolled out of the viewport', () => {
  render(<List rows={rowsOf(1, 2_000)} />);
  const button = screen.getByRole('button', { name: 'row-3' });
  button.focus();
  scrollTo(60_000);
  expect(document.activeElement).toBe(button);
  // Without its neighbours, Tab would leave the list at the focused row.
  expect(numbers()).toEqual(expect.arrayContaining([1, 2, 3, 4, 5, 6, ...inView()]));
  expect(numbers()[6]).toBeGreaterThan(1_000);
});

test('Tab finds the next row before any scrolling', () => {
  render(<List rows={rowsOf(1, 2_000)} />);
  const last = numbers().at(-1) ?? 0;
  act(() => screen.getByRole('button', { name: `row-${last}` }).focus());
  expect(numbers().at(-1)).toBe(last + 3);
});

test('a row with input stays in the document wherever the reader scrolls, and in its place', () => {
  render(<List rows={rowsOf(1, 2_000)} kept={new Set(['row-500', 'row-1500', 'gone'])} />);
  for (const y of [0, 50_000, 99_500]) {
    scrollTo(y);
    expect(numbers()).toEqual(expect.arrayContaining([500, 1_500, ...inView()]));
    expect(numbers()).toEqual(numbers().toSorted((a, b) => a - b));
    expect(numbers().length).toBeLessThan((window.innerHeight / ROW_PX) * 4 + 2);
    expect(gaps().reduce((sum, height) => sum + height, 0) + numbers().length * ROW_PX).toBe(2_000 * ROW_PX);
  }
});

const [BOX_PX, BOX_TOP] = [300, 5_000];

/** Gives each row a position: it begins where the previous one ends, below its gap. The list scrolls in a box. */
function layOutBox() {
  const topOf = (element: Element | null): number => {
    if (!(element instanceof HTMLLIElement)) return BOX_TOP - boxOf().scrollTop;
    const { previousElementSibling: before, style } = element;
    return (Number.parseFloat(style.marginTop) || 0) + topOf(before) + (before ? rowPx : 0);
  };
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(BOX_PX);
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(1e6);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return new DOMRect(0, topOf(this), 300, rowPx);
  });
}

const Box = (props: ListProps) => (
  <section>
    <List {...props} inParent />
  </section>
);
const boxOf = () => document.querySelector('section') ?? document.body;

function scrollBox(y: number) {
  act(() => {
    boxOf().scrollTo(0, y);
    boxOf().dispatchEvent(new Event('scroll'));
  });
}

test('a list that scrolls in its parent renders the rows near the visible part of the parent', () => {
  layOutBox();
  render(<Box rows={rowsOf(1, 2_000)} />);
  for (const y of [0, 60_000, 99_700, 30_000]) {
    scrollBox(y);
    const visible = Array.from({ length: BOX_PX / ROW_PX }, (_, index) => y / ROW_PX + index + 1);
    expect(numbers()).toEqual(expect.arrayContaining(visible));
    expect(numbers().length).toBeLessThan((window.innerHeight / ROW_PX) * 4);
  }
});

test('in a parent, the visible rows stay in place when rows arrive above them or turn out to be higher', () => {
  layOutBox();
  const { rerender } = render(<Box rows={rowsOf(1, 2_000)} typical={30} />);
  scrollBox(30_000);
  const placeOf = (row: Element) => row.getBoundingClientRect().top;
  const read = [...document.querySelectorAll('[data-row]')].find((row) => placeOf(row) >= BOX_TOP) ?? document.body;
  const before = placeOf(read);
  rerender(<Box rows={rowsOf(-2, 2_000)} typical={30} />);
  expect(placeOf(read)).toBe(before);
  // Scrolling up renders rows that are higher than the typical height.
  boxOf().scrollTo(0, boxOf().scrollTop - 100);
  scrollBox(boxOf().scrollTop - 100);
  expect(read.isConnected).toBe(true);
  expect(placeOf(read)).toBe(before + 200);
  // At the top, a new row is shown.
  scrollBox(0);
  rerender(<Box rows={rowsOf(-3, 2_000)} typical={30} />);
  expect(boxOf().scrollTop).toBe(0);
});

test('a row that arrives at the top keeps the elements of the other rows', () => {
  const { rerender } = render(<List rows={rowsOf(1, 2_000)} />);
  scrollTo(60_000);
  const before = screen.getByRole('button', { name: `row-${inView()[2]}` });
  rerender(<List rows={rowsOf(0, 2_000)} />);
  expect(before.isConnected).toBe(true);
});

test('a shorter list is complete at once', () => {
  const { rerender } = render(<List rows={rowsOf(1, 2_000)} />);
  scrollTo(60_000);
  rerender(<List rows={rowsOf(1, 3)} />);
  scrollTo(0);
  expect(numbers()).toEqual([1, 2, 3]);
  expect(gaps()).toEqual([]);
});
