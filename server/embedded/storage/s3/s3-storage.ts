/**
 * The file storage in an S3 store, which several processes share. The server passes all bytes through, so signed URLs, policies and headers are the same
 * as with files on the disk. Objects are at <bucket>/<key>; unfinished uploads are in the root of the store.
 */
import { HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { type S3Settings, StartError } from '../../../ops/settings';
import type { FileStorage } from '../../contract/object-store';
import { S3Objects } from './s3-objects';
import { S3Uploads } from './s3-uploads';

/** @throws StartError if the store does not answer */
export async function s3Storage({
  bucket,
  endpoint,
  region,
  accessKeyId,
  secretAccessKey,
}: S3Settings): Promise<FileStorage> {
  const config = {
    region,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    credentials: { accessKeyId, secretAccessKey },
    // Stores of other makers do not know the checksums that newer clients add to each request.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  } as const;
  const client = new S3Client(config);
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }));
  } catch (error) {
    throw new StartError(
      `The S3 store ${bucket}${endpoint ? ` at ${endpoint}` : ''} does not answer: ${error instanceof Error ? error.message || error.name : error}`,
    );
  }
  const uploads = new S3Uploads(client, config, bucket);
  return {
    objects: new S3Objects(client, bucket),
    uploads: () => uploads,
    removeLeftovers: (signal) => uploads.removeLeftovers(signal),
  };
}
