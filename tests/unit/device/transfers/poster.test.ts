// @vitest-environment happy-dom

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { posterFrom, reencoded } from '@/device/transfers/uploads/poster';

// A picture with very many pixels is refused after five seconds, whichever step takes so long.

const picture = new Blob(['x'], { type: 'image/webp' });
const never = () => new Promise<never>(() => undefined);
const close = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  close.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The fault after the limit; `none` before it. */
async function faultsOf(work: Promise<unknown>): Promise<[before: string, after: string]> {
  let fault = 'none';
  work.catch((error: { fault: string }) => {
    fault = error.fault;
  });
  await vi.advanceTimersByTimeAsync(4_900);
  const before = fault;
  await vi.advanceTimersByTimeAsync(200);
  return [before, fault];
}

test.each([
  ['a poster', posterFrom],
  ['a picture', reencoded],
])('%s is refused when the browser decodes it for too long', async (_, convert) => {
  vi.stubGlobal('createImageBitmap', never);
  expect(await faultsOf(convert(picture))).toEqual(['none', 'too_slow']);
});

test.each([
  ['a poster', posterFrom],
  ['a picture', reencoded],
])('%s is refused when the browser scales and encodes it for too long', async (_, convert) => {
  let encoded: BlobCallback | undefined;
  vi.stubGlobal('createImageBitmap', () => Promise.resolve({ width: 20_000, height: 20_000, close }));
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => {
    encoded = done;
  });
  expect(await faultsOf(convert(picture))).toEqual(['none', 'too_slow']);
  // The bitmap holds much memory until the browser has let go of it.
  encoded?.(picture);
  await vi.advanceTimersByTimeAsync(0);
  expect(close).toHaveBeenCalledOnce();
});

test('a file that is no picture is refused at once', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('', 'InvalidStateError')));
  await expect(reencoded(picture)).rejects.toMatchObject({ fault: 'no_picture' });
});
