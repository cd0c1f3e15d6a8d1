import type { VideoChunk } from '@/shared/downloads';
import { sha256Of } from '@/shared/sha256';

/** True if the stored bytes of a chunk match its hash; false if they differ or cannot be read. */
export async function isIntact({ blob, size, sha256 }: VideoChunk): Promise<boolean> {
  if (blob.size !== size) return false;
  const bytes = await blob.arrayBuffer().catch(() => undefined);
  return bytes !== undefined && (await sha256Of(new Uint8Array(bytes))) === sha256;
}
