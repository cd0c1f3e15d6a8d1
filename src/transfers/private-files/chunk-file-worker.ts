/** The worker that holds the file of one download open. */
import { serveChunkFile } from './chunk-file-server';

serveChunkFile(self);
