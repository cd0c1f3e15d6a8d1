import { expect, test } from 'vitest';
import { courseShapes, printed, shapeOf } from '@/ui/drawing/printed';
import { slice } from '@/ui/drawing/slice';

/** The filament segments of an SVG path: [from, to, height]. */
const stretches = (path: string) =>
  [...path.matchAll(/M([\d.-]+) ([\d.-]+)H([\d.-]+)/g)].map(
    ([, from, y, to]) => [Number(from), Number(to), Number(y)] as const,
  );
const length = (path: string) => stretches(path).reduce((sum, [from, to]) => sum + to - from, 0);
const box = { width: 100, height: 120 };
const shapes = [...courseShapes, 'flame'] as const;

test.each(shapes)('an unstarted %s is all outline, a finished one all filament, and neither has a nozzle', (shape) => {
  const none = printed({ shape, total: 12, done: 0, ...box });
  const all = printed({ shape, total: 12, done: 12, ...box });
  expect([none.hot, none.nozzle, all.ghost, all.nozzle]).toEqual(['', null, '', null]);
  expect(none.ghost).toBe(all.hot);
  expect(stretches(all.hot).length).toBeGreaterThanOrEqual(12);
});

test.each(shapes)('every line of a %s stays inside its box', (shape) => {
  for (const total of [1, 2, 5, 12, 40]) {
    const { hot, stroke } = printed({ shape, total, done: total, ...box });
    for (const [from, to, y] of stretches(hot)) {
      expect(from - stroke / 2).toBeGreaterThanOrEqual(-1);
      expect(to + stroke / 2).toBeLessThanOrEqual(101);
      expect(to).toBeGreaterThan(from);
      expect(y).toBeGreaterThan(0);
      expect(y).toBeLessThan(120);
    }
  }
});

test('each earned layer adds filament, and filament and outline together are always the whole object', () => {
  const whole = length(printed({ shape: 'vase', total: 10, done: 10, ...box }).hot);
  let last = -1;
  for (let done = 0; done <= 10; done += 0.25) {
    const { hot, ghost } = printed({ shape: 'vase', total: 10, done, ...box });
    expect(length(hot)).toBeGreaterThan(last);
    last = length(hot);
    expect(length(hot) + stretches(ghost).reduce((sum, [from, to]) => sum + to - from, 0)).toBeGreaterThan(whole * 0.9);
  }
});

test('a course of two lessons is half printed after the first', () => {
  const { hot, ghost } = printed({ shape: 'cube', total: 2, done: 1, ...box });
  expect(stretches(hot)).toHaveLength(6);
  expect(stretches(ghost)).toHaveLength(6);
});

test('a small drawing of many layers has fewer distinguishable lines in the same proportion', () => {
  const small = { shape: 'cube', total: 60, width: 44, height: 46 } as const;
  const { hot, ghost } = printed({ ...small, done: 30 });
  expect(stretches(ghost).length + stretches(hot).length).toBeLessThanOrEqual(18);
  expect(length(hot) / (length(hot) + length(ghost))).toBeCloseTo(0.5, 1);
  expect(printed({ ...small, done: 60 }).ghost).toBe('');
});

test('the nozzle is on the line that is being printed', () => {
  const { nozzle, hot } = printed({ shape: 'cube', total: 12, done: 3.5, ...box });
  const last = stretches(hot).at(-1);
  expect(nozzle?.x).toBe(last?.[1]);
  expect(nozzle?.y).toBeLessThan(last?.[2] ?? 0);
});

test('invalid numbers are drawn within the limits', () => {
  for (const [total, done] of [
    [0, 0],
    [5, 9],
    [5, -3],
    [1, 0.5],
  ] as const) {
    const { hot, ghost } = printed({ shape: 'boat', total, done, ...box });
    expect(hot + ghost).not.toMatch(/NaN|Infinity/);
  }
});

test('a course keeps its object: the author’s choice, otherwise one by its id', () => {
  expect(shapeOf('any', 'gear')).toBe('gear');
  expect(shapeOf('any', 'teapot')).toBe(shapeOf('any'));
  expect(courseShapes).toContain(shapeOf('any', null));
});

test('a cover is the same for one id, different for another, and always a valid picture', () => {
  const covers = Array.from({ length: 60 }, (_, index) => slice(`course-${index}`));
  expect(slice('course-7')).toEqual(covers[7]);
  expect(new Set(covers.map(({ perimeters }) => perimeters[0])).size).toBe(60);
  for (const { perimeters, infill } of covers) expect(perimeters.join('') + infill).not.toMatch(/NaN|Infinity/);
});
