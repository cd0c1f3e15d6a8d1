/** The worker that has the file of one download open. */
import { servePartFile } from './part-file-server';

servePartFile(self);
