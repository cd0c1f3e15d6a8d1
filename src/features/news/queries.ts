import type { Live } from '@/device/live/live';
import { localQuery, useLive } from '@/device/live/use-live';
import type { NewsRow } from '@/shared/rows';

const newestFirst = (a: NewsRow, b: NewsRow) => b.created_at.localeCompare(a.created_at) || (a.id < b.id ? -1 : 1);

const latestNews = localQuery(
  'The latest news could not be read:',
  ['public'],
  async ({ mirror }, count: number): Promise<NewsRow[]> =>
    (await mirror.news.toArray()).sort(newestFirst).slice(0, count),
  { fallback: [], remember: true },
);

/** The newest published news items, at most `count`; an empty list if the store cannot be read. */
export const useLatestNews = (count: number): Live<NewsRow[]> => useLive(latestNews, count);

/** A news item with its article. */
export interface Article {
  /** Undefined when this device has no published item with that slug. */
  news: NewsRow | undefined;
  /** Text of the article; undefined if the account may not read it or sync has not delivered it yet. */
  content: string | undefined;
  /** Up to three other items of the same category, newest first. */
  related: NewsRow[];
}

const RELATED = 3;

const article = localQuery(
  'The article could not be read:',
  ['public'],
  async ({ mirror }, slug: string): Promise<Article> => {
    const all = await mirror.news.toArray();
    const news = all.find((row) => row.slug === slug) ?? all.find((row) => row.old_slugs?.includes(slug));
    if (!news) return { news, content: undefined, related: [] };
    return {
      news,
      content: (await mirror.news_bodies.get(news.id))?.content,
      related: all
        .filter(({ id, category }) => id !== news.id && category === news.category)
        .sort(newestFirst)
        .slice(0, RELATED),
    };
  },
  { remember: true },
);

export const useArticle = (slug: string): Live<Article> => useLive(article, slug);
