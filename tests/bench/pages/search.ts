/** Runs the search module in the page itself, because CPU throttling does not slow down workers. */
import { SearchIndex } from '@/features/search/queries/search-index';
import { goldenQueries } from '../../fixtures/search/golden-queries';
import { corpus } from '../shared/search-corpus';

const queries = Object.values(goldenQueries)
  .flat()
  .map(([query]) => query);

function timed<T>(work: () => T): [ms: number, result: T] {
  const begun = performance.now();
  const result = work();
  return [performance.now() - begun, result];
}

/** @returns the number of documents, the times (ms) to build the index and to answer each query, and the number of queries with results */
export function measure(sentences: readonly string[]) {
  const { tables, documents } = corpus(sentences);
  const [made, index] = timed(() => new SearchIndex(tables, 'premium'));
  // The first query also builds the list of similar words, so its time counts as indexing.
  const [first] = timed(() => index.search('първият'));
  const times = queries.map((query) => timed(() => index.search(query))[0]);
  const found = queries.filter((query) => index.search(query).count > 0).length;
  return { documents, index: made + first, times, found };
}

Object.assign(window, { measureSearch: measure, searchCorpus: corpus });
