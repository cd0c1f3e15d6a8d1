/** Runs the search module in the page itself, because CPU throttling does not slow down workers. */
import { SearchEngine } from '@/features/search/queries/search-engine';
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
  const { changes, documents } = corpus(sentences);
  const [index, engine] = timed(() => {
    const made = new SearchEngine('premium');
    for (const change of changes) made.apply(change);
    return made;
  });
  // The first query also builds the list of similar words, so its time counts as indexing.
  const [first] = timed(() => engine.search('първият'));
  const times = queries.map((query) => timed(() => engine.search(query))[0]);
  const found = queries.filter((query) => engine.search(query).count > 0).length;
  return { documents, index: index + first, times, found };
}

Object.assign(window, { measureSearch: measure, searchCorpus: corpus });
