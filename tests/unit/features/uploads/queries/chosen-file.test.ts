import { expect, test, vi } from 'vitest';
import { PictureError } from '@/device/transfers/uploads/poster';
import { posterOfPicture } from '@/features/uploads/queries/chosen-file';

const posterFrom = vi.hoisted(() => vi.fn<() => Promise<Blob | undefined>>());
vi.mock('@/device/transfers/uploads/poster', async (original) => ({
  ...(await original<typeof import('@/device/transfers/uploads/poster')>()),
  posterFrom,
}));

const picture = new File(['bytes'], 'a.png');

test('a picture becomes a poster', async () => {
  const poster = new Blob(['poster']);
  posterFrom.mockResolvedValue(poster);
  expect(await posterOfPicture(picture)).toBe(poster);
});

test.each(['no_picture', 'heic', 'too_slow'] as const)(
  'a picture that cannot become a poster says why (%s)',
  async (fault) => {
    posterFrom.mockRejectedValue(new PictureError(fault));
    expect(await posterOfPicture(picture)).toBe(fault);
  },
);

test('a canvas that gives no file counts as too slow', async () => {
  posterFrom.mockResolvedValue(undefined);
  expect(await posterOfPicture(picture)).toBe('too_slow');
});
