// The file storage in the data folder of one process.
import { join } from 'node:path';
import { FILE_LIMIT_BYTES } from '../contract/backend';
import type { FileStorage } from '../contract/object-store';
import { Files } from './files';
import { UnfinishedUploads } from './unfinished-uploads';
import { removeLeftovers, uploadsDirOf } from './upload-leftovers';

export function diskStorage(dataDir: string): FileStorage {
  const objects = new Files(join(dataDir, 'files'), FILE_LIMIT_BYTES);
  return {
    objects,
    uploads: () => new UnfinishedUploads(uploadsDirOf(dataDir), objects),
    removeLeftovers: (signal) => removeLeftovers(uploadsDirOf(dataDir), signal),
  };
}
