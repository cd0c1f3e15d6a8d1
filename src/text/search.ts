import type { Hit, Match } from '@/domain/search/ranking';

/** Texts of the search; the English sentences are from the specification. */
export const searchText = {
  searching: 'Searching...',
  none: 'No results found',
  found: (count: number, term: string) => `Found ${count} results for "${term}"`,
  suggestions: 'Did you mean?',
  results: 'Резултати',
  first: (count: number) => `Показани са първите ${count}.`,
  kinds: { course: 'Курс', video: 'Урок' } satisfies Record<Hit['kind'], string>,
  matches: { exact: 'точно', similar: 'подобно', partial: 'частично', sound: 'по звучене' } satisfies Record<
    Match,
    string
  >,
  percent: (score: number) => `${Math.round(score * 100)}%`,
} as const;
