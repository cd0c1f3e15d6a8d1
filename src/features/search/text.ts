import type { Hit } from './rules/catalog-index';
import type { FurtherKind } from './rules/further-index';
import type { Match } from './rules/ranking';

/** Texts of the search; the English sentences are from the specification. */
export const searchText = {
  searching: 'Searching...',
  none: 'No results found',
  notHere: 'Нищо от това, което е на устройството. Останалото ще дойде с първата връзка със сървъра.',
  noneHint: 'Проверете правописа или опитайте с по-обща дума.',
  found: (count: number, term: string) => `Found ${count} results for "${term}"`,
  suggestions: 'Did you mean?',
  results: 'Резултати',
  first: (count: number, all: number) => `Показани са първите ${count} от ${all}.`,
  catalog: 'Уроци и курсове',
  groups: {
    caption: 'Казано в уроците',
    resource: 'Ресурси',
    quiz: 'Тестове',
    news: 'Новини',
    event: 'Събития',
    note: 'Бележки',
  } satisfies Record<FurtherKind, string>,
  kinds: { course: 'Курс', video: 'Урок' } satisfies Record<Hit['kind'], string>,
  matches: { exact: 'точно', similar: 'подобно', partial: 'частично', sound: 'по звучене' } satisfies Record<
    Match,
    string
  >,
  percent: (score: number) => `${Math.round(score * 100)}%`,
} as const;
