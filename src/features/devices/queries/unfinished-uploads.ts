import { currentIdentity } from '@/device/session/session-store';

/** Number of uploads on this device that the signed-in administrator can still complete or cancel in the console. */
export async function uploadsToFinish(): Promise<number> {
  const identity = currentIdentity();
  if (!identity?.is_admin) return 0;
  const { unfinishedUploads } = await import('@/device/transfers/stored-uploads');
  return unfinishedUploads(identity.uid);
}
