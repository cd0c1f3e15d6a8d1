import { backendClient } from '@/device/service/requests';
import { uploadEndpoint } from '@/device/transfers/uploads/upload-endpoint';
import { VIDEO_LIMIT_BYTES } from '@/shared/limits';

// Asks the server how large a video may be.

/** Longest wait for the answers (ms), because a form shows its other warnings together with this one. */
const TIMEOUT_MS = 5_000;

async function bucketLimit(): Promise<number> {
  const { data } = await (await backendClient()).storage.getBucket('videos');
  return Number(data?.file_size_limit);
}

/** Limit of the whole storage (bytes). A Supabase project has it in addition to the bucket's limit: 50 MB on the free plan. */
async function storageLimit(): Promise<number> {
  const { headers } = await fetch(uploadEndpoint(), { method: 'OPTIONS', headers: { 'Tus-Resumable': '1.0.0' } });
  return Number(headers.get('Tus-Max-Size'));
}

/** Size of the largest video that the server accepts (bytes): the smallest of the product's limit and those that the server reports. */
export async function sizeLimit(): Promise<number> {
  const late = new Promise<number>((done) => setTimeout(done, TIMEOUT_MS, 0));
  const answers = await Promise.allSettled([bucketLimit(), storageLimit()].map((limit) => Promise.race([limit, late])));
  const limits = answers.flatMap((answer) => (answer.status === 'fulfilled' && answer.value > 0 ? [answer.value] : []));
  return Math.min(VIDEO_LIMIT_BYTES, ...limits);
}
