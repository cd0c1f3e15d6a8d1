/** Runs the search of one account in a worker, because indexing thousands of captions would block the page for a second. */
import { SearchEngine } from './search-engine';
import type { FromSearch, ToSearch } from './search-protocol';

let engine: SearchEngine | undefined;
const answer = (message: FromSearch) => postMessage(message);

addEventListener('message', ({ data }: MessageEvent<ToSearch>) => {
  if (data.type === 'open') engine = new SearchEngine(data.plan);
  else if (data.type === 'change') engine?.apply(data.change);
  else if (engine) answer({ type: 'found', query: data.query, found: engine.search(data.text) });
});
answer({ type: 'started' });
