/** Runs the search of one account in a worker, because reading and indexing thousands of captions would block the page for a second. */
import { createSearchService, type ToSearch } from './search-service';

const service = createSearchService((message) => postMessage(message));

addEventListener('message', ({ data }: MessageEvent<ToSearch>) => service.receive(data));
